package dev.stranger.score.onnx;

import dev.stranger.score.onnx.OnnxModel.Graph;
import dev.stranger.score.onnx.OnnxModel.Node;
import dev.stranger.score.onnx.OnnxModel.Tensor;
import dev.stranger.score.onnx.OnnxModel.Value;
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
 * @param workspace bytes that one node may need beside that
 * @param work products of numbers, and what takes as long
 */
record GraphSize(long bytes, long workspace, long work) {

  private static final int MOST_DIMENSIONS = 8;
  private static final int MOST_NUMBERS = 1 << 16;

  /** Products are made many at a time; to fetch a number and put it away takes as long as these. */
  private static final int PRODUCTS_A_VALUE = 16;

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
    private final int batch;
    private final Map<String, long[]> shapes = new HashMap<>();
    private final Map<String, long[]> known = new HashMap<>();
    private long elements;
    private long workspace;
    private long work;

    Walk(Graph graph, int batch) {
      this.graph = graph;
      this.batch = batch;
      graph.inputs().forEach((name, input) -> put(name, withBatch(input)));
      graph.constants().values().forEach(this::add);
    }

    private long[] withBatch(Value value) {
      long[] shape = value.dimensions().clone();
      if (shape.length > 0 && shape[0] == 0) {
        shape[0] = batch;
      }
      return shape;
    }

    private void add(Tensor tensor) {
      put(tensor.name(), tensor.dimensions());
      if (tensor.type() == OnnxModel.INT64 && tensor.dimensions().length < 2) {
        known.put(tensor.name(), numbers(tensor.values()));
      }
    }

    private static long[] numbers(ByteBuffer values) {
      long[] numbers = new long[Math.min(MOST_NUMBERS, values.remaining() / Long.BYTES)];
      values.duplicate().order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(numbers);
      return numbers;
    }

    /** Runtimes divide by lengths, and by numbers of maps: none may be zero. */
    private void put(String name, long[] shape) {
      if (shape.length > MOST_DIMENSIONS || Arrays.stream(shape).anyMatch(length -> length < 1)) {
        throw new MalformedModelException(
            "'%s' has the shape %s".formatted(name, Arrays.toString(shape)));
      }
      if (name.isEmpty() || shapes.put(name, shape) != null) {
        throw new MalformedModelException("'%s' is there twice, or no name".formatted(name));
      }
    }

    GraphSize size() {
      graph.nodes().forEach(this::add);
      graph.outputs().forEach(this::requireShape);
      return new GraphSize(
          Math.multiplyExact(elements, Float.BYTES),
          Math.multiplyExact(workspace, Float.BYTES),
          work);
    }

    private void add(Node node) {
      Call call = new Call(node, found(shapes, node), found(known, node));
      Rule rule = ShapeRules.of(node);
      long[] shape = rule.shapeOf(call);
      requireOutputs(node);
      if (node.operator().equals("Shape")) {
        known.put(node.outputs().get(0), call.input(0));
      }
      node.outputs().forEach(output -> put(output, shape));
      long made = Math.multiplyExact(Call.elements(shape), node.outputs().size());
      elements = Math.addExact(elements, made);
      workspace = Math.max(workspace, rule.workspace().applyAsLong(call, shape));
      long moved = Math.multiplyExact(Math.addExact(taken(call), made), PRODUCTS_A_VALUE);
      work = Math.addExact(work, Math.addExact(moved, rule.products().applyAsLong(call, shape)));
    }

    private static long taken(Call call) {
      long taken = 0;
      for (long @Nullable [] shape : call.shapes()) {
        taken = Math.addExact(taken, shape == null ? 0 : Call.elements(shape));
      }
      return taken;
    }

    private static void requireOutputs(Node node) {
      int most = node.operator().equals("TopK") ? 2 : 1;
      if (node.outputs().isEmpty() || node.outputs().size() > most) {
        throw new MalformedModelException(
            "%s has %d outputs".formatted(node.operator(), node.outputs().size()));
      }
    }

    /** What comes out must be what is said of it. */
    private void requireShape(String output, Value said) {
      long @Nullable [] found = shapes.get(output);
      if (found == null || !Arrays.equals(found, withBatch(said))) {
        throw new MalformedModelException(
            "its output '%s' has the shape %s, which should be %s"
                .formatted(output, Arrays.toString(found), Arrays.toString(said.dimensions())));
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
  }
}
