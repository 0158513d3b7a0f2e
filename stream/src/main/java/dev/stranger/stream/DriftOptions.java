package dev.stranger.stream;

import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the keys of a stream are watched for drift. Every key has a monitor of its own, for a stream
 * without end; see {@link dev.stranger.calibrate.DriftMonitor#endless}.
 *
 * @param samplesToFalseAlarm how many samples of a key there are to a false alarm on average, at
 *     least
 * @param window number of samples of a key among which strangers are counted
 * @param again whether a key is watched anew after its alarm; otherwise it gives one alarm
 * @param liveKeys monitors that each task keeps in memory; others are rebuilt from the state
 * @param idle the state of a key is dropped when it had no record for so long; null keeps it. For
 *     Flink alone
 */
public record DriftOptions(
    double samplesToFalseAlarm, int window, boolean again, int liveKeys, @Nullable Duration idle)
    implements Serializable {

  /** A false alarm in a million samples, a window of 100, one alarm for each key. */
  public static final DriftOptions DEFAULT = new DriftOptions(1_000_000, 100);

  public DriftOptions {
    if (!(window >= 1 && samplesToFalseAlarm >= window && liveKeys >= 1)) {
      throw new IllegalArgumentException(
          "drift needs a window of 1 to %s samples and 1 live key or more, got %d and %d"
              .formatted(samplesToFalseAlarm, window, liveKeys));
    }
    if (idle != null && idle.toMillis() < 1) {
      throw new IllegalArgumentException("a key is idle for 1 ms at least, got " + idle);
    }
  }

  public DriftOptions(double samplesToFalseAlarm, int window) {
    this(samplesToFalseAlarm, window, false, 10_000, null);
  }

  /** Watches keys anew after their alarms. */
  public DriftOptions watchingAgain() {
    return new DriftOptions(samplesToFalseAlarm, window, true, liveKeys, idle);
  }

  public DriftOptions withLiveKeys(int liveKeys) {
    return new DriftOptions(samplesToFalseAlarm, window, again, liveKeys, idle);
  }

  public DriftOptions withIdle(Duration idle) {
    return new DriftOptions(samplesToFalseAlarm, window, again, liveKeys, idle);
  }
}
