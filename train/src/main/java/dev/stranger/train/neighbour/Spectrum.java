package dev.stranger.train.neighbour;

import dev.stranger.Shape;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
import java.util.Map;

/**
 * The power of a sample, and of what its reconstruction misses, in bands of frequency from coarse
 * to fine. Photographs of another kind may have errors of the usual size in details of an unusual
 * size. Frequencies are those of the cosine transform: in time, or across and down an image. Long
 * sides are cut into tiles, as a transform of n values takes n products for each.
 *
 * <p>The transform keeps lengths, and the energy of differences between neighbours is its power,
 * each frequency k of n with the weight 2 - 2 cos(pi k / n). So both are further columns here where
 * nothing is cut, and cost no nodes of their own.
 */
record Spectrum(Shape shape) {

  static final int BANDS = 5;

  /** Of the sample, and of the residual. */
  static final List<String> NAMES = List.of("spectrum of the sample", "spectrum of the residual");

  private static final int SHORTEST = 8;
  private static final int LONGEST = 64;
  private static final int TILE = 32;

  /** Whether samples have an order, and sides long enough for frequencies. */
  static boolean suits(Shape shape) {
    return shape.rank() > 1 && sides(shape).stream().allMatch(side -> side >= SHORTEST);
  }

  private static List<Integer> sides(Shape shape) {
    return shape.dimensions().subList(1, shape.rank());
  }

  /** Columns of the sample, and as many of the residual. */
  static final int COLUMNS = BANDS + 2;

  /** The column of the sum of squares, after the bands. */
  static final int ENERGY = BANDS;

  /** The column of the energy of differences between neighbours. */
  static final int ROUGHNESS = BANDS + 1;

  /** Whether a transform sees all of a sample, so that its energy and roughness are exact. */
  boolean isWhole() {
    return sides(shape).stream().allMatch(side -> tile(side) == side);
  }

  private static int tile(int side) {
    return side <= LONGEST ? side : TILE;
  }

  /**
   * @param x samples in their shape
   * @param output of the decoder, in the same shape
   * @return N x 2 {@link #COLUMNS}: those of the sample, then those of the residual
   */
  String write(OnnxGraph graph, String x, String output) {
    String frequencies = tiles(graph, graph.concat(List.of(x, graph.sub(x, output))));
    List<Integer> sides = sides(shape);
    if (sides.size() > 1) {
      int height = tile(sides.get(0));
      String down = graph.constant(transposed(cosines(height), height), height, height);
      frequencies = graph.matmul(down, frequencies);
    }
    int width = tile(sides.get(sides.size() - 1));
    frequencies = graph.matmul(frequencies, graph.constant(cosines(width), width, width));
    String power = graph.mul(frequencies, frequencies);
    if (shape.channels() > 1 || !isWhole()) {
      power = graph.node("ReduceSum", Map.of("keepdims", 0), power, graph.integers(2));
    }
    float[] columns = columns();
    long size = columns.length / COLUMNS;
    String rows = graph.node("Reshape", power, graph.integers(0, NAMES.size(), size));
    return graph.rows(graph.matmul(rows, graph.constant(columns, size, COLUMNS)));
  }

  /** N x 2 x (channels and tiles) x sides of a tile; what fills no tile is left out. */
  private String tiles(OnnxGraph graph, String both) {
    List<Integer> sides = sides(shape);
    String cut = both;
    long[] split = new long[2 + 2 * sides.size()]; // N, channels, then tiles and side of a tile
    long[] order = new long[split.length];
    long[] joined = new long[3 + sides.size()];
    split[1] = 2L * shape.channels();
    order[1] = 1;
    joined[1] = NAMES.size();
    joined[2] = -1;
    boolean whole = true;
    for (int i = 0; i < sides.size(); i++) {
      int side = sides.get(i);
      int tile = tile(side);
      cut = side % tile == 0 ? cut : graph.slice(cut, 2 + i, 0, side - side % tile);
      split[2 + 2 * i] = side / tile;
      split[3 + 2 * i] = tile;
      order[2 + i] = 2 + 2L * i;
      order[2 + sides.size() + i] = 3 + 2L * i;
      joined[3 + i] = tile;
      whole &= tile == side;
    }
    if (!whole) {
      String parts = graph.node("Reshape", cut, graph.integers(split));
      cut = graph.node("Transpose", Map.of("perm", order), parts);
    }
    return graph.node("Reshape", cut, graph.integers(joined));
  }

  /** The orthonormal cosine transform of rows: one column a frequency. */
  static float[] cosines(int length) {
    float[] matrix = new float[length * length];
    for (int place = 0; place < length; place++) {
      for (int k = 0; k < length; k++) {
        double norm = Math.sqrt((k == 0 ? 1.0 : 2.0) / length);
        matrix[place * length + k] =
            (float) (norm * Math.cos(Math.PI * (place + 0.5) * k / length));
      }
    }
    return matrix;
  }

  private static float[] transposed(float[] square, int side) {
    float[] transposed = new float[square.length];
    for (int i = 0; i < square.length; i++) {
      transposed[i % side * side + i / side] = square[i];
    }
    return transposed;
  }

  /** What each frequency of a tile, in the order of the transformed tile, adds to each column. */
  private float[] columns() {
    List<Integer> sides = sides(shape);
    int width = tile(sides.get(sides.size() - 1));
    int height = sides.size() == 1 ? 1 : tile(sides.get(0));
    float[] columns = new float[height * width * COLUMNS];
    for (int k = 0; k < height * width; k++) {
      double down = (double) (k / width) / height;
      double across = (double) (k % width) / width;
      double squares = down * down + across * across;
      int band = (int) (BANDS * Math.sqrt(squares / sides.size()));
      columns[k * COLUMNS + band] = 1;
      columns[k * COLUMNS + ENERGY] = 1;
      columns[k * COLUMNS + ROUGHNESS] = (float) (difference(down) + difference(across));
    }
    return columns;
  }

  /** The power of the differences between neighbours of a wave, of its own. */
  private static double difference(double frequency) {
    return 2 - 2 * Math.cos(Math.PI * frequency);
  }
}
