package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.stranger.DataException;
import java.util.List;

/**
 * Operators that some versions of ONNX lack, or have for fewer types and shapes, written with those
 * that are there. Infinite numbers and NaN come out as they should: a score that is not a number
 * must not become a normal one. Where a formula computes numbers, these are floats.
 */
final class FormulaRules {

  private static final AttributeProto TO_FLOAT =
      NodeAttributes.of("to", DataType.FLOAT.getNumber());
  private static final AttributeProto TO_DOUBLE =
      NodeAttributes.of("to", DataType.DOUBLE.getNumber());
  private static final AttributeProto TO_WHOLE =
      NodeAttributes.of("to", DataType.INT64.getNumber());

  private FormulaRules() {}

  /** Greater and Less: of floats only before version 9. */
  static void strictComparison(NodeProto node, RewrittenGraph graph) {
    if (graph.version() >= 9) {
      graph.add(node);
    } else {
      String operator = node.getOpType();
      graph.last(node, operator, asDouble(graph, node, 0), asDouble(graph, node, 1));
    }
  }

  /** Here since version 12. */
  static void greaterOrEqual(NodeProto node, RewrittenGraph graph) {
    comparisonWithEqual(node, graph, "Greater", "Less");
  }

  /** Here since version 12. */
  static void lessOrEqual(NodeProto node, RewrittenGraph graph) {
    comparisonWithEqual(node, graph, "Less", "Greater");
  }

  private static void comparisonWithEqual(
      NodeProto node, RewrittenGraph graph, String strict, String opposite) {
    if (graph.version() >= 12) {
      graph.add(node);
    } else if (graph.version() == 11) {
      String a = node.getInput(0);
      String b = node.getInput(1);
      graph.last(node, "Or", graph.node(strict, a, b), graph.node("Equal", a, b));
    } else {
      String a = asDouble(graph, node, 0);
      String b = asDouble(graph, node, 1);
      String not = graph.node("Not", graph.node(opposite, a, b));
      graph.last(node, "And", not, areNumbers(graph, a, b));
    }
  }

  /** Of whole numbers only before version 11. */
  static void equal(NodeProto node, RewrittenGraph graph) {
    if (graph.version() >= 11) {
      graph.add(node);
      return;
    }
    String a = asDouble(graph, node, 0);
    String b = asDouble(graph, node, 1);
    String differ = graph.node("Or", graph.node("Less", a, b), graph.node("Greater", a, b));
    graph.last(node, "And", graph.node("Not", differ), areNumbers(graph, a, b));
  }

  /** Any type becomes one that all versions compare. */
  private static String asDouble(RewrittenGraph graph, NodeProto node, int input) {
    return graph.node("Cast", List.of(TO_DOUBLE), node.getInput(input));
  }

  private static String areNumbers(RewrittenGraph graph, String a, String b) {
    return graph.node("And", isNumber(graph, a), isNumber(graph, b));
  }

  /** NaN alone is neither below one nor above zero. */
  private static String isNumber(RewrittenGraph graph, String x) {
    String below = graph.node("Less", x, graph.constant(TensorNumbers.list("", 1.0)));
    String above = graph.node("Greater", x, graph.constant(TensorNumbers.list("", 0.0)));
    return graph.node("Or", below, above);
  }

  /**
   * Here since version 9. a^1 is a and b^0 is 1, whatever a and b are, even where b is not a
   * number.
   */
  static void where(NodeProto node, RewrittenGraph graph) {
    if (graph.version() >= 9) {
      graph.add(node);
      return;
    }
    String first = graph.node("Cast", List.of(TO_FLOAT), node.getInput(0));
    String second = graph.node("Sub", graph.constant(TensorNumbers.list("", 1f)), first);
    String a = graph.node("Pow", node.getInput(1), first);
    String b = graph.node("Pow", node.getInput(2), second);
    graph.last(node, "Mul", a, b);
  }

  /** Here since version 9. */
  static void sign(NodeProto node, RewrittenGraph graph) {
    if (graph.version() >= 9) {
      graph.add(node);
      return;
    }
    String x = node.getInput(0);
    String zero = graph.constant(TensorNumbers.list("", 0f));
    String positive = graph.node("Cast", List.of(TO_FLOAT), graph.node("Greater", x, zero));
    String negative = graph.node("Cast", List.of(TO_FLOAT), graph.node("Less", x, zero));
    graph.last(node, "Sub", positive, negative);
  }

  /** Here since version 9. What is no number is neither below 1 nor above 0. */
  static void isNaN(NodeProto node, RewrittenGraph graph) {
    if (graph.version() >= 9) {
      graph.add(node);
      return;
    }
    String x = node.getInput(0);
    String below = graph.node("Less", x, graph.constant(TensorNumbers.list("", 1f)));
    String above = graph.node("Greater", x, graph.constant(TensorNumbers.list("", 0f)));
    graph.last(node, "Not", graph.node("Or", below, above));
  }

  /** Max and Min: of equal shapes only before version 8. */
  static void extreme(NodeProto node, RewrittenGraph graph) {
    if (graph.version() >= 8 || node.getInputCount() == 1) {
      graph.add(node);
      return;
    }
    String ones =
        node.getInputList().stream()
            .map(input -> ones(graph, input, TO_FLOAT))
            .reduce((a, b) -> graph.node("Mul", a, b))
            .orElseThrow();
    String[] spread =
        node.getInputList().stream()
            .map(input -> graph.node("Mul", input, ones))
            .toArray(String[]::new);
    graph.last(node, node.getOpType(), spread);
  }

  /** As many ones as there are floats: nothing is less than itself, not even NaN. */
  private static String ones(RewrittenGraph graph, String x, AttributeProto type) {
    return graph.node("Cast", List.of(type), graph.node("Not", graph.node("Less", x, x)));
  }

  /** Here since version 8. */
  static void expand(NodeProto node, RewrittenGraph graph) {
    if (graph.version() >= 8) {
      graph.add(node);
      return;
    }
    String shape = node.getInput(1);
    String rank = ones(graph, graph.node("Cast", List.of(TO_FLOAT), shape), TO_WHOLE);
    String one = graph.node("Reshape", graph.constant(TensorNumbers.list("", 1f)), rank);
    graph.last(node, "Mul", node.getInput(0), graph.node("Tile", one, shape));
  }

  /** Has to add something before version 11. */
  static void gemm(NodeProto node, RewrittenGraph graph) {
    if (graph.version() >= 11 || AxisRules.hasInput(node, 2)) {
      graph.add(node);
      return;
    }
    String zero = graph.constant(TensorNumbers.list("", 0f));
    NodeProto.Builder older = node.toBuilder().clearInput();
    older.addInput(node.getInput(0)).addInput(node.getInput(1)).addInput(zero);
    graph.add(older.build());
  }

  /** Before version 13 an axis stands for itself and all that follow, and is 1 if not given. */
  static void softmax(NodeProto node, RewrittenGraph graph) {
    if (isLikeToday(node, graph)) {
      return;
    }
    String exponentials = graph.node("Exp", belowMaximum(node, graph));
    graph.last(node, "Div", exponentials, sum(node, graph, exponentials));
  }

  /** As {@link #softmax}. */
  static void logSoftmax(NodeProto node, RewrittenGraph graph) {
    if (isLikeToday(node, graph)) {
      return;
    }
    String below = belowMaximum(node, graph);
    String sum = sum(node, graph, graph.node("Exp", below));
    graph.last(node, "Sub", below, graph.node("Log", sum));
  }

  /** Adds a softmax that means the same, if there is one. */
  private static boolean isLikeToday(NodeProto node, RewrittenGraph graph) {
    long axis = NodeAttributes.number(node, "axis", -1);
    if (graph.version() >= 13) {
      graph.add(node);
    } else if (graph.version() >= 11 && axis == -1) { // nothing follows the last axis
      AttributeProto last = NodeAttributes.of("axis", axis);
      graph.add(NodeAttributes.without(node, "axis").addAttribute(last).build());
    } else {
      AxisRules.requireFront(node, graph, axis);
      return false;
    }
    return true;
  }

  private static String belowMaximum(NodeProto node, RewrittenGraph graph) {
    String x = node.getInput(0);
    return graph.node("Sub", x, graph.node("ReduceMax", alongAxis(node), x));
  }

  private static String sum(NodeProto node, RewrittenGraph graph, String x) {
    return graph.node("ReduceSum", alongAxis(node), x);
  }

  private static List<AttributeProto> alongAxis(NodeProto node) {
    long axis = NodeAttributes.number(node, "axis", -1);
    return List.of(NodeAttributes.of("axes", new long[] {axis}), NodeAttributes.of("keepdims", 1));
  }

  /** Here in its present form since version 11; at first, inputs that are not used are empty. */
  static void resize(NodeProto node, RewrittenGraph graph) {
    if (graph.version() < 11) {
      throw new DataException(
          ("the model is written for operator set %d of ONNX, in which a map cannot be resized;"
                  + " export the model for 11 or later, or watch without a map")
              .formatted(graph.version()));
    }
    if (graph.version() >= 13) {
      graph.add(node);
      return;
    }
    String nothing = graph.constant(TensorNumbers.list("", new float[0]));
    NodeProto.Builder older = node.toBuilder();
    for (int i = 1; i <= 2; i++) {
      if (!AxisRules.hasInput(node, i)) {
        older.setInput(i, nothing);
      }
    }
    graph.add(older.build());
  }
}
