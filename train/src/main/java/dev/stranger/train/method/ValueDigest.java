package dev.stranger.train.method;

import dev.stranger.Sha256;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;

/** The SHA-256 of the values of samples, one after another, as little-endian floats. */
public final class ValueDigest {

  private final MessageDigest digest = Sha256.digest();

  public void add(float[] sample) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * sample.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(sample);
    digest.update(bytes.array());
  }

  /** Of all that were added; begins anew afterwards. */
  public String sha256() {
    return Sha256.hex(digest);
  }
}
