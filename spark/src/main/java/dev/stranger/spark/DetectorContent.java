package dev.stranger.spark;

import java.io.Serializable;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** A detector file on the driver, which is sent to each executor once. */
final class DetectorContent implements Serializable {

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
    this.sha256 = sha256(bytes);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  String name() {
    return name;
  }

  byte[] bytes() {
    return bytes;
  }

  /** On the driver. */
  ExecutorDetectors.Lease lease() {
    return ExecutorDetectors.lease(sha256, name, () -> bytes);
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
    ExecutorDetectors.Lease lease() {
      return ExecutorDetectors.lease(sha256, name, bytes::value);
    }
  }
}
