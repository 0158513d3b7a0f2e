package dev.stranger.spark;

import dev.stranger.Sha256;
import dev.stranger.score.OpenOptions;
import dev.stranger.score.SharedDetectors;
import java.io.Serializable;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** A detector file on the driver, which is sent to each executor once. */
final class DetectorContent implements Serializable {

  /**
   * The detectors of this process, whichever task, stage or stream asks for one. A few stay open
   * for the next task; a stream whose detector is replaced every day does not fill the memory.
   */
  static final SharedDetectors OPEN = new SharedDetectors(4);

  private final String name;
  private final byte[] bytes;
  private final String sha256;
  private transient @Nullable SparkContext sentBy;
  private transient @Nullable Broadcast<byte[]> sent;

  /**
   * @param name of the detector in complaints
   * @param bytes not copied, and not to be changed
   */
  DetectorContent(String name, byte[] bytes) {
    this.name = name;
    this.bytes = bytes;
    this.sha256 = Sha256.hex(bytes);
  }

  /** All tasks of an executor judge at once, each with as many threads as it has cores. */
  private static OpenOptions options() {
    @Nullable TaskContext task = TaskContext.get();
    return OpenOptions.DEFAULT.withThreads(task == null ? 1 : task.cpus());
  }

  String name() {
    return name;
  }

  byte[] bytes() {
    return bytes;
  }

  /** On the driver. */
  SharedDetectors.Lease lease() {
    return OPEN.lease(sha256, name, options(), () -> bytes);
  }

  /** The detector as tasks of this session know it. */
  synchronized Sent sentBy(SparkSession session) {
    SparkContext context = session.sparkContext();
    if (sent == null || sentBy != context) {
      sent = JavaSparkContext.fromSparkContext(context).broadcast(bytes);
      sentBy = context;
    }
    return new Sent(name, sha256, sent);
  }

  /** What a task needs to find the detector of its executor, or to open it there. */
  record Sent(String name, String sha256, Broadcast<byte[]> bytes) implements Serializable {
    SharedDetectors.Lease lease() {
      return OPEN.lease(sha256, name, options(), bytes::value);
    }
  }
}
