package dev.stranger.score;

import dev.stranger.score.onnx.AllowedOperators;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Detectors that are open once in a process, for engines that start many tasks in it: each task
 * takes a lease, and all leases of a file with the same options share one detector. Thread-safe;
 * while a detector is opened, others wait.
 */
public final class SharedDetectors {

  private final int mostIdle;

  /** Those that were used last at the end. */
  private final Map<Key, Shared> shared = new LinkedHashMap<>(16, 0.75f, true);

  private long opened;

  /**
   * @param mostIdle detectors that stay open for the next task although nobody uses them
   */
  public SharedDetectors(int mostIdle) {
    this.mostIdle = mostIdle;
  }

  private record Key(
      String sha256, Device device, int threads, TrustedKeys signers, AllowedOperators operators) {

    static Key of(String sha256, OpenOptions how) {
      return new Key(sha256, how.device(), how.threads(), how.signers(), how.operators());
    }
  }

  private static final class Shared {

    private final Detector detector;
    private int users;

    Shared(Detector detector) {
      this.detector = detector;
    }
  }

  /** The use of a detector, which is not closed before this is. Closing twice does nothing. */
  public final class Lease implements AutoCloseable {

    private final Key key;
    private final Detector detector;
    private boolean closed;

    private Lease(Key key, Detector detector) {
      this.key = key;
      this.detector = detector;
    }

    public Detector detector() {
      return detector;
    }

    /** Of the detector file. */
    public String sha256() {
      return key.sha256;
    }

    @Override
    public void close() {
      synchronized (SharedDetectors.this) {
        if (!closed) {
          closed = true;
          shared.get(key).users--;
          closeIdle();
        }
      }
    }
  }

  /**
   * @param sha256 of the file
   * @param place names the detector in complaints
   * @param options where others differ, they have a detector of their own
   * @param file its content, asked for when it is not open yet
   */
  public synchronized Lease lease(
      String sha256, String place, OpenOptions options, Supplier<byte[]> file) {
    Key key = Key.of(sha256, options);
    Shared found = shared.get(key);
    if (found == null) {
      found = new Shared(Detector.open(file.get(), place, options));
      shared.put(key, found);
      opened++;
    }
    found.users++;
    return new Lease(key, found.detector);
  }

  private void closeIdle() {
    long idle = shared.values().stream().filter(one -> one.users == 0).count();
    Iterator<Shared> oldestFirst = shared.values().iterator();
    while (idle > mostIdle) {
      Shared next = oldestFirst.next();
      if (next.users == 0) {
        oldestFirst.remove();
        next.detector.close();
        idle--;
      }
    }
  }

  /** How many are open now. */
  public synchronized int open() {
    return shared.size();
  }

  /** How many were opened so far. */
  public synchronized long opened() {
    return opened;
  }
}
