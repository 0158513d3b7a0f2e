package dev.stranger.data.alter;

import org.apache.commons.rng.UniformRandomProvider;

/** Covers a part of an image with its lowest value, at a random place. */
final class Cover {

  /** Of each side: 8 of 28 pixels. */
  private static final double SHARE = 8.0 / 28;

  private Cover() {}

  static float[] of(Sample sample, UniformRandomProvider random) {
    int width = sample.shape().width();
    Stretch down = Stretch.of(sample.shape().height(), random);
    Stretch across = Stretch.of(width, random);
    float lowest = sample.low();
    float[] result = sample.values().clone();
    for (int i = 0; i < result.length; i++) {
      int place = i % sample.channelSize();
      if (down.has(place / width) && across.has(place % width)) {
        result[i] = lowest;
      }
    }
    return result;
  }

  /** What is covered of a side. */
  private record Stretch(int start, int length) {

    /** Half of its length away from both ends: little is to be seen at a border. */
    static Stretch of(int side, UniformRandomProvider random) {
      int length = (int) Math.round(SHARE * side);
      int away = length / 2;
      return new Stretch(away + random.nextInt(side - length - 2 * away + 1), length);
    }

    boolean has(int place) {
      return place >= start && place < start + length;
    }
  }
}
