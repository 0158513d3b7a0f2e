package dev.stranger.score.onnx;

import dev.stranger.score.onnx.OnnxModel.Graph;
import dev.stranger.score.onnx.OnnxModel.Input;
import dev.stranger.score.onnx.OnnxModel.Node;
import dev.stranger.score.onnx.OnnxModel.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much a graph computes for a batch, known from its shapes alone.
 *
 * @param bytes of everything that is computed on the way; a runtime needs less, as it uses memory
 *     again
 * @param products of numbers
 */
record GraphSize(long bytes, long products) {

  private static final int MOST_DIMENSIONS = 8;
  private static final int MOST_NUMBERS = 1 << 16;

  /**
   * @throws MalformedModelException when shapes do not fit, or cannot be known beforehand
   */
  static GraphSize of(Graph graph, int batch) {
    try {
      return new Walk(graph, batch).size();
    } catch (ArithmeticException e) {
      throw new MalformedModelException("it computes tensors larger than any memory");
    }
  }

  private static final class Walk {

    private final Graph graph;
    private final Map<String, long[]> shapes = new HashMap<>();
    private final Map<String, long[]> known = new HashMap<>();
    private long elements;
    private long products;

    Walk(Graph graph, int batch) {
      this.graph = graph;
      graph.inputs().forEach((name, input) -> shapes.put(name, shape(name, input, batch)));
      graph.constants().values().forEach(this::add);
    }

    private static long[] shape(String name, Input input, int batch) {
      long[] shape = input.dimensions().clone();
      if (shape.length > 0 && shape[0] <= 0) {
        shape[0] = batch;
      }
      requirePlain(name, shape);
      return shape;
    }

    private void add(Tensor tensor) {
      shapes.put(tensor.name(), tensor.dimensions());
      if (tensor.type() == OnnxModel.INT64 && tensor.dimensions().length < 2) {
        known.put(tensor.name(), numbers(tensor.values()));
      }
    }

    private static long[] numbers(ByteBuffer values) {
      long[] numbers = new long[Math.min(MOST_NUMBERS, values.remaining() / Long.BYTES)];
      values.duplicate().order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(numbers);
      return numbers;
    }

    GraphSize size() {
      graph.nodes().forEach(this::add);
      return new GraphSize(Math.multiplyExact(elements, Float.BYTES), products);
    }

    private void add(Node node) {
      Call call = new Call(node, found(shapes, node), found(known, node));
      Rule rule = ShapeRules.of(node);
      long[] shape = rule.shapeOf(call);
      requirePlain(node.operator(), shape);
      requireOutputs(node);
      products = Math.addExact(products, rule.products().applyAsLong(call, shape));
      if (node.operator().equals("Shape")) {
        known.put(node.outputs().get(0), call.input(0));
      }
      for (String output : node.outputs()) {
        elements = Math.addExact(elements, Call.elements(shape));
        if (shapes.put(output, shape) != null) {
          throw new MalformedModelException("'%s' is computed twice".formatted(output));
        }
      }
    }

    private static void requireOutputs(Node node) {
      int most = node.operator().equals("TopK") ? 2 : 1;
      if (node.outputs().isEmpty() || node.outputs().size() > most) {
        throw new MalformedModelException(
            "%s has %d outputs".formatted(node.operator(), node.outputs().size()));
      }
    }

    /** What is known of the inputs of a node, null for those that are left out. */
    private List<long @Nullable []> found(Map<String, long[]> among, Node node) {
      List<long @Nullable []> found = new ArrayList<>();
      for (String input : node.inputs()) {
        if (!input.isEmpty() && !shapes.containsKey(input)) {
          throw new MalformedModelException(
              "%s takes '%s', which nothing computes before it".formatted(node.operator(), input));
        }
        found.add(among.get(input));
      }
      return found;
    }

    private static void requirePlain(String what, long[] shape) {
      if (shape.length > MOST_DIMENSIONS || Arrays.stream(shape).anyMatch(d -> d < 0)) {
        throw new MalformedModelException(
            "%s has the shape %s".formatted(what, Arrays.toString(shape)));
      }
    }
  }
}
