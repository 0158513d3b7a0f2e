package dev.stranger.server.live;

import java.time.Duration;

/**
 * How the stream of samples is watched.
 *
 * @param samplesToFalseAlarm how many samples there are to a false alarm on average, at least
 * @param window number of samples among which strangers are counted
 * @param saveEvery how often the state is saved; a server that is killed loses what came after
 */
public record DriftOptions(double samplesToFalseAlarm, int window, Duration saveEvery) {

  public static final DriftOptions DEFAULT = new DriftOptions(1_000_000, 100);

  public DriftOptions {
    if (saveEvery.toMillis() < 1) {
      throw new IllegalArgumentException(
          "drift must be saved every millisecond or less often, got " + saveEvery);
    }
  }

  /** Saves every minute. */
  public DriftOptions(double samplesToFalseAlarm, int window) {
    this(samplesToFalseAlarm, window, Duration.ofMinutes(1));
  }
}
