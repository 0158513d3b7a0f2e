package dev.stranger.server.live;

import java.time.Duration;

/**
 * What clients may take. Requests beyond are refused at once and cost nothing more; connections
 * beyond wait until another one closes.
 *
 * @param bodyBytes of a request, packed or unpacked
 * @param instances samples of a request
 * @param picturePixels of a picture, which a small file may claim many of
 * @param queuedSamples that may wait for their verdicts, for each detector
 * @param connections that are open at once
 * @param requestTime from the first byte of a request to its answer
 * @param stopTime for what was accepted before the server is told to stop
 */
public record Limits(
    int bodyBytes,
    int instances,
    long picturePixels,
    int queuedSamples,
    int connections,
    Duration requestTime,
    Duration stopTime) {

  public static final Limits DEFAULT =
      new Limits(
          64 << 20,
          16_384,
          50_000_000,
          4_096,
          4_096,
          Duration.ofSeconds(30),
          Duration.ofSeconds(20));

  public Limits {
    requirePositive("bytes of a body", bodyBytes);
    requirePositive("instances", instances);
    requirePositive("pixels of a picture", picturePixels);
    requirePositive("queued samples", queuedSamples);
    requirePositive("connections", connections);
    requirePositive("time of a request in milliseconds", requestTime.toMillis());
    requirePositive("time to stop in milliseconds", stopTime.toMillis());
  }

  private static void requirePositive(String what, long value) {
    if (value < 1) {
      throw new IllegalArgumentException("%s must be positive, got %d".formatted(what, value));
    }
  }

  public Limits withBodyBytes(int bytes) {
    return new Limits(
        bytes, instances, picturePixels, queuedSamples, connections, requestTime, stopTime);
  }

  public Limits withInstances(int most) {
    return new Limits(
        bodyBytes, most, picturePixels, queuedSamples, connections, requestTime, stopTime);
  }

  public Limits withPicturePixels(long most) {
    return new Limits(
        bodyBytes, instances, most, queuedSamples, connections, requestTime, stopTime);
  }

  public Limits withQueuedSamples(int most) {
    return new Limits(
        bodyBytes, instances, picturePixels, most, connections, requestTime, stopTime);
  }

  public Limits withConnections(int most) {
    return new Limits(
        bodyBytes, instances, picturePixels, queuedSamples, most, requestTime, stopTime);
  }

  public Limits withRequestTime(Duration most) {
    return new Limits(
        bodyBytes, instances, picturePixels, queuedSamples, connections, most, stopTime);
  }
}
