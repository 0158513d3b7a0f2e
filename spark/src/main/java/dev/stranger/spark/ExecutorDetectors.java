package dev.stranger.spark;

import dev.stranger.score.Detector;
import dev.stranger.score.OpenOptions;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.TaskContext;
import org.jspecify.annotations.Nullable;

/**
 * The detectors of this process, one for each file, whichever task, stage or stream asks for it. A
 * session of ONNX Runtime is used by all tasks of an executor at once, each with as many threads as
 * a task has cores. What no task uses stays open for the next one, a few at most, so that a stream
 * whose detector is replaced every day does not fill the memory.
 */
final class ExecutorDetectors {

  private static final int MOST_IDLE = 4;

  /** By the hash of the file, the one used last at the end. */
  private static final Map<String, Opened> OPENED = new LinkedHashMap<>(16, 0.75f, true);

  private static long opened;

  private ExecutorDetectors() {}

  private static final class Opened {
    final Detector detector;
    int users;

    Opened(Detector detector) {
      this.detector = detector;
    }
  }

  /** A detector that is not closed before the lease is. */
  record Lease(String sha256, Detector detector) implements AutoCloseable {
    @Override
    public void close() {
      release(sha256);
    }
  }

  /**
   * @param name of the detector in complaints
   * @param file its content, asked for when it is not open yet
   */
  static synchronized Lease lease(String sha256, String name, Supplier<byte[]> file) {
    @Nullable Opened found = OPENED.get(sha256);
    if (found == null) {
      found = new Opened(Detector.open(file.get(), name, options()));
      opened++;
      OPENED.put(sha256, found);
    }
    found.users++;
    return new Lease(sha256, found.detector);
  }

  private static OpenOptions options() {
    @Nullable TaskContext task = TaskContext.get();
    return OpenOptions.DEFAULT.withThreads(task == null ? 1 : task.cpus());
  }

  private static synchronized void release(String sha256) {
    OPENED.get(sha256).users--;
    long idle = OPENED.values().stream().filter(one -> one.users == 0).count();
    Iterator<Opened> oldestFirst = OPENED.values().iterator();
    while (idle > MOST_IDLE) {
      Opened next = oldestFirst.next();
      if (next.users == 0) {
        oldestFirst.remove();
        next.detector.close();
        idle--;
      }
    }
  }

  /** How many sessions were opened in this process so far. */
  static synchronized long opened() {
    return opened;
  }

  /** How many are open now. */
  static synchronized int open() {
    return OPENED.size();
  }
}
