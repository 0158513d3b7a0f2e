package dev.stranger.train.engine;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {

  private static final List<NodeProto> NODES =
      List.of(
          node("Neg", "a", "x"),
          node("Add", "b", "a", "weights"),
          node("Mul", "c", "a", "b"),
          node("Abs", "aside", "a"),
          node("Relu", "y", "c"));

  private static NodeProto node(String operator, String output, String... inputs) {
    return NodeProto.newBuilder()
        .setOpType(operator)
        .addAllInput(List.of(inputs))
        .addOutput(output)
        .build();
  }

  private static List<String> finished(Plan plan) {
    return plan.steps().stream()
        .map(step -> step.node().getOpType() + " " + step.finished())
        .toList();
  }

  @Test
  void whatWasComputedIsFinishedWithItsLastUse() {
    assertThat(finished(Plan.of(NODES, List.of("y"))))
        .containsExactly("Neg []", "Add []", "Mul [a, b]", "Relu [c]");
  }

  @Test
  void whatIsAskedForIsNeverFinished() {
    assertThat(finished(Plan.of(NODES, List.of("y", "a"))))
        .containsExactly("Neg []", "Add []", "Mul [b]", "Relu [c]");
  }

  /** Weights and samples belong to others. */
  @Test
  void whatWasNotComputedIsNeverFinished() {
    assertThat(Plan.of(NODES, List.of("y", "aside")).steps())
        .allSatisfy(step -> assertThat(step.finished()).doesNotContain("x", "weights"));
  }

  @Test
  void aResultThatNobodyNeedsIsFinishedAtOnce() {
    NodeProto both = node("TopK", "values", "x").toBuilder().addOutput("positions").build();
    Plan plan = Plan.of(List.of(both, node("Abs", "y", "positions")), List.of("y"));
    assertThat(finished(plan)).containsExactly("TopK [values]", "Abs [positions]");
  }
}
