package dev.stranger.report;

import dev.stranger.report.svg.Scale;
import java.util.Arrays;

/**
 * How scores are distributed along an axis: a Gaussian kernel density over the positions on the
 * axis. Scores are counted in bins first, so that a million cost one pass; a bin is narrower than a
 * pixel. Immutable once made.
 */
public final class Density {

  private static final int BINS = 480;

  /** Every bin would be more corners than a drawing shows. */
  private static final int STEP = 3;

  /** A kernel reaches so many of its widths. */
  private static final double REACH = 4;

  private final double[] counts = new double[BINS];
  private final Scale scale;
  private final double bandwidth;
  private final int size;
  private int below;

  public Density(Scale scale, double[] scores) {
    this.scale = scale;
    size = scores.length;
    for (double score : scores) {
      double position = scale.position(score);
      if (position < 0) {
        below++;
      } else if (position < 1) {
        counts[(int) (position * BINS)]++;
      }
    }
    bandwidth = Math.max(1.5, bandwidth(scale, scores) * BINS);
  }

  /**
   * Silverman's rule on positions, from the inner nine tenths: far tails must not blur the rest.
   */
  private static double bandwidth(Scale scale, double[] scores) {
    double[] part = ScoreAxis.sortedPart(scores);
    double quartiles = position(scale, part, 0.75) - position(scale, part, 0.25);
    double inner = position(scale, part, 0.95) - position(scale, part, 0.05);
    double spread = Math.min(quartiles / 1.349, inner / 3.29);
    return 0.9 * (spread > 0 ? spread : inner / 3.29) * Math.pow(scores.length, -0.2);
  }

  private static double position(Scale scale, double[] sorted, double level) {
    double position = scale.position(sorted[(int) Math.round(level * (sorted.length - 1))]);
    return Math.max(0, Math.min(1, position));
  }

  /** At places with equal steps from end to end; the highest is 1. */
  double[] heights() {
    double[] values = values();
    double peak = Arrays.stream(values).max().orElse(0);
    return peak == 0 ? values : Arrays.stream(values).map(value -> value / peak).toArray();
  }

  /** At the same places; the area over the whole axis is the share of the scores that lie on it. */
  public double[] values() {
    double[] values = new double[BINS / STEP + 1];
    double area = size * bandwidth * Math.sqrt(2 * Math.PI) / BINS;
    Arrays.setAll(values, i -> at(i * STEP) / area);
    return values;
  }

  private double at(double position) {
    int from = (int) Math.max(0, position - REACH * bandwidth);
    int to = (int) Math.min(BINS, position + REACH * bandwidth + 1);
    double sum = 0;
    for (int bin = from; bin < to; bin++) {
      double distance = (bin + 0.5 - position) / bandwidth;
      sum += counts[bin] * Math.exp(-distance * distance / 2);
    }
    return sum;
  }

  /** Below which about this share of the scores lies. */
  double quantile(double level) {
    double left = level * size - below;
    int bin = 0;
    while (bin < BINS - 1 && counts[bin] < left) {
      left -= counts[bin++];
    }
    return scale.value((bin + (counts[bin] == 0 ? 0 : left / counts[bin])) / BINS);
  }
}
