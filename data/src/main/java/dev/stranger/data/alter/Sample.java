package dev.stranger.data.alter;

import dev.stranger.Range;
import dev.stranger.Shape;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntUnaryOperator;

/**
 * One normal sample, with the steps that alterations are made of.
 *
 * @param range of the values of its set
 */
record Sample(Shape shape, Range range, float[] values) {

  /** A row of a table is one channel. */
  int channels() {
    return shape.rank() == 1 ? 1 : shape.channels();
  }

  int channelSize() {
    return values.length / channels();
  }

  /** The lowest value of the range, or of the sample where no range is known. */
  float low() {
    return range.equals(Range.ANY) ? ownLow() : range.min();
  }

  float high() {
    return range.equals(Range.ANY) ? ownHigh() : range.max();
  }

  private float ownLow() {
    float low = values[0];
    for (float value : values) {
      low = Math.min(low, value);
    }
    return low;
  }

  private float ownHigh() {
    float high = values[0];
    for (float value : values) {
      high = Math.max(high, value);
    }
    return high;
  }

  /** The nearest value that its set may hold. */
  float clip(double value) {
    return (float) Math.max(range.min(), Math.min(range.max(), value));
  }

  /** Every value changed, and clipped to the range. */
  float[] changed(DoubleUnaryOperator change) {
    float[] result = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      result[i] = clip(change.applyAsDouble(values[i]));
    }
    return result;
  }

  /**
   * Values that change places, alike in all channels.
   *
   * @param from for a place within a channel, the place that its new value is taken from
   */
  float[] moved(IntUnaryOperator from) {
    float[] result = new float[values.length];
    int size = channelSize();
    for (int i = 0; i < size; i++) {
      int place = from.applyAsInt(i);
      for (int start = 0; start < values.length; start += size) {
        result[start + i] = values[start + place];
      }
    }
    return result;
  }
}
