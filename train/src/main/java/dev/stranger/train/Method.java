package dev.stranger.train;

import java.util.List;

/**
 * A way to learn what is normal: the St-RKM, or a system that it is compared with. A record of its
 * settings; its text says everything that determines what it learns, besides the {@link
 * TrainOptions} and the data.
 */
public interface Method {

  /** What commands and files call it, such as {@code st_rkm}. */
  String key();

  /** The scores to choose from, the usual one first. */
  List<String> scores();

  /** Whether it trains the network of the options, which then decides how much memory it takes. */
  default boolean trainsNetwork() {
    return true;
  }

  /**
   * Learns from the samples of a lesson.
   *
   * @throws dev.stranger.DataException when they lack what it needs, such as labels
   */
  ModelGraph learn(Lesson lesson);
}
