package dev.stranger.train.method;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The SHA-256 of the values of samples, one after another, as little-endian floats. */
public final class ValueDigest {

  private final MessageDigest digest;

  public ValueDigest() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  public void add(float[] sample) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * sample.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(sample);
    digest.update(bytes.array());
  }

  /** Of all that were added; begins anew afterwards. */
  public String sha256() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
