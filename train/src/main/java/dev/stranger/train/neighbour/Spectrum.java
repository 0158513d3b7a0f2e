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

  int count() {
    return NAMES.size() * BANDS;
  }

  private static int tile(int side) {
    return side <= LONGEST ? side : TILE;
  }

  /**
   * @param x samples in their shape
   * @param output of the decoder, in the same shape
   * @return N x {@link #count}: the bands of the sample, then those of the residual
   */
  String write(OnnxGraph graph, String x, String output) {
    String frequencies = tiles(graph, graph.concat(List.of(x, graph.sub(x, output))));
    List<Integer> sides = sides(shape);
    int last = sides.size() + 2;
    for (int axis = sides.size() - 1; axis >= 0; axis--) {
      int length = tile(sides.get(axis));
      String transform = graph.constant(cosines(length), length, length);
      frequencies = graph.matmul(frequencies, transform);
      if (axis > 0) { // a product goes along the last axis: the next one comes there
        frequencies = graph.node("Transpose", swapped(last), frequencies);
      }
    }
    String power = graph.mul(frequencies, frequencies);
    String ofAllTiles = graph.node("ReduceSum", Map.of("keepdims", 0), power, graph.integers(2));
    float[] bands = bands();
    long size = bands.length / BANDS;
    String rows = graph.node("Reshape", ofAllTiles, graph.integers(0, NAMES.size(), size));
    return graph.rows(graph.matmul(rows, graph.constant(bands, size, BANDS)));
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

  private static Map<String, Object> swapped(int last) {
    long[] order = new long[last + 1];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    order[last] = last - 1;
    order[last - 1] = last;
    return Map.of("perm", order);
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

  /** For each frequency of a tile, in the order of the transformed tile: 1 in its band. */
  private float[] bands() {
    List<Integer> sides = sides(shape);
    int first = tile(sides.get(0));
    int second = sides.size() == 1 ? 1 : tile(sides.get(1));
    float[] bands = new float[first * second * BANDS];
    for (int k = 0; k < first * second; k++) {
      // Across and down have changed places on the way.
      double down = (double) (k % first) / first;
      double across = (double) (k / first) / second;
      double squares = down * down + across * across;
      int band = (int) (BANDS * Math.sqrt(squares / sides.size()));
      bands[k * BANDS + band] = 1;
    }
    return bands;
  }
}
