package dev.stranger.series;

/**
 * A recording of some channels at equal steps, in memory: four bytes a value. The arrays are kept,
 * not copied.
 *
 * @param values of each channel, all of one length
 * @param start time of the first step, in the unit of its {@link Clock}. When steps are not timed,
 *     the number of the first step: 0, or more for a part behind a gap. NaN when they are timed but
 *     nobody knows their times, as in an array
 */
public record Recording(String name, float[][] values, double start) {

  public Recording {
    for (float[] channel : values) {
      if (channel.length != values[0].length) {
        throw new IllegalArgumentException(
            "the channels of %s have %d and %d steps"
                .formatted(name, values[0].length, channel.length));
      }
    }
  }

  public int steps() {
    return values[0].length;
  }

  public int channels() {
    return values.length;
  }

  /** Puts a window into an array, channel after channel. */
  public void copy(int start, int length, float[] target, int offset) {
    for (int channel = 0; channel < values.length; channel++) {
      System.arraycopy(values[channel], start, target, offset + channel * length, length);
    }
  }

  /** When a step was, as a person reads it; empty when steps are not timed, or nobody knows. */
  public String time(int step, Clock clock) {
    return clock.isTimed() && !Double.isNaN(start) ? clock.time(start + step * clock.step()) : "";
  }
}
