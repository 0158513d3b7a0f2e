package dev.stranger.score;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;

/** Numbers in the metadata of a detector: little-endian floats in Base64. */
final class FloatText {

  private FloatText() {}

  static String encode(float[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return Base64.getEncoder().encodeToString(bytes.array());
  }

  /**
   * @throws IllegalArgumentException when the text is something else
   */
  static float[] decode(String text) {
    ByteBuffer bytes =
        ByteBuffer.wrap(Base64.getDecoder().decode(text)).order(ByteOrder.LITTLE_ENDIAN);
    float[] values = new float[bytes.remaining() / 4];
    bytes.asFloatBuffer().get(values);
    return values;
  }

  /** How many numbers a text holds, without reading them. */
  static int count(String text) {
    return (int) (bytes(text) / Float.BYTES);
  }

  /** How many bytes a text in Base64 holds, without reading them. */
  static long bytes(String text) {
    int padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
    return text.length() / 4 * 3L - padding;
  }
}
