package dev.stranger.server.live;

import java.time.Duration;

/**
 * How requests are judged together.
 *
 * @param samples judged in one call at most
 * @param delay how long a request waits for others that are on their way; a lone one never waits
 * @param queued samples that may wait; more are refused
 */
public record BatchOptions(int samples, Duration delay, int queued) {

  /** Values of a batch, which is copied into one buffer: 32 MB. */
  private static final int MOST_VALUES = 1 << 23;

  public BatchOptions {
    if (samples < 1 || queued < 1 || delay.isNegative()) {
      throw new IllegalArgumentException(
          "a batch needs at least one sample and a queue, got %d, %s and %d"
              .formatted(samples, delay, queued));
    }
  }

  /** With fewer samples in a batch where they are large. */
  BatchOptions forSamplesOf(int values) {
    int most = Math.max(1, MOST_VALUES / values);
    return samples <= most ? this : new BatchOptions(most, delay, queued);
  }
}
