package dev.stranger.stream;

import java.io.Serializable;
import java.time.Duration;

/**
 * How many records a Flink task judges in one call, which is faster than one by one.
 *
 * @param records in one call at most; fewer where samples are large
 * @param delay how long a record waits for others, at most
 */
public record BatchOptions(int records, Duration delay) implements Serializable {

  public static final BatchOptions DEFAULT = new BatchOptions(64, Duration.ofMillis(1));

  /** Every record is judged when it comes. */
  public static final BatchOptions SINGLE = new BatchOptions(1, Duration.ZERO);

  public BatchOptions {
    if (records < 1 || delay.isNegative()) {
      throw new IllegalArgumentException(
          "a batch has 1 record or more and no negative delay, got %d and %s"
              .formatted(records, delay));
    }
  }
}
