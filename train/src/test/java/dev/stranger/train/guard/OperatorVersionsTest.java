package dev.stranger.train.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnxruntime.OrtException;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.stranger.DataException;
import dev.stranger.train.TestDetectors;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorVersionsTest {

  private static final int WRITTEN = 17;
  private static final int SAMPLES = 5;
  private static final int FLOAT = 1;
  private static final int WHOLE = 7;
  private static final float NAN = Float.NaN;
  private static final float INFINITY = Float.POSITIVE_INFINITY;

  /** Numbers that a formula easily gets wrong. */
  private static final float[] SPECIAL = {
    0, -0f, 1, -1, NAN, INFINITY, -INFINITY, 2.5f, 2.5f, -2.5f, 1e-38f, 3e38f
  };

  /**
   * A graph with one operator, or a few.
   *
   * @param shape of a sample
   * @param special whether numbers that are not finite are tried as well
   * @param tolerance zero where the numbers must be identical
   * @param since the first version that has it
   */
  private record Case(
      String name,
      long[] shape,
      BiFunction<OnnxGraph, String, String> formula,
      boolean special,
      double tolerance,
      int since) {

    static Case row(String name, BiFunction<OnnxGraph, String, String> formula) {
      return new Case(name, new long[] {6}, formula, false, 0, OperatorVersions.OLDEST);
    }

    static Case map(String name, BiFunction<OnnxGraph, String, String> formula) {
      return new Case(name, new long[] {3, 4, 6}, formula, false, 0, OperatorVersions.OLDEST);
    }

    Case withSpecial() {
      return new Case(name, shape, formula, true, tolerance, since);
    }

    Case within(double difference) {
      return new Case(name, shape, formula, special, difference, since);
    }

    Case since(int version) {
      return new Case(name, shape, formula, special, tolerance, version);
    }

    GraphProto graph() {
      OnnxGraph graph = new OnnxGraph();
      graph.output("y", formula.apply(graph, graph.input("x", shape)));
      return parsed(graph.toModel("test", Map.of()));
    }

    int size() {
      return (int) Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    }

    float[] samples() {
      Random random = new Random(7);
      float[] samples = new float[SAMPLES * size()];
      for (int i = 0; i < samples.length; i++) {
        samples[i] = (float) random.nextGaussian();
      }
      samples[3] = samples[1]; // equal numbers, for orders and comparisons
      if (special) {
        System.arraycopy(SPECIAL, 0, samples, 0, SPECIAL.length);
      }
      return samples;
    }

    long[] inputShape() {
      long[] input = new long[shape.length + 1];
      input[0] = SAMPLES;
      System.arraycopy(shape, 0, input, 1, shape.length);
      return input;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static GraphProto parsed(byte[] model) {
    try {
      return ModelProto.parseFrom(model).getGraph();
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  static Stream<Case> cases() {
    return Stream.of(unary(), binary(), comparisons(), reductions(), layouts(), choices())
        .flatMap(List::stream);
  }

  private static List<Case> unary() {
    Stream<Case> exact =
        Stream.of(
                "Abs",
                "Relu",
                "Neg",
                "Sqrt",
                "Ceil",
                "Floor",
                "Identity",
                "Exp",
                "Log",
                "Sigmoid",
                "Tanh",
                "Softplus",
                "Reciprocal",
                "LeakyRelu")
            .map(operator -> Case.row(operator, (g, x) -> g.node(operator, x)));
    Stream<Case> special =
        Stream.of(
            Case.row(
                "LeakyRelu with slope", (g, x) -> g.node("LeakyRelu", Map.of("alpha", 0.2f), x)),
            Case.row("PRelu", (g, x) -> g.node("PRelu", x, g.constant(new float[] {0.2f}, 1))),
            Case.row("Sign", (g, x) -> g.node("Sign", x)),
            Case.row("Clip", (g, x) -> g.node("Clip", x, g.constant(-0.5), g.constant(0.75))),
            Case.row("Clip from below", (g, x) -> g.node("Clip", x, g.constant(-0.5))),
            Case.row("Clip from above", (g, x) -> g.node("Clip", x, "", g.constant(0.75))),
            Case.row(
                "Cast",
                (g, x) -> {
                  String whole = g.node("Cast", Map.of("to", WHOLE), g.mul(x, g.constant(10)));
                  return g.node("Cast", Map.of("to", FLOAT), whole);
                }));
    return Stream.concat(exact, special).toList();
  }

  private static List<Case> binary() {
    float[] row = {1, -2, 0.5f, 3, -0.25f, 0};
    return Stream.concat(
            Stream.of("Add", "Sub", "Mul", "Div", "Max", "Min")
                .flatMap(
                    operator ->
                        Stream.of(
                            Case.row(
                                operator + " of a row",
                                (g, x) -> g.node(operator, x, g.constant(row, 6))),
                            Case.row(
                                operator + " of a column",
                                (g, x) -> g.node(operator, g.rowSum(x), x)),
                            Case.row(
                                operator + " of a number",
                                (g, x) -> g.node(operator, x, g.constant(0.5))))),
            Stream.of(
                Case.row("Pow", (g, x) -> g.node("Pow", g.node("Abs", x), g.constant(row, 6))),
                Case.row("Pow of a number", (g, x) -> g.node("Pow", x, g.constant(3))),
                Case.row(
                    "Max of three",
                    (g, x) -> g.node("Max", x, g.constant(row, 6), g.constant(0.1))),
                Case.row("Max of one", (g, x) -> g.node("Max", x)),
                Case.row("Max of infinite", (g, x) -> g.node("Max", x, infinite(g))),
                Case.row("MatMul", (g, x) -> g.matmul(x, weights(g))),
                Case.row("Gemm", (g, x) -> g.node("Gemm", x, weights(g), bias(g))),
                Case.row(
                    "Gemm of a transposed",
                    (g, x) ->
                        g.node("Gemm", Map.of("transB", 1, "alpha", -2f), x, weights(g), bias(g))),
                Case.row("Gemm without bias", (g, x) -> g.node("Gemm", x, weights(g)))))
        .toList();
  }

  private static String infinite(OnnxGraph graph) {
    return graph.constant(new float[] {INFINITY, -INFINITY, 0, 1, -1, 2}, 6);
  }

  private static String weights(OnnxGraph graph) {
    float[] weights = new float[36];
    Random random = new Random(3);
    IntStream.range(0, weights.length).forEach(i -> weights[i] = random.nextFloat() - 0.5f);
    return graph.constant(weights, 6, 6);
  }

  private static String bias(OnnxGraph graph) {
    return graph.constant(new float[] {1, 2, 3, -4, 5, 6}, 6);
  }

  private static List<Case> comparisons() {
    float[] row = {0, 1, NAN, INFINITY, -INFINITY, 2.5f};
    Stream<Case> all =
        Stream.of("Greater", "Less", "GreaterOrEqual", "LessOrEqual", "Equal")
            .flatMap(
                operator ->
                    Stream.of(
                        Case.row(
                            operator,
                            (g, x) -> asFloat(g, g.node(operator, x, g.constant(row, 6)))),
                        Case.row(
                            operator + " from the right",
                            (g, x) -> asFloat(g, g.node(operator, g.constant(row, 6), x))),
                        Case.row(
                            operator + " of itself", (g, x) -> asFloat(g, g.node(operator, x, x))),
                        Case.row(
                            operator + " of whole numbers",
                            (g, x) ->
                                asFloat(
                                    g,
                                    g.node(
                                        operator,
                                        g.node(
                                            "ArgMax",
                                            Map.of("axis", 1, "keepdims", 1),
                                            g.node("Clip", x, g.constant(-9), g.constant(9))),
                                        g.integers(0, 1, 2, 3, 4, 5))))));
    Stream<Case> logical =
        Stream.of("And", "Or")
            .map(
                operator ->
                    Case.row(
                        operator,
                        (g, x) -> {
                          String low = g.node("Less", x, g.constant(0.5));
                          String high = g.node("Greater", x, g.constant(-0.5));
                          return asFloat(g, g.node("Not", g.node(operator, low, high)));
                        }));
    return Stream.concat(all, logical).map(Case::withSpecial).toList();
  }

  private static String asFloat(OnnxGraph graph, String x) {
    return graph.node("Cast", Map.of("to", FLOAT), x);
  }

  private static List<Case> reductions() {
    Stream<Case> attributes =
        Stream.of(
                "ReduceL1",
                "ReduceL2",
                "ReduceLogSumExp",
                "ReduceMax",
                "ReduceMean",
                "ReduceMin",
                "ReduceProd",
                "ReduceSumSquare")
            .flatMap(
                operator ->
                    Stream.of(
                        Case.row(operator, (g, x) -> reduced(g, operator, x, 1, 1)),
                        Case.row(operator + " to N", (g, x) -> reduced(g, operator, x, 0, 1)),
                        Case.map(operator + " of maps", (g, x) -> reduced(g, operator, x, 0, 2, 3)),
                        Case.row(operator + " of all", (g, x) -> g.node(operator, x))));
    Stream<Case> inputs =
        Stream.of(
            Case.row("ReduceSum", (g, x) -> g.rowSum(x)),
            Case.map(
                "ReduceSum of maps",
                (g, x) -> g.node("ReduceSum", Map.of("keepdims", 0), x, g.integers(2, 3))),
            Case.row("ReduceSum of all", (g, x) -> g.node("ReduceSum", x)),
            Case.row("ReduceLogSum", (g, x) -> reduced(g, "ReduceLogSum", g.node("Abs", x), 1, 1)),
            Case.map("GlobalAveragePool", (g, x) -> g.node("GlobalAveragePool", x)),
            Case.map("GlobalMaxPool", (g, x) -> g.node("GlobalMaxPool", x)));
    Stream<Case> softmax =
        Stream.of("Softmax", "LogSoftmax")
            .flatMap(
                operator ->
                    Stream.of(
                        Case.row(operator, (g, x) -> along(g, operator, x, 1)).within(1e-6),
                        Case.row(operator + " of the last", (g, x) -> g.node(operator, x))
                            .since(11),
                        Case.map(operator + " of maps", (g, x) -> along(g, operator, x, 1))
                            .within(1e-6),
                        Case.map(operator + " of lines", (g, x) -> along(g, operator, x, 3))
                            .within(1e-6),
                        Case.row(
                                operator + " of large",
                                (g, x) -> along(g, operator, g.mul(x, g.constant(1000)), 1))
                            .within(1e-6)));
    return Stream.of(attributes, inputs, softmax).flatMap(s -> s).toList();
  }

  private static String reduced(
      OnnxGraph graph, String operator, String x, int keep, long... axes) {
    return graph.node(operator, Map.of("axes", axes, "keepdims", keep), x);
  }

  private static String along(OnnxGraph graph, String operator, String x, int axis) {
    return graph.node(operator, Map.of("axis", axis), x);
  }

  private static List<Case> layouts() {
    return List.of(
        Case.map("Reshape", (g, x) -> g.rows(x)),
        Case.map("Flatten", (g, x) -> g.node("Flatten", x)),
        Case.map("Flatten of two", (g, x) -> g.node("Flatten", Map.of("axis", 2), x)),
        Case.map(
            "Transpose", (g, x) -> g.node("Transpose", Map.of("perm", new long[] {0, 2, 3, 1}), x)),
        Case.row("Concat", (g, x) -> g.concat(List.of(x, g.mul(x, x)))),
        Case.map("Slice", (g, x) -> g.slice(x, 2, 1, 3)),
        Case.map("Slice from the back", (g, x) -> g.slice(x, 3, -3, Integer.MAX_VALUE)),
        Case.map(
            "Slice of two axes",
            (g, x) -> g.node("Slice", x, g.integers(1, 0), g.integers(3, 2), g.integers(2, 3))),
        Case.row(
            "Slice without axes", (g, x) -> g.node("Slice", x, g.integers(1, 2), g.integers(4, 5))),
        Case.row(
                "Slice with steps",
                (g, x) ->
                    g.node("Slice", x, g.integers(0), g.integers(6), g.integers(1), g.integers(2)))
            .since(10),
        Case.row("Unsqueeze", (g, x) -> g.node("Unsqueeze", x, g.integers(1, 3))),
        Case.row("Squeeze", (g, x) -> g.node("Squeeze", g.rowSum(x), g.integers(1))),
        Case.row("Squeeze of all", (g, x) -> g.node("Squeeze", g.rowSum(x))),
        Case.row(
            "Gather of columns",
            (g, x) -> g.node("Gather", Map.of("axis", 1), x, g.integers(3, 0, 3))),
        Case.row(
            "Gather of one", (g, x) -> g.node("Gather", Map.of("axis", 1), x, g.constantIndex(2))),
        Case.row("Shape", (g, x) -> asFloat(g, g.node("Shape", x))),
        Case.row("Tile", (g, x) -> g.node("Tile", x, g.integers(1, 3))),
        Case.row("Expand of a column", (g, x) -> g.node("Expand", g.rowSum(x), g.node("Shape", x))),
        Case.row(
            "Expand to a constant shape",
            (g, x) -> g.node("Expand", g.node("Unsqueeze", x, g.integers(1)), g.integers(4, 1))),
        Case.row(
            "Expand to a higher rank",
            (g, x) -> g.node("Expand", g.constant(2.5), g.node("Shape", x))),
        Case.map("Resize", (g, x) -> g.node("Resize", x, "", scales(g))).since(11),
        Case.map(
                "Resize to a size",
                (g, x) -> g.node("Resize", x, "", "", g.integers(SAMPLES, 3, 7, 9)))
            .since(11));
  }

  private static String scales(OnnxGraph graph) {
    return graph.constant(new float[] {1, 1, 2, 2.5f}, 4);
  }

  private static List<Case> choices() {
    BiFunction<OnnxGraph, String, String> positive = (g, x) -> g.node("Greater", x, g.constant(0));
    return List.of(
        Case.row("Where", (g, x) -> g.node("Where", positive.apply(g, x), x, g.constant(0.2)))
            .withSpecial(),
        Case.row(
                "Where not a number",
                (g, x) -> g.node("Where", positive.apply(g, x), g.constant(3), x))
            .withSpecial(),
        Case.row(
                "Where of columns",
                (g, x) -> {
                  String column = g.slice(x, 1, 0, 1);
                  return g.node("Where", positive.apply(g, column), x, g.node("Neg", x));
                })
            .withSpecial(),
        Case.row("TopK of the smallest", (g, x) -> asFloat(g, g.positionsOfSmallest(x, 3))),
        Case.row(
            "ArgMax", (g, x) -> asFloat(g, g.node("ArgMax", Map.of("axis", 1, "keepdims", 0), x))),
        Case.row(
            "ArgMin", (g, x) -> asFloat(g, g.node("ArgMin", Map.of("axis", 1, "keepdims", 0), x))));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void operatorMeansTheSameInEveryVersion(Case made) throws OrtException {
    GraphProto graph = made.graph();
    float[] expected = run(made, graph, WRITTEN);
    assertThat(expected).isNotEmpty();
    for (int version = made.since; version <= OperatorVersions.NEWEST; version++) {
      float[] found = run(made, OperatorVersions.rewrite(graph, version), version);
      assertSame(found, expected, made.tolerance, made + " in operator set " + version);
    }
  }

  private static float[] run(Case made, GraphProto graph, int version) {
    try {
      return GraphRun.of(graph, version, made.samples(), made.inputShape()).get("y");
    } catch (OrtException e) {
      throw new AssertionError(made + " does not run in operator set " + version, e);
    }
  }

  private static void assertSame(float[] found, float[] expected, double tolerance, String what) {
    if (tolerance == 0) {
      assertThat(found).as(what).isEqualTo(expected);
    } else {
      assertThat(found).as(what).hasSameSizeAs(expected);
      for (int i = 0; i < found.length; i++) {
        double unit = Math.max(1, Math.abs(expected[i]));
        assertThat((double) found[i]).as(what).isCloseTo(expected[i], within(tolerance * unit));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void valuesOfTopKMeanTheSameInEveryVersion(int largest) throws OrtException {
    NodeProto node =
        NodeProto.newBuilder()
            .setOpType("TopK")
            .addInput("x")
            .addInput("k")
            .addOutput("y")
            .addOutput("where")
            .addAttribute(NodeAttributes.of("largest", largest))
            .build();
    GraphProto graph = withNodes(TensorNumbers.list("k", 3L), List.of(node), 6);
    float[] samples = {3, 1, 2, 1, 5, 4};
    for (int version : versions()) {
      GraphProto rewritten = OperatorVersions.rewrite(graph, version);
      assertThat(GraphRun.of(rewritten, version, samples, 1, 6).get("y"))
          .as("operator set %d", version)
          .containsExactly(largest == 1 ? new float[] {5, 4, 3} : new float[] {1, 1, 2});
    }
  }

  @Test
  void resizingKeepsItsModeInEveryVersion() throws OrtException {
    NodeProto node =
        NodeProto.newBuilder()
            .setOpType("Resize")
            .addAllInput(List.of("x", "", "scales"))
            .addOutput("y")
            .addAttribute(
                AttributeProto.newBuilder()
                    .setName("mode")
                    .setType(AttributeType.STRING)
                    .setS(ByteString.copyFromUtf8("linear")))
            .build();
    GraphProto graph =
        withNodes(TensorNumbers.list("scales", 1f, 1f, 2f, 2f), List.of(node), 1, 2, 3);
    float[] samples = {3, 1, 2, 1, 5, 4};
    float[] expected = GraphRun.of(graph, WRITTEN, samples, 1, 1, 2, 3).get("y");
    assertThat(expected).hasSize(24).contains(1.5f);
    for (int version = 11; version <= OperatorVersions.NEWEST; version++) {
      GraphProto rewritten = OperatorVersions.rewrite(graph, version);
      assertThat(GraphRun.of(rewritten, version, samples, 1, 1, 2, 3).get("y"))
          .as("operator set %d", version)
          .isEqualTo(expected);
    }
    assertThatThrownBy(() -> OperatorVersions.rewrite(graph, 10))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("operator set 10")
        .hasMessageContaining("export the model for 11 or later");
  }

  private static GraphProto withNodes(
      TensorProto constant, List<NodeProto> nodes, long... sampleShape) {
    OnnxGraph graph = new OnnxGraph();
    graph.output("y", graph.input("x", sampleShape));
    return parsed(graph.toModel("test", Map.of())).toBuilder()
        .clearNode()
        .addAllNode(nodes)
        .addInitializer(constant)
        .build();
  }

  private static int[] versions() {
    return IntStream.rangeClosed(OperatorVersions.OLDEST, OperatorVersions.NEWEST).toArray();
  }

  @Test
  void detectorJudgesTheSameInEveryVersion() throws OrtException {
    GraphProto graph = parsed(TestDetectors.table().model().model());
    int columns = 6;
    float[] samples = Arrays.copyOf(TestDetectors.table().values(), 50 * columns);
    samples[3] = 1e30f;
    samples[columns] = NAN;
    Map<String, float[]> expected = GraphRun.of(graph, WRITTEN, samples, 50, columns);
    assertThat(expected).containsKeys("energies", "score", "parts", "p_value", "reconstruction");
    for (int version : versions()) {
      GraphProto rewritten = OperatorVersions.rewrite(graph, version);
      Map<String, float[]> found = GraphRun.of(rewritten, version, samples, 50, columns);
      assertThat(found).containsOnlyKeys(expected.keySet());
      expected.forEach(
          (name, values) ->
              assertThat(found.get(name))
                  .as("%s in operator set %d", name, version)
                  .isEqualTo(values));
    }
  }

  @Test
  void ownVersionIsLeftAlone() {
    GraphProto graph = parsed(TestDetectors.table().model().model());
    assertThat(OperatorVersions.rewrite(graph, WRITTEN)).isEqualTo(graph);
  }

  @Test
  void rewritingTwiceGivesTheSameBytes() {
    GraphProto graph = parsed(TestDetectors.table().model().model());
    for (int version : versions()) {
      assertThat(OperatorVersions.rewrite(graph, version).toByteString())
          .isEqualTo(OperatorVersions.rewrite(graph, version).toByteString());
    }
  }

  @Test
  void constantsThatBecameAttributesAreDropped() {
    GraphProto graph =
        Case.row("", (g, x) -> g.node("Clip", x, g.constant(-1), g.constant(1))).graph();
    assertThat(graph.getInitializerList()).hasSize(2);
    assertThat(OperatorVersions.rewrite(graph, 10).getInitializerList()).isEmpty();
    assertThat(OperatorVersions.rewrite(graph, 11).getInitializerList()).hasSize(2);
  }

  @Test
  void constantThatAnotherNodeNeedsStays() {
    GraphProto graph =
        Case.row("", (g, x) -> g.add(g.node("Clip", x, g.constant(2)), g.constant(2))).graph();
    assertThat(OperatorVersions.rewrite(graph, 10).getInitializerList()).hasSize(1);
  }

  @Test
  void newNamesAvoidThoseInUse() throws OrtException {
    NodeProto taken = node("Neg", "y_1", "x");
    NodeProto sign = node("Sign", "y", "y_1");
    GraphProto graph = withNodes(TensorNumbers.list("y_2", 1f), List.of(taken, sign), 3);
    GraphProto rewritten = OperatorVersions.rewrite(graph, 7);
    assertThat(GraphRun.of(rewritten, 7, new float[] {1, -2, 0}, 1, 3).get("y"))
        .containsExactly(-1, 1, 0);
  }

  private static NodeProto node(String operator, String output, String... inputs) {
    return NodeProto.newBuilder()
        .setOpType(operator)
        .addAllInput(List.of(inputs))
        .addOutput(output)
        .build();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 6, 27})
  void versionThatIsNotWrittenIsRefusedWithARemedy(int version) {
    GraphProto graph = Case.row("", (g, x) -> g.node("Relu", x)).graph();
    assertThatThrownBy(() -> OperatorVersions.rewrite(graph, version))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "the model is written for operator set %d of ONNX, and Stranger writes 7 to 26; export"
                + " the model again for one of these",
            version);
  }

  @Test
  void unknownOperatorIsAMistakeOfOurs() {
    GraphProto graph = Case.row("", (g, x) -> g.node("Einsum", x)).graph();
    assertThatThrownBy(() -> OperatorVersions.rewrite(graph, WRITTEN))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no rule for the operator Einsum");
  }

  @Test
  void axesFromTheBackAreRefusedWhereTheyMeanNothing() {
    GraphProto graph = Case.row("", (g, x) -> reduced(g, "ReduceMax", x, 1, -1)).graph();
    assertThatThrownBy(() -> OperatorVersions.rewrite(graph, 10))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("count from the front");
    assertThat(OperatorVersions.rewrite(graph, 11)).isEqualTo(graph);
  }

  @Test
  void boundsThatAreComputedAreRefusedWhereTheyMustBeAttributes() {
    GraphProto graph = Case.row("", (g, x) -> g.node("Clip", x, g.node("ReduceMean", x))).graph();
    assertThatThrownBy(() -> OperatorVersions.rewrite(graph, 10))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("must be a constant in operator set 10");
  }
}
