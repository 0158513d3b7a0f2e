package dev.stranger.data.alter;

/**
 * Replaces every pixel by the mean of the 3x3 around it with the weights 1, 2, 1 across and down;
 * the image goes on beyond its border as it ends there.
 */
final class Blur {

  private Blur() {}

  static float[] of(Sample sample) {
    int height = sample.shape().height();
    int width = sample.shape().width();
    float[] across = new float[sample.values().length];
    float[] both = new float[across.length];
    for (int row = 0; row < across.length; row += width) {
      line(sample.values(), across, row, width, 1);
    }
    for (int channel = 0; channel < across.length; channel += height * width) {
      for (int x = 0; x < width; x++) {
        line(across, both, channel + x, height, width);
      }
    }
    return both;
  }

  private static void line(float[] source, float[] target, int start, int length, int step) {
    for (int i = 0; i < length; i++) {
      double before = source[start + Math.max(0, i - 1) * step];
      double here = source[start + i * step];
      double after = source[start + Math.min(length - 1, i + 1) * step];
      target[start + i * step] = (float) ((before + 2 * here + after) / 4);
    }
  }
}
