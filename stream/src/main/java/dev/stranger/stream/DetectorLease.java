package dev.stranger.stream;

import dev.stranger.score.Detector;
import dev.stranger.score.OpenOptions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * The use of a detector that is open once for each class loader of this library. The last user
 * closes it. Thread-safe; closing twice does nothing.
 */
final class DetectorLease implements AutoCloseable {

  private static final Map<Key, Shared> OPEN = new HashMap<>();

  private record Key(String sha256, int threads) {}

  /** Guarded by the map. */
  private static final class Shared {

    private final Detector detector;
    private int users;

    Shared(Detector detector) {
      this.detector = detector;
    }
  }

  private final Key key;
  private final Detector detector;
  private boolean closed;

  private DetectorLease(Key key, Detector detector) {
    this.key = key;
    this.detector = detector;
  }

  /**
   * @param place names the detector in complaints
   */
  static DetectorLease of(byte[] file, String place, OpenOptions options) {
    Key key = new Key(sha256(file), options.threads());
    synchronized (OPEN) { // others wait for the detector instead of opening it too
      Shared shared =
          OPEN.computeIfAbsent(key, absent -> new Shared(Detector.open(file, place, options)));
      shared.users++;
      return new DetectorLease(key, shared.detector);
    }
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** How many detectors are open. */
  static int open() {
    synchronized (OPEN) {
      return OPEN.size();
    }
  }

  Detector detector() {
    return detector;
  }

  /** Of the detector file. */
  String sha256() {
    return key.sha256;
  }

  @Override
  public void close() {
    synchronized (OPEN) {
      if (!closed && --OPEN.get(key).users == 0) {
        OPEN.remove(key);
        detector.close();
      }
      closed = true;
    }
  }
}
