package dev.stranger.score.onnx;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an ONNX model consists of, as far as it matters before it runs.
 *
 * @param within graphs that are attributes of nodes, and functions
 * @param properties the metadata
 * @param versions of the operators of each domain, which decide what they mean
 */
record OnnxModel(
    Graph main, List<Graph> within, Map<String, String> properties, Map<String, Long> versions) {

  /** ONNX's numbers of these types. */
  static final int FLOAT = 1;

  static final int INT64 = 7;
  static final int BOOLEAN = 9;

  /**
   * @param constants by name, the inputs of nodes that are part of the model
   * @param others tensors that are no plain constants: values of attributes and parts of sparse
   *     ones
   */
  record Graph(
      List<Node> nodes,
      Map<String, Tensor> constants,
      Map<String, Value> inputs,
      Map<String, Value> outputs,
      List<Tensor> others) {

    /** To be filled. */
    static Graph empty() {
      return new Graph(
          new ArrayList<>(),
          new HashMap<>(),
          new LinkedHashMap<>(),
          new LinkedHashMap<>(),
          new ArrayList<>());
    }
  }

  /**
   * @param domain empty for ONNX's own operators
   */
  record Node(
      String domain,
      String operator,
      List<String> inputs,
      List<String> outputs,
      Map<String, Attribute> attributes) {

    /** The operator as {@link AllowedOperators} names it. */
    String name() {
      return domain.isEmpty() ? operator : domain + "." + operator;
    }

    /**
     * An attribute that is a whole number or a list of them; the usual ones where it is missing.
     */
    long[] numbers(String attribute, long... usual) {
      Attribute found = attributes.get(attribute);
      return found == null ? usual : found.numbers();
    }

    /** How many floats or texts an attribute has. */
    int count(String attribute) {
      Attribute found = attributes.get(attribute);
      return found == null ? 0 : found.count();
    }
  }

  /**
   * @param type ONNX's number of the type of an element
   * @param external whether the values are said to be in another file
   * @param values as raw bytes, empty when they are kept in another way
   */
  record Tensor(String name, int type, long[] dimensions, boolean external, ByteBuffer values) {}

  /**
   * What goes in or comes out.
   *
   * @param dimensions 0 where any number will do
   */
  record Value(int type, long[] dimensions) {

    /** No tensor. */
    static final Value OTHER = new Value(0, new long[0]);
  }
}
