package dev.stranger.score;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;

/** Points of the plane for a {@link SmallDetector}. */
final class Points {

  private Points() {}

  static Dataset of(int count) {
    float[][] points = new float[count][2];
    for (int i = 0; i < count; i++) {
      points[i][0] = i % 7 - 3;
      points[i][1] = i % 5 - 2;
    }
    return MemoryDataset.of("points", Shape.of(2), Range.ANY, points);
  }
}
