package dev.stranger.data.generate;

import java.util.Arrays;

/**
 * Draws one sprite on a canvas of 64 x 64 grey levels. Takes some microseconds; belongs to one
 * thread.
 */
final class SpritePen {

  static final int SIDE = 64;

  private static final float BLACK = 0;
  private static final float WHITE = 255;

  /** A pixel is white when this much of it is covered. */
  private static final double WHITE_FROM = 0.909;

  private final PolygonCoverage coverage = new PolygonCoverage(SIDE, SIDE);

  void draw(Polygon outline, float[] target, int offset) {
    Arrays.fill(target, offset, offset + SIDE * SIDE, BLACK);
    coverage.of(
        outline,
        (column, row, covered) -> {
          if (covered >= WHITE_FROM) {
            target[offset + row * SIDE + column] = WHITE;
          }
        });
  }
}
