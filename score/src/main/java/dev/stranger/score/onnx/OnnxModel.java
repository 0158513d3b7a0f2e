package dev.stranger.score.onnx;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/**
 * What an ONNX model consists of, as far as it matters before it runs.
 *
 * @param graphs the main one first, then those within nodes, and functions
 * @param properties the metadata
 * @param versions of the operators of each domain, which decide what they mean
 */
record OnnxModel(List<Graph> graphs, Map<String, String> properties, Map<String, Long> versions) {

  /** ONNX's numbers of these types. */
  static final int FLOAT = 1;

  static final int INT64 = 7;
  static final int BOOLEAN = 9;

  Graph main() {
    return graphs.get(0);
  }

  /**
   * @param constants by name, the inputs of nodes that are part of the model
   * @param others tensors that are no plain constants: values of attributes and parts of sparse
   *     ones
   */
  record Graph(
      List<Node> nodes,
      Map<String, Tensor> constants,
      Map<String, Input> inputs,
      List<Tensor> others) {}

  /**
   * @param domain empty for ONNX's own operators
   * @param numbers attributes that are whole numbers, or lists of them
   * @param others how many values all other attributes have, such as floats and texts
   */
  record Node(
      String domain,
      String operator,
      List<String> inputs,
      List<String> outputs,
      Map<String, long[]> numbers,
      Map<String, Integer> others) {

    /** The operator as {@link AllowedOperators} names it. */
    String name() {
      return domain.isEmpty() ? operator : domain + "." + operator;
    }
  }

  /**
   * @param type ONNX's number of the type of an element
   * @param external whether the values are said to be in another file
   * @param values as raw bytes, empty when they are kept in another way
   */
  record Tensor(String name, int type, long[] dimensions, boolean external, ByteBuffer values) {}

  /**
   * @param dimensions 0 where any number will do
   */
  record Input(int type, long[] dimensions) {}
}
