package dev.stranger.report;

import dev.stranger.Range;
import dev.stranger.Shape;
import java.awt.image.BufferedImage;
import java.util.stream.IntStream;

/**
 * The values of an image, channel by channel, on their way onto a page.
 *
 * @param values of the first channel row by row, then of the next
 */
public record Pixels(int channels, int height, int width, float[] values) {

  /** No example is shown larger than this, so a page need not carry more. */
  private static final int LARGEST = 128;

  public static Pixels of(Shape shape, float[] values) {
    return new Pixels(shape.channels(), shape.height(), shape.width(), values);
  }

  static Range rangeOf(float[] values) {
    float min = values[0];
    float max = values[0];
    for (float value : values) {
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    return new Range(min, max > min ? max : min + 1);
  }

  /** Small enough for a page: means over squares. */
  public Pixels reduced() {
    int factor = (Math.max(height, width) + LARGEST - 1) / LARGEST;
    if (factor == 1) {
      return this;
    }
    int h = Math.max(1, height / factor);
    int w = Math.max(1, width / factor);
    float[] means = new float[channels * h * w];
    for (int i = 0; i < means.length; i++) {
      means[i] = mean(i / (h * w), i / w % h * factor, i % w * factor, factor);
    }
    return new Pixels(channels, h, w, means);
  }

  private float mean(int channel, int top, int left, int size) {
    int bottom = Math.min(height, top + size);
    int right = Math.min(width, left + size);
    double sum = 0;
    for (int y = top; y < bottom; y++) {
      for (int x = left; x < right; x++) {
        sum += values[(channel * height + y) * width + x];
      }
    }
    return (float) (sum / ((bottom - top) * (right - left)));
  }

  /** As a data URI. */
  public String image(Range range) {
    return PngFile.dataUri(toImage(range));
  }

  /** In colour with three channels, else grey, the mean of all channels. */
  BufferedImage toImage(Range range) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < height * width; i++) {
      int rgb = 0;
      for (int channel = 0; channel < 3; channel++) {
        float value = channels == 3 ? values[channel * height * width + i] : mean(i);
        double share = (value - range.min()) / ((double) range.max() - range.min());
        rgb = rgb << 8 | (int) Math.round(255 * Math.max(0, Math.min(1, share)));
      }
      image.setRGB(i % width, i / width, rgb);
    }
    return image;
  }

  /**
   * Squared differences as a data URI.
   *
   * @param largest difference, not squared
   */
  String heatMap(double largest) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < height * width; i++) {
      double share = largest == 0 ? 0 : difference(i) / largest;
      image.setRGB(i % width, i / width, HeatColours.rgb(share));
    }
    return PngFile.dataUri(image);
  }

  /** As a heat map over a faint picture of the same size; a data URI. */
  String over(BufferedImage picture, Range range) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < height * width; i++) {
      double share = (mean(i) - range.min()) / ((double) range.max() - range.min());
      int heat = HeatColours.rgb(share);
      int below = picture.getRGB(i % width, i / width);
      int rgb = 0;
      for (int shift = 16; shift >= 0; shift -= 8) {
        rgb = rgb << 8 | (2 * (heat >> shift & 255) + (below >> shift & 255)) / 3;
      }
      image.setRGB(i % width, i / width, rgb);
    }
    return PngFile.dataUri(image);
  }

  /** The largest difference of a pixel, when the values are squared differences. */
  double largestDifference() {
    return IntStream.range(0, height * width).mapToDouble(this::difference).max().orElse(0);
  }

  /** The root of the mean over the channels. */
  private double difference(int pixel) {
    return Math.sqrt(Math.max(0, mean(pixel)));
  }

  private float mean(int pixel) {
    float sum = 0;
    for (int channel = 0; channel < channels; channel++) {
      sum += values[channel * height * width + pixel];
    }
    return sum / channels;
  }
}
