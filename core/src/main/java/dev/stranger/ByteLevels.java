package dev.stranger;

import org.jspecify.annotations.Nullable;

/** The 256 levels of a picture in [0,1], a byte each: a quarter of the memory of floats. */
final class ByteLevels {

  private static final float WHITE = 255;

  private ByteLevels() {}

  /** All values as levels from 0 to 255, or null when one lies between two of them. */
  static byte @Nullable [] of(float[] values) {
    byte[] levels = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      int level = Math.round(values[i] * WHITE);
      if (level < 0
          || level > WHITE
          || Float.floatToRawIntBits(level / WHITE) != Float.floatToRawIntBits(values[i])) {
        return null;
      }
      levels[i] = (byte) level;
    }
    return levels;
  }

  /** The same values to the last bit. */
  static void put(byte[] levels, int from, int count, float[] target, int offset) {
    for (int i = 0; i < count; i++) {
      target[offset + i] = (levels[from + i] & 0xff) / WHITE;
    }
  }
}
