package dev.stranger.data.generate;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Pictures of a few curved pen strokes, white on black, 64x64: they look like writing without being
 * any letter. Takes about a millisecond a picture. Immutable and thread-safe.
 */
public final class Strokes {

  private static final int SIDE = 64;
  private static final int STEPS = 24;
  private static final double MARGIN = 10;

  private Strokes() {}

  /**
   * Sample {@code i} depends only on the seed and {@code i}.
   *
   * @throws DataException when the size is not positive
   */
  public static Dataset sample(long size, long seed) {
    RandomStreams streams = new RandomStreams(seed, SIDE);
    Header header =
        new Header(
            "strokes:size=%d,seed=%d".formatted(size, seed),
            Shape.image(1, SIDE, SIDE),
            Range.GREY_LEVELS,
            Sizes.positive("strokes", size),
            List.of());
    return new GeneratedDataset(
        header,
        () ->
            (index, target, offset) -> {
              draw(streams.at(index), target, offset);
              return Cursor.NO_LABEL;
            });
  }

  private static void draw(UniformRandomProvider random, float[] target, int offset) {
    Arrays.fill(target, offset, offset + SIDE * SIDE, 0);
    double radius = 1.2 + 1.6 * random.nextDouble();
    int strokes = 1 + random.nextInt(3);
    double[] from = point(random);
    for (int i = 0; i < strokes; i++) {
      double[] bend = point(random);
      double[] to = point(random);
      for (int step = 0; step < STEPS; step++) {
        double[] start = onCurve(from, bend, to, step / (double) STEPS);
        double[] end = onCurve(from, bend, to, (step + 1) / (double) STEPS);
        drawLine(start, end, radius, target, offset);
      }
      from = to;
    }
  }

  private static double[] point(UniformRandomProvider random) {
    double width = SIDE - 2 * MARGIN;
    return new double[] {
      MARGIN + width * random.nextDouble(), MARGIN + width * random.nextDouble()
    };
  }

  /** A point of the quadratic Bezier curve. */
  private static double[] onCurve(double[] from, double[] bend, double[] to, double t) {
    double[] point = new double[2];
    for (int i = 0; i < 2; i++) {
      point[i] = (1 - t) * (1 - t) * from[i] + 2 * t * (1 - t) * bend[i] + t * t * to[i];
    }
    return point;
  }

  private static void drawLine(
      double[] from, double[] to, double radius, float[] target, int offset) {
    int reach = (int) Math.ceil(radius + 1);
    int left = (int) Math.max(0, Math.min(from[0], to[0]) - reach);
    int right = (int) Math.min(SIDE - 1, Math.max(from[0], to[0]) + reach);
    int top = (int) Math.max(0, Math.min(from[1], to[1]) - reach);
    int bottom = (int) Math.min(SIDE - 1, Math.max(from[1], to[1]) + reach);
    for (int y = top; y <= bottom; y++) {
      for (int x = left; x <= right; x++) {
        double ink = radius + 0.5 - distance(x + 0.5, y + 0.5, from, to);
        int at = offset + y * SIDE + x;
        target[at] = Math.max(target[at], Math.round(255 * Math.max(0, Math.min(1, ink))));
      }
    }
  }

  private static double distance(double x, double y, double[] from, double[] to) {
    double dx = to[0] - from[0];
    double dy = to[1] - from[1];
    double length = dx * dx + dy * dy;
    double along = length == 0 ? 0 : ((x - from[0]) * dx + (y - from[1]) * dy) / length;
    double t = Math.max(0, Math.min(1, along));
    return Math.hypot(x - from[0] - t * dx, y - from[1] - t * dy);
  }
}
