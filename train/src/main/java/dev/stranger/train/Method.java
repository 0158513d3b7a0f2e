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

  /**
   * What the score can be, so that a wrong wish is refused before hours of learning; empty when
   * only the model knows.
   */
  default List<String> scores() {
    return List.of();
  }

  /**
   * Learns from the samples of a lesson.
   *
   * @throws dev.stranger.DataException when they lack what it needs, such as labels
   */
  ModelGraph learn(Lesson lesson);
}
