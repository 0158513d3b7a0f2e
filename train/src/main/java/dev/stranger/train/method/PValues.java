package dev.stranger.train.method;

import dev.stranger.Calibration;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.Arrays;
import java.util.Map;

/**
 * Writes p-values into a graph: (1 + number of held-out scores that are at least as high) / (n +
 * 1), bit for bit as {@link Calibration}. A score is compared with the smallest of each block of
 * held-out scores, and then with one block: 2 sqrt(n) comparisons instead of n. Few scores are one
 * block, as nodes of a graph take longer than their comparisons.
 *
 * @param blocks held-out scores, highest block first, row after row; the last row is there twice,
 *     for scores below all others
 * @param smallest score of each block
 * @param above one plus the number of held-out scores above the block of that row
 * @param heldOut number of held-out scores
 */
public record PValues(float[] blocks, float[] smallest, float[] above, int heldOut) {

  /** The numbers of ONNX for types. */
  private static final int FLOAT = 1;

  private static final int WHOLE = 7;

  /** Scores in one block, at most. */
  private static final int FEW = 1024;

  public static PValues of(Calibration calibration) {
    float[] ascending = calibration.scores();
    int size =
        ascending.length <= FEW ? ascending.length : (int) Math.ceil(Math.sqrt(ascending.length));
    int count = (ascending.length + size - 1) / size;
    float[] blocks = new float[(count + 1) * size];
    float[] smallest = new float[count];
    float[] above = new float[count + 1];
    for (int block = 0; block <= count; block++) {
      // Where scores run out, a block overlaps the one before.
      int start = Math.max(0, ascending.length - (block + 1) * size);
      System.arraycopy(ascending, start, blocks, block * size, size);
      above[block] = 1f + (ascending.length - size - start);
      if (block < count) {
        smallest[block] = ascending[start];
      }
    }
    return new PValues(blocks, smallest, above, ascending.length);
  }

  /**
   * @param scores N x 1
   * @return N
   */
  public String write(OnnxGraph graph, String scores) {
    if (smallest.length == 1) {
      String row = graph.constant(Arrays.copyOf(blocks, heldOut), 1, heldOut);
      return share(graph, graph.constant(1), count(graph, row, scores, FLOAT));
    }
    String all = graph.constant(smallest, 1, smallest.length);
    String block = count(graph, all, scores, WHOLE);
    String table = graph.constant(blocks, above.length, blocks.length / above.length);
    String within = count(graph, graph.node("Gather", table, block), scores, FLOAT);
    String before = graph.node("Gather", graph.constant(above, above.length), block);
    return share(graph, before, within);
  }

  private String share(OnnxGraph graph, String before, String within) {
    return graph.node("Div", graph.add(before, within), graph.constant(heldOut + 1));
  }

  /** How many numbers of a row are at least as high as the score of the sample. */
  private static String count(OnnxGraph graph, String row, String scores, int type) {
    String atLeast = graph.node("GreaterOrEqual", row, scores);
    String ones = graph.node("Cast", Map.of("to", type), atLeast);
    return graph.node("ReduceSum", Map.of("keepdims", 0), ones, graph.integers(1));
  }
}
