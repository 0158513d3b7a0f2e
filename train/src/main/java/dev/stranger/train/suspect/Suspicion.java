package dev.stranger.train.suspect;

import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.baseline.IsolationForest;
import dev.stranger.train.neighbour.Whitening;
import dev.stranger.train.onnx.FloatRows;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * How strange a row is among others, in three ways that a few strangers cannot bend, even if they
 * are all alike: the distance to the nearest fifth of some rows (the distance to a measure of
 * Chazal, Cohen-Steiner and Merigot, 2011), the same with correlations taken out, and an isolation
 * forest, whose trees see few rows each.
 *
 * @param rows that are compared with, row after row
 * @param whitening of rows, row after row
 * @param scale of whitened rows: strangers stretch the covariance too
 * @param whitened the rows that are compared with
 */
record Suspicion(
    float[] rows, float[] whitening, RobustScale scale, float[] whitened, IsolationForest forest) {

  /** Strangers that are fewer than that cannot be near to this many of the rows. */
  private static final double NEAREST = 1 - Bulk.NORMAL;

  private static final int MOST_ROWS = 1000;

  /** As in the whitened distance of the score. */
  private static final double SHRINKAGE = 0.1;

  /** What the three ways say of a row. */
  record Measures(double distance, double whitened, double isolation) {}

  /**
   * @param some rows in random order
   */
  static Suspicion fit(float[][] some, long seed) {
    int width = some[0].length;
    float[] whitening = whitening(some, width);
    RobustScale scale =
        RobustScale.of(
            Arrays.stream(some).map(row -> turned(row, whitening)).toArray(float[][]::new));
    int count = Math.min(MOST_ROWS, some.length);
    float[] rows = new float[count * width];
    float[] whitened = new float[count * width];
    for (int i = 0; i < count; i++) {
      System.arraycopy(some[i], 0, rows, i * width, width);
      System.arraycopy(scale.apply(turned(some[i], whitening)), 0, whitened, i * width, width);
    }
    MemoryDataset data = MemoryDataset.of("rows", Shape.of(width), Range.ANY, some);
    return new Suspicion(rows, whitening, scale, whitened, IsolationForest.fit(data, seed));
  }

  private static float[] whitening(float[][] some, int width) {
    double[] mean = new double[width];
    for (float[] row : some) {
      for (int i = 0; i < width; i++) {
        mean[i] += row[i] / some.length;
      }
    }
    DMatrixRMaj centred = new DMatrixRMaj(some.length, width);
    for (int i = 0; i < some.length * width; i++) {
      centred.data[i] = some[i / width][i % width] - mean[i % width];
    }
    return FloatRows.of(Whitening.of(centred, SHRINKAGE));
  }

  private static float[] turned(float[] row, float[] whitening) {
    int width = row.length;
    float[] turned = new float[width];
    for (int i = 0; i < width; i++) {
      for (int j = 0; j < width; j++) {
        turned[j] += row[i] * whitening[i * width + j];
      }
    }
    return turned;
  }

  /**
   * @param own its place behind all rows that were given to {@link #fit}, or among them: none is
   *     compared with itself
   */
  Measures of(float[] row, int own) {
    return new Measures(
        distance(rows, row, own),
        distance(whitened, scale.apply(turned(row, whitening)), own),
        forest.score(row));
  }

  /** The root of the mean square of the distances to the nearest rows. */
  private static double distance(float[] rows, float[] row, int own) {
    int count = rows.length / row.length;
    float[] squares = new float[count];
    for (int other = 0; other < count; other++) {
      float sum = 0;
      for (int i = 0, at = other * row.length; i < row.length; i++, at++) {
        float way = row[i] - rows[at];
        sum += way * way;
      }
      squares[other] = other == own ? Float.POSITIVE_INFINITY : sum;
    }
    Arrays.sort(squares);
    int nearest = (int) Math.max(1, NEAREST * count);
    double sum = 0;
    for (int i = 0; i < nearest; i++) {
      sum += squares[i];
    }
    return Math.sqrt(sum / nearest);
  }
}
