package dev.stranger.train.method;

import java.util.List;
import java.util.Map;

/** A way to learn what is normal: the St-RKM, or a system that it is compared with. */
public interface Method {

  /** What commands and files call it, such as {@code st_rkm}. */
  String key();

  /**
   * Everything besides its key that determines what it learns, by names that never change: results
   * are found again by them.
   */
  default Map<String, ?> settings() {
    return Map.of();
  }

  /** The scores to choose from, the usual one first; {@link ModelGraph#score} makes each. */
  List<String> scores();

  /** Whether it trains the network of the options, which then decides how much memory it takes. */
  default boolean trainsNetwork() {
    return true;
  }

  /**
   * Whether options that are left open may save time: a narrow network and fewer, larger steps were
   * measured for it. Others get the published sizes and as many epochs as they can use.
   */
  default boolean isFrugal() {
    return false;
  }

  /**
   * Whether strangers among the samples to learn from are looked for before it learns, and can
   * count half.
   */
  default boolean looksForSuspects() {
    return false;
  }

  /** Whether several ranks can train it together. */
  default boolean runsInRanks() {
    return false;
  }

  /**
   * Learns from the samples.
   *
   * @throws dev.stranger.DataException when they lack what it needs, such as labels
   */
  ModelGraph learn(TrainingData data, TrainingRun run);
}
