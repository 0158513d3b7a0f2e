package dev.stranger.data.alter;

/** Turns an image about its centre, bilinear; what comes from outside has the lowest value. */
final class Rotation {

  private final Sample sample;
  private final float outside;
  private final int height;
  private final int width;

  private Rotation(Sample sample) {
    this.sample = sample;
    this.outside = sample.low();
    this.height = sample.shape().height();
    this.width = sample.shape().width();
  }

  /**
   * @param degrees to the left
   */
  static float[] of(Sample sample, double degrees) {
    return new Rotation(sample).turned(Math.toRadians(degrees));
  }

  private float[] turned(double angle) {
    double cos = Math.cos(angle);
    double sin = Math.sin(angle);
    double middleY = (height - 1) / 2.0;
    double middleX = (width - 1) / 2.0;
    float[] result = new float[sample.values().length];
    for (int i = 0; i < result.length; i++) {
      int start = i - i % (height * width);
      double y = (i - start) / width - middleY;
      double x = (i - start) % width - middleX;
      result[i] = between(start, middleY + sin * x + cos * y, middleX + cos * x - sin * y);
    }
    return result;
  }

  /** The value between four pixels of the channel that starts at {@code start}. */
  private float between(int start, double y, double x) {
    int top = (int) Math.floor(y);
    int left = (int) Math.floor(x);
    double down = y - top;
    double across = x - left;
    double upper = (1 - across) * pixel(start, top, left) + across * pixel(start, top, left + 1);
    double lower =
        (1 - across) * pixel(start, top + 1, left) + across * pixel(start, top + 1, left + 1);
    return sample.clip((1 - down) * upper + down * lower);
  }

  private float pixel(int start, int y, int x) {
    boolean inside = y >= 0 && y < height && x >= 0 && x < width;
    return inside ? sample.values()[start + y * width + x] : outside;
  }
}
