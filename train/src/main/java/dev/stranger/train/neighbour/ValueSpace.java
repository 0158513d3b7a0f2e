package dev.stranger.train.neighbour;

import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.baseline.KernelDensity;
import dev.stranger.train.onnx.FloatRows;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.jspecify.annotations.Nullable;

/**
 * Where samples lie by their values alone, among training samples: how dense these are there, and
 * how far the nearest are when correlations are taken out. The latter tells what breaks a relation
 * between columns; it is left out where there are too many of them. Values count as they are near
 * the mean, and by their logarithm in the tails, {@code 3 asinh(x / 3)}: otherwise a single huge
 * value would decide a distance alone.
 *
 * @param points training samples, their values bent
 * @param bandwidth of a Gaussian bell around each of them, see {@link KernelDensity}
 * @param whitening from bent values to whitened ones, or empty
 * @param whitened the points, or null
 */
public record ValueSpace(
    NearestPoints points, double bandwidth, float[] whitening, @Nullable NearestPoints whitened) {

  /** In words, in the order of {@link #writeDistances}. */
  private static final List<String> NAMES =
      List.of("density of training samples", "whitened distance to training samples");

  private static final int MOST_POINTS = 5000;
  private static final int MOST_VALUES = 1 << 22;
  private static final int NEIGHBOURS = 10;

  /** The matrix has the square of it, and its time the cube. */
  private static final int WIDEST_WHITENED = 2048;

  /**
   * Of at least as many columns as rows. A new row lies farther from where such rows vary than any
   * of them, and much shrinkage would hide how far.
   */
  private static final double SHRINKAGE_OF_WIDE = 0.1;

  /** Where the logarithm begins, for numbers of deviation 1. */
  private static final double TAIL = 3;

  /** Training samples whose distances to the others are looked at. */
  private static final int MOST_ASKED = 1000;

  /**
   * @param rows of training samples as the network sees them, at least two, row after row
   */
  static ValueSpace fit(float[] rows, int width) {
    float[] some = spread(rows, width, (int) kept(rows.length / width, width));
    for (int i = 0; i < some.length; i++) {
      some[i] = bent(some[i]);
    }
    NearestPoints points = points(some, width);
    double bandwidth = KernelDensity.fit(dataset(some, width)).bandwidth();
    if (width > WIDEST_WHITENED) {
      return new ValueSpace(points, bandwidth, new float[0], null);
    }
    DMatrixRMaj matrix = matrix(some, width);
    DMatrixRMaj whitening = Whitening.of(centred(matrix), shrinkage(matrix.numRows, width));
    DMatrixRMaj whitened = new DMatrixRMaj(matrix.numRows, width);
    CommonOps_DDRM.mult(matrix, whitening, whitened);
    return new ValueSpace(
        points, bandwidth, FloatRows.of(whitening), points(FloatRows.of(whitened), width));
  }

  /** How much of the correlations between columns is disbelieved. */
  static double shrinkage(int rows, int width) {
    return rows > width ? Whitening.SHRINKAGE : SHRINKAGE_OF_WIDE;
  }

  private static NearestPoints points(float[] rows, int width) {
    int others = rows.length / width - 1;
    return new NearestPoints(rows, width, Math.min(NEIGHBOURS, others));
  }

  private static long kept(long samples, int width) {
    return Math.min(samples, Math.max(2, Math.min(MOST_POINTS, MOST_VALUES / width)));
  }

  /** What it takes in a file, nearly. */
  static long fileBytes(long samples, int width) {
    long points = kept(samples, width) * (width + 1L);
    return Float.BYTES * (width > WIDEST_WHITENED ? points : 2 * points + (long) width * width);
  }

  private static float[] spread(float[] rows, int width, int kept) {
    int count = rows.length / width;
    float[] some = new float[kept * width];
    for (int i = 0; i < kept; i++) {
      int row = (int) ((long) i * count / kept);
      System.arraycopy(rows, row * width, some, i * width, width);
    }
    return some;
  }

  /** Of a prepared value. */
  public static float bent(float value) {
    double size = Math.abs(value / TAIL);
    return (float) (Math.signum(value) * TAIL * Math.log(size + Math.sqrt(size * size + 1)));
  }

  private static MemoryDataset dataset(float[] rows, int width) {
    float[][] samples = new float[rows.length / width][];
    Arrays.setAll(samples, i -> Arrays.copyOfRange(rows, i * width, (i + 1) * width));
    return MemoryDataset.of("training samples", Shape.of(width), Range.ANY, samples);
  }

  private static DMatrixRMaj matrix(float[] rows, int width) {
    DMatrixRMaj matrix = new DMatrixRMaj(rows.length / width, width);
    for (int i = 0; i < rows.length; i++) {
      matrix.data[i] = rows[i];
    }
    return matrix;
  }

  private static DMatrixRMaj centred(DMatrixRMaj rows) {
    DMatrixRMaj centred = rows.copy();
    for (int column = 0; column < rows.numCols; column++) {
      double mean = 0;
      for (int row = 0; row < rows.numRows; row++) {
        mean += rows.get(row, column) / rows.numRows;
      }
      for (int row = 0; row < rows.numRows; row++) {
        centred.set(row, column, rows.get(row, column) - mean);
      }
    }
    return centred;
  }

  /** What {@link #writeDistances} are, in words. */
  List<String> names() {
    return whitened == null ? NAMES.subList(0, 1) : NAMES;
  }

  /**
   * @param rows N x width
   * @return one for each of {@link #names}, N x 1
   */
  List<String> writeDistances(OnnxGraph graph, String rows) {
    String bent = writeBent(graph, rows);
    String density = writeSoft(graph, graph.node("Relu", points.squaredDistances(graph, bent)));
    if (whitened == null) {
      return List.of(density);
    }
    int width = points.width();
    String turned = graph.matmul(bent, graph.constant(whitening, width, width));
    return List.of(density, whitened.writeMean(graph, turned));
  }

  private static String writeBent(OnnxGraph graph, String rows) {
    String part = graph.mul(rows, graph.constant(1 / TAIL));
    String size = graph.node("Abs", part);
    String squares = graph.add(graph.mul(part, part), graph.constant(1));
    String logarithm = graph.node("Log", graph.add(size, graph.node("Sqrt", squares)));
    return graph.mul(graph.node("Sign", part), graph.mul(logarithm, graph.constant(TAIL)));
  }

  /** The squared distance at which one point alone would make the same density. */
  private String writeSoft(OnnxGraph graph, String squares) {
    double unit = 2 * bandwidth * bandwidth;
    String nearest =
        graph.node("ReduceMin", Map.of("axes", new long[] {1}, "keepdims", 1), squares);
    String beyond = graph.mul(graph.sub(squares, nearest), graph.constant(-1 / unit));
    String bells = graph.node("Log", graph.rowSum(graph.node("Exp", beyond)));
    String less =
        graph.mul(graph.sub(graph.constant(Math.log(points.count())), bells), graph.constant(unit));
    return graph.add(nearest, less);
  }

  /** Of each distance what it testifies, by those of training samples to the others. */
  List<Testimony> testimonies() {
    double[] soft =
        IntStream.of(asked(points.count()))
            .parallel()
            .mapToDouble(i -> soft(points.squaresToOthers(i)))
            .toArray();
    Testimony density = Testimony.of(soft);
    return whitened == null
        ? List.of(density)
        : List.of(density, Testimony.of(leavingOneOut(whitened)));
  }

  /** Mean distances of some of the points to their nearest others. */
  static double[] leavingOneOut(NearestPoints points) {
    return distancesToOthers(points, IntStream.of(asked(points.count())));
  }

  /**
   * @param asked which of the points
   */
  static double[] distancesToOthers(NearestPoints points, IntStream asked) {
    return asked
        .parallel()
        .mapToDouble(i -> mean(points.squaresToOthers(i), points.neighbours()))
        .toArray();
  }

  private static int[] asked(int count) {
    int some = Math.min(MOST_ASKED, count);
    return IntStream.range(0, some).map(i -> (int) ((long) i * count / some)).toArray();
  }

  private static double mean(double[] squares, int neighbours) {
    return Arrays.stream(squares)
        .sorted()
        .limit(Math.min(neighbours, squares.length - 1))
        .map(Math::sqrt)
        .average()
        .orElse(0);
  }

  private double soft(double[] squares) {
    double unit = 2 * bandwidth * bandwidth;
    double nearest = Arrays.stream(squares).min().orElse(0);
    double bells = Arrays.stream(squares).map(square -> Math.exp((nearest - square) / unit)).sum();
    return nearest + unit * (Math.log(squares.length - 1) - Math.log(bells));
  }
}
