package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.stranger.DataException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rewrites a graph of Stranger for another version of ONNX. A model has one operator set, so what
 * is put behind a user's network must be written for that of the network.
 *
 * <p>Stranger writes operator set 17. Between the versions some operators came, some took further
 * types or shapes, and some take as inputs what were attributes; {@link AxisRules} and {@link
 * FormulaRules} tell since when. docs/Changelog.md of ONNX is the authority.
 */
final class OperatorVersions {

  /** The first in which arithmetic broadcasts. */
  static final int OLDEST = 7;

  /** The last that ONNX Runtime 1.28 runs. */
  static final int NEWEST = 26;

  private static final List<String> SAME_IN_ALL =
      List.of(
          "Abs",
          "Add",
          "And",
          "Cast",
          "Ceil",
          "Div",
          "Exp",
          "Floor",
          "GlobalAveragePool",
          "GlobalMaxPool",
          "Identity",
          "LeakyRelu",
          "Log",
          "MatMul",
          "Mul",
          "Neg",
          "Not",
          "Or",
          "PRelu",
          "Pow",
          "Reciprocal",
          "Relu",
          "Sigmoid",
          "Softplus",
          "Sqrt",
          "Sub",
          "Tanh",
          "Tile",
          "Transpose");

  private static final List<String> REDUCTIONS =
      List.of(
          "ReduceL1",
          "ReduceL2",
          "ReduceLogSum",
          "ReduceLogSumExp",
          "ReduceMax",
          "ReduceMean",
          "ReduceMin",
          "ReduceProd",
          "ReduceSumSquare");

  private static final Map<String, VersionRule> RULES = rules();

  private OperatorVersions() {}

  private static Map<String, VersionRule> rules() {
    Map<String, VersionRule> rules = new HashMap<>();
    SAME_IN_ALL.forEach(operator -> rules.put(operator, VersionRule.SAME));
    REDUCTIONS.forEach(operator -> rules.put(operator, AxisRules::reduction));
    rules.put("ArgMax", AxisRules::position);
    rules.put("ArgMin", AxisRules::position);
    rules.put("Clip", AxisRules::clip);
    rules.put("Concat", AxisRules::one);
    rules.put("Equal", FormulaRules::equal);
    rules.put("Expand", FormulaRules::expand);
    rules.put("Flatten", AxisRules::one);
    rules.put("Gather", AxisRules::gather);
    rules.put("Gemm", FormulaRules::gemm);
    rules.put("Greater", FormulaRules::strictComparison);
    rules.put("GreaterOrEqual", FormulaRules::greaterOrEqual);
    rules.put("IsNaN", FormulaRules::isNaN);
    rules.put("Less", FormulaRules::strictComparison);
    rules.put("LessOrEqual", FormulaRules::lessOrEqual);
    rules.put("LogSoftmax", FormulaRules::logSoftmax);
    rules.put("Max", FormulaRules::extreme);
    rules.put("Min", FormulaRules::extreme);
    rules.put("ReduceSum", AxisRules::earlyInput);
    rules.put("Reshape", AxisRules::reshape);
    rules.put("Resize", FormulaRules::resize);
    rules.put("Shape", AxisRules::shape);
    rules.put("Sign", FormulaRules::sign);
    rules.put("Slice", AxisRules::slice);
    rules.put("Softmax", FormulaRules::softmax);
    rules.put("Squeeze", AxisRules::earlyInput);
    rules.put("TopK", AxisRules::topK);
    rules.put("Unsqueeze", AxisRules::earlyInput);
    rules.put("Where", FormulaRules::where);
    return Map.copyOf(rules);
  }

  /**
   * The same graph for another operator set. Rewrite before names get a prefix: new tensors are
   * named after those of the tail.
   *
   * @param tail of operator set 17, with its constants as initializers
   * @throws DataException when Stranger does not write that version
   * @throws IllegalStateException when the tail holds what cannot be rewritten: an operator without
   *     a rule, or, for older versions, axes that count from the back or bounds that are computed
   */
  static GraphProto rewrite(GraphProto tail, int version) {
    if (version < OLDEST || version > NEWEST) {
      throw new DataException(
          ("the model is written for operator set %d of ONNX, and Stranger writes %d to %d;"
                  + " export the model again for one of these")
              .formatted(version, OLDEST, NEWEST));
    }
    RewrittenGraph graph = new RewrittenGraph(tail, version);
    graph.writeEach(OperatorVersions::rule);
    return graph.finished();
  }

  private static VersionRule rule(NodeProto node) {
    VersionRule rule = node.getDomain().isEmpty() ? RULES.get(node.getOpType()) : null;
    if (rule == null) {
      throw new IllegalStateException("no rule for the operator " + node.getOpType());
    }
    return rule;
  }
}
