package dev.stranger.score;

import dev.stranger.Shape;

/**
 * A small version of a sample to look at: pictures have at most 32 pixels on the longer side and
 * series at most 128 points, each the average of what it stands for; rows are as they are. Costs
 * one pass over the values. Thread-safe, as it holds nothing.
 */
public final class Thumbnail {

  private static final int MOST_PIXELS = 32;
  private static final int MOST_POINTS = 128;

  private Thumbnail() {}

  /** The shape of the thumbnail of a sample. */
  public static Shape shapeOf(Shape sample) {
    return switch (sample.rank()) {
      case 2 -> Shape.of(sample.channels(), Math.min(MOST_POINTS, sample.dimensions().get(1)));
      case 3 -> ofPicture(sample);
      default -> sample;
    };
  }

  private static Shape ofPicture(Shape picture) {
    int longer = Math.max(picture.height(), picture.width());
    double scale = Math.min(1, MOST_PIXELS / (double) longer);
    return Shape.image(
        picture.channels(), side(scale * picture.height()), side(scale * picture.width()));
  }

  private static int side(double length) {
    return (int) Math.max(1, Math.round(length));
  }

  /** The values of the thumbnail of a sample; never the array of the sample itself. */
  public static float[] of(float[] sample, Shape shape) {
    Shape small = shapeOf(shape);
    float[] values = sample.clone();
    int behind = 1;
    for (int axis = shape.rank() - 1; axis > 0; axis--) {
      int to = small.dimensions().get(axis);
      values = averaged(values, shape.dimensions().get(axis), to, behind);
      behind *= to;
    }
    return values;
  }

  /**
   * @param from length of the axis that is made shorter
   * @param behind how many values lie behind each of its positions
   */
  private static float[] averaged(float[] values, int from, int to, int behind) {
    if (from == to) {
      return values;
    }
    int before = values.length / (from * behind);
    float[] averaged = new float[before * to * behind];
    for (int i = 0; i < averaged.length; i++) {
      int start = i / (to * behind) * from * behind + i % behind;
      averaged[i] = average(values, start, behind, from, to, i / behind % to);
    }
    return averaged;
  }

  /** Of the positions that a new one covers, those at its ends by the share that it covers. */
  private static float average(
      float[] values, int start, int step, int from, int to, int position) {
    double scale = (double) from / to;
    double first = position * scale;
    double last = Math.min(from, first + scale);
    double sum = 0;
    double weights = 0;
    for (int at = (int) first; at < last; at++) {
      double weight = Math.min(last, at + 1) - Math.max(first, at);
      sum += weight * values[start + at * step];
      weights += weight;
    }
    return (float) (sum / weights);
  }
}
