package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.Arrays;
import java.util.List;

/**
 * Operators whose axes, counts or bounds are attributes in some versions of ONNX and inputs in
 * others. Axes count from the front: only since version 11 may they be negative.
 */
final class AxisRules {

  private static final String AXES = "axes";
  private static final String AXIS = "axis";

  private static final int NEGATIVE_AXES = 11;

  private AxisRules() {}

  /** One axis, an attribute at all times. */
  static void one(NodeProto node, RewrittenGraph graph) {
    requireFront(node, graph, NodeAttributes.number(node, AXIS, 0));
    graph.add(node);
  }

  /** ArgMax and ArgMin: which of several equal numbers is found can be chosen since version 12. */
  static void position(NodeProto node, RewrittenGraph graph) {
    requireFront(node, graph, NodeAttributes.number(node, AXIS, 0));
    withoutNewAttribute(node, graph, "select_last_index", 12);
  }

  /** Gather: its axis may be negative at all times, its indices since version 11. */
  static void gather(NodeProto node, RewrittenGraph graph) {
    if (graph.isConstant(node.getInput(1))
        && TensorNumbers.areWhole(graph.constant(node.getInput(1)))) {
      requireFront(node, graph, TensorNumbers.whole(graph.constant(node.getInput(1))));
    }
    graph.add(node);
  }

  /** Reductions other than sums: axes are an input since version 18. */
  static void reduction(NodeProto node, RewrittenGraph graph) {
    AttributeProto axes = NodeAttributes.find(node, AXES).orElse(null);
    if (axes == null) {
      graph.add(node);
      return;
    }
    long[] numbers = axes.getIntsList().stream().mapToLong(Long::longValue).toArray();
    requireFront(node, graph, numbers);
    graph.add(
        graph.version() < 18
            ? node
            : NodeAttributes.without(node, AXES)
                .addInput(graph.constant(TensorNumbers.list("", numbers)))
                .build());
  }

  /** ReduceSum, Squeeze and Unsqueeze: axes are an input since version 13. */
  static void earlyInput(NodeProto node, RewrittenGraph graph) {
    if (graph.version() >= 13) {
      graph.add(node);
      return;
    }
    if (NodeAttributes.number(node, "noop_with_empty_axes", 0) != 0) {
      throw new IllegalStateException(node.getOutput(0) + " may not reduce nothing");
    }
    NodeProto.Builder older = NodeAttributes.without(node, "noop_with_empty_axes").clearInput();
    older.addInput(node.getInput(0));
    if (hasInput(node, 1)) {
      long[] axes = TensorNumbers.whole(graph.constant(node.getInput(1)));
      requireFront(node, graph, axes);
      older.addAttribute(NodeAttributes.of(AXES, axes));
    }
    graph.add(older.build());
  }

  /** All but the data are attributes before version 10; then only steps of one are possible. */
  static void slice(NodeProto node, RewrittenGraph graph) {
    if (hasInput(node, 3)) {
      requireFront(node, graph, TensorNumbers.whole(graph.constant(node.getInput(3))));
    }
    if (graph.version() >= 10) {
      graph.add(node);
      return;
    }
    if (hasInput(node, 4)
        && Arrays.stream(TensorNumbers.whole(graph.constant(node.getInput(4))))
            .anyMatch(step -> step != 1)) {
      throw new IllegalStateException(node.getOutput(0) + " may not skip positions");
    }
    NodeProto.Builder older = node.toBuilder().clearInput().addInput(node.getInput(0));
    List<String> names = List.of("starts", "ends", AXES);
    for (int i = 0; i < names.size(); i++) {
      if (hasInput(node, i + 1)) {
        long[] numbers = TensorNumbers.whole(graph.constant(node.getInput(i + 1)));
        older.addAttribute(NodeAttributes.of(names.get(i), numbers));
      }
    }
    graph.add(older.build());
  }

  /**
   * The count is an attribute before version 10. The smallest numbers can be asked for since
   * version 11; before, they are the largest of the negated ones, which are in the same order.
   */
  static void topK(NodeProto node, RewrittenGraph graph) {
    if (graph.version() >= 11) {
      graph.add(node);
      return;
    }
    boolean largest = NodeAttributes.number(node, "largest", 1) != 0;
    NodeProto.Builder older = NodeAttributes.without(node, "largest", "sorted").clearInput();
    older.addInput(largest ? node.getInput(0) : graph.node("Neg", node.getInput(0)));
    if (graph.version() >= 10) {
      older.addInput(node.getInput(1));
    } else {
      long count = TensorNumbers.whole(graph.constant(node.getInput(1)))[0];
      older.addAttribute(NodeAttributes.of("k", count));
    }
    if (largest || !graph.isUsed(node.getOutput(0))) {
      graph.add(older.build());
    } else {
      String negated = graph.newName();
      graph.add(older.setOutput(0, negated).build());
      graph.add(
          NodeProto.newBuilder()
              .setOpType("Neg")
              .setName(node.getName() + "_values")
              .addInput(negated)
              .addOutput(node.getOutput(0))
              .build());
    }
  }

  /** The bounds are attributes before version 11. */
  static void clip(NodeProto node, RewrittenGraph graph) {
    if (graph.version() >= 11) {
      graph.add(node);
      return;
    }
    NodeProto.Builder older = node.toBuilder().clearInput().addInput(node.getInput(0));
    List<String> names = List.of("min", "max");
    for (int i = 0; i < names.size(); i++) {
      if (hasInput(node, i + 1)) {
        float bound = TensorNumbers.floats(graph.constant(node.getInput(i + 1)))[0];
        older.addAttribute(NodeAttributes.of(names.get(i), bound));
      }
    }
    graph.add(older.build());
  }

  /** Zeros in a shape that mean none can be asked for since version 14. */
  static void reshape(NodeProto node, RewrittenGraph graph) {
    withoutNewAttribute(node, graph, "allowzero", 14);
  }

  /** A part of a shape can be asked for since version 15. */
  static void shape(NodeProto node, RewrittenGraph graph) {
    if (graph.version() < 15 && node.getAttributeCount() > 0) {
      throw new IllegalStateException(node.getOutput(0) + " may not be part of a shape");
    }
    graph.add(node);
  }

  /** Adds a node without an attribute that older versions lack and that is usually zero. */
  private static void withoutNewAttribute(
      NodeProto node, RewrittenGraph graph, String name, int since) {
    if (graph.version() >= since) {
      graph.add(node);
      return;
    }
    if (NodeAttributes.number(node, name, 0) != 0) {
      throw new IllegalStateException(
          "%s of %s needs operator set %d".formatted(name, node.getOutput(0), since));
    }
    graph.add(NodeAttributes.without(node, name).build());
  }

  static boolean hasInput(NodeProto node, int position) {
    return node.getInputCount() > position && !node.getInput(position).isEmpty();
  }

  static void requireFront(NodeProto node, RewrittenGraph graph, long... axes) {
    if (graph.version() < NEGATIVE_AXES && Arrays.stream(axes).anyMatch(axis -> axis < 0)) {
      throw new IllegalStateException(
          "%s must count from the front in operator set %d"
              .formatted(node.getOutput(0), graph.version()));
    }
  }
}
