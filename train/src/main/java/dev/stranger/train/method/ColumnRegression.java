package dev.stranger.train.method;

import dev.stranger.prepare.NumberFact;
import dev.stranger.prepare.TableEncoding;
import dev.stranger.prepare.TableFit;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * What the other columns of a prepared row say of each: linear regression of all values of a column
 * on those of all other columns, with a ridge. Values count up to a limit, and gaps of numbers as
 * usual values, so that one wild value hardly spoils what is expected of the others.
 *
 * @param means of the values of prepared rows
 * @param weights the regressions of all values side by side, row after row: a value has no weight
 *     for its own column; empty when the rows are too wide, then the means are expected
 */
record ColumnRegression(float[] means, float[] weights) {

  /** Of prepared rows; wider ones would make the file and each verdict dear. */
  private static final int WIDEST = 512;

  private static final int MOST_ROWS = 10_000;
  private static final float FARTHEST = 5;

  /** Values have a variance of about 1. The fewer the rows, the less their covariances count. */
  private static final double SMALLEST_RIDGE = 0.01;

  /**
   * @param rows of the table, in which the first ones stand for all
   */
  static ColumnRegression fit(
      TableEncoding encoding, TableFit.Rows rows, TableFit.Together together) {
    int width = encoding.width();
    boolean isWide = width > WIDEST;
    double[] own = new double[1 + width + (isWide ? 0 : width * width)];
    rows.forEach(
        row -> {
          if (own[0] < MOST_ROWS) {
            own[0]++;
            add(bounded(encoding, row), own, isWide);
          }
        });
    double[] sums = together.sum(own);
    float[] means = new float[width];
    for (int i = 0; i < width; i++) {
      means[i] = (float) (sums[1 + i] / sums[0]);
    }
    return new ColumnRegression(
        means, isWide ? new float[0] : weights(sums, width, encoding.sources()));
  }

  private static void add(float[] prepared, double[] sums, boolean isWide) {
    int width = prepared.length;
    for (int i = 0; i < width; i++) {
      sums[1 + i] += prepared[i];
      for (int k = 0; !isWide && prepared[i] != 0 && k < width; k++) {
        sums[1 + width + i * width + k] += (double) prepared[i] * prepared[k];
      }
    }
  }

  private static float[] bounded(TableEncoding encoding, float[] row) {
    float[] prepared = encoding.apply(row);
    for (int i = 0; i < prepared.length; i++) {
      boolean isMissing =
          i < encoding.numbers().size() && Float.isNaN(row[encoding.numbers().get(i).column()]);
      prepared[i] = isMissing ? 0 : Math.max(-FARTHEST, Math.min(FARTHEST, prepared[i]));
    }
    return prepared;
  }

  /**
   * The precision matrix P has all regressions: those of the values g of a column on the others o
   * are - inverse(P_gg) P_go.
   */
  private static float[] weights(double[] sums, int width, int[] sources) {
    double ridge = SMALLEST_RIDGE + width / sums[0];
    DMatrixRMaj precision = new DMatrixRMaj(width, width);
    for (int i = 0; i < width; i++) {
      for (int k = 0; k < width; k++) {
        double product = sums[1 + width + i * width + k] / sums[0];
        double means = sums[1 + i] / sums[0] * (sums[1 + k] / sums[0]);
        precision.set(i, k, product - means + (i == k ? ridge : 0));
      }
    }
    CommonOps_DDRM.invert(precision);
    float[] weights = new float[width * width];
    for (int column : Arrays.stream(sources).distinct().toArray()) {
      int[] own = IntStream.range(0, width).filter(i -> sources[i] == column).toArray();
      int[] all = IntStream.range(0, width).toArray();
      DMatrixRMaj block = picked(precision, own, own);
      CommonOps_DDRM.invert(block);
      DMatrixRMaj regression = new DMatrixRMaj(own.length, width);
      CommonOps_DDRM.mult(-1, block, picked(precision, own, all), regression);
      for (int i = 0; i < own.length; i++) {
        for (int k = 0; k < width; k++) {
          weights[k * width + own[i]] = sources[k] == column ? 0 : (float) regression.get(i, k);
        }
      }
    }
    return weights;
  }

  private static DMatrixRMaj picked(DMatrixRMaj matrix, int[] rows, int[] columns) {
    DMatrixRMaj picked = new DMatrixRMaj(rows.length, columns.length);
    CommonOps_DDRM.extract(matrix, rows, rows.length, columns, columns.length, picked);
    return picked;
  }

  /**
   * Adds its nodes behind rows and what was prepared of them.
   *
   * @return prepared rows, in which every column is as expected from the others
   */
  String write(OnnxGraph graph, TableEncoding encoding, String x, String prepared) {
    String usual = graph.constant(means, means.length);
    if (weights.length == 0) {
      return graph.add(graph.mul(prepared, graph.constant(0)), usual);
    }
    String known = encoding.numbers().isEmpty() ? prepared : known(graph, encoding, x, prepared);
    String bounded = graph.node("Clip", known, graph.constant(-FARTHEST), graph.constant(FARTHEST));
    String matrix = graph.constant(weights, means.length, means.length);
    return graph.add(graph.matmul(graph.sub(bounded, usual), matrix), usual);
  }

  /** Without what stands for gaps of numbers. */
  private static String known(OnnxGraph graph, TableEncoding encoding, String x, String prepared) {
    List<NumberFact> facts = encoding.numbers();
    long[] columns = facts.stream().mapToLong(NumberFact::column).toArray();
    String read = graph.node("Gather", Map.of("axis", 1), x, graph.integers(columns));
    String numbers = graph.slice(prepared, 1, 0, facts.size());
    List<String> parts = new ArrayList<>();
    parts.add(graph.node("Where", graph.node("IsNaN", read), graph.constant(0), numbers));
    if (facts.size() < encoding.width()) {
      parts.add(graph.slice(prepared, 1, facts.size(), encoding.width()));
    }
    return parts.size() == 1 ? parts.get(0) : graph.concat(parts);
  }
}
