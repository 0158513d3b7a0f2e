package dev.stranger.train.engine;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.stranger.train.engine.TorchGraph.Slope;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.torch.Compute;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operator against ONNX Runtime, and its slope against finite differences. */
class OperatorsTest {

  private static final int SAMPLES = 3;
  private static final int SIZE = 24;

  @FunctionalInterface
  private interface Formula {
    /** Adds nodes behind {@code x}, 3 x 24, and returns the name of the last. */
    String write(OnnxGraph graph, String x);
  }

  record Case(String operator, Formula formula) {
    @Override
    public String toString() {
      return operator;
    }
  }

  private static Case unary(String operator) {
    return new Case(operator, (g, x) -> g.node(operator, x));
  }

  private static Case positive(String operator) {
    return new Case(operator, (g, x) -> g.node(operator, g.add(g.mul(x, x), g.constant(0.1))));
  }

  private static Case binary(String operator) {
    return new Case(operator, (g, x) -> g.node(operator, x, columns(g)));
  }

  private static Case comparison(String operator) {
    return new Case(operator, (g, x) -> floats(g, g.node(operator, x, columns(g))));
  }

  private static Case reduction(String operator) {
    return new Case(
        operator,
        (g, x) -> {
          String cube = reshaped(g, x, 0, 4, 6);
          Map<String, Object> last = Map.of("axes", new long[] {-1}, "keepdims", 0);
          Map<String, Object> both = Map.of("axes", new long[] {1, 2});
          String one = g.node(operator, last, cube);
          String two = g.node(operator, both, cube);
          String all = g.node(operator, Map.of("keepdims", 1), x);
          return g.add(g.mul(one, g.node("Squeeze", two, g.integers(2))), all);
        });
  }

  private static String columns(OnnxGraph graph) {
    return graph.constant(random(9, SIZE), SIZE);
  }

  private static String floats(OnnxGraph graph, String x) {
    return graph.node("Cast", Map.of("to", 1), x);
  }

  private static String reshaped(OnnxGraph graph, String x, long... shape) {
    return graph.node("Reshape", x, graph.integers(shape));
  }

  private static String weights(OnnxGraph graph, long... shape) {
    int size = 1;
    for (long length : shape) {
      size *= (int) length;
    }
    return graph.constant(random(size, size), shape);
  }

  static List<Case> cases() {
    return List.of(
        unary("Abs"),
        binary("Add"),
        new Case("ArgMax", (g, x) -> floats(g, g.node("ArgMax", Map.of("axis", 1), x))),
        new Case(
            "ArgMax", (g, x) -> floats(g, g.node("ArgMax", Map.of("axis", -1, "keepdims", 0), x))),
        new Case("Atanh", (g, x) -> g.node("Atanh", g.mul(g.node("Sigmoid", x), g.constant(0.4)))),
        comparison("Greater"),
        comparison("GreaterOrEqual"),
        comparison("Less"),
        comparison("LessOrEqual"),
        new Case("Equal", (g, x) -> floats(g, g.node("Equal", g.node("Sign", x), g.constant(1)))),
        new Case("Cast", (g, x) -> floats(g, g.node("Cast", Map.of("to", 7), x))),
        new Case("Cast", (g, x) -> floats(g, g.node("Cast", Map.of("to", 9), x))),
        new Case("Clip", (g, x) -> g.node("Clip", x, g.constant(-0.5), g.constant(0.7))),
        new Case("Clip", (g, x) -> g.node("Clip", x, "", g.constant(0.7))),
        new Case("Concat", (g, x) -> g.node("Concat", Map.of("axis", -1), x, columnsOf(g, x))),
        new Case(
            "Conv",
            (g, x) ->
                g.node(
                    "Conv",
                    Map.of(
                        "kernel_shape", new long[] {3, 2},
                        "strides", new long[] {2, 1},
                        "pads", new long[] {1, 0, 1, 0}),
                    reshaped(g, x, 0, 2, 3, 4),
                    weights(g, 3, 2, 3, 2),
                    weights(g, 3))),
        new Case(
            "Conv",
            (g, x) ->
                g.node(
                    "Conv",
                    Map.of("group", 2, "dilations", new long[] {2}),
                    reshaped(g, x, 0, 2, 12),
                    weights(g, 4, 1, 3))),
        new Case(
            "ConvTranspose",
            (g, x) ->
                g.node(
                    "ConvTranspose",
                    Map.of(
                        "strides", new long[] {2, 2},
                        "pads", new long[] {1, 1, 1, 1},
                        "output_padding", new long[] {1, 0}),
                    reshaped(g, x, 0, 2, 3, 4),
                    weights(g, 2, 3, 4, 4),
                    weights(g, 3))),
        new Case(
            "ConvTranspose",
            (g, x) ->
                g.node(
                    "ConvTranspose",
                    Map.of("strides", new long[] {3}, "output_padding", new long[] {2}),
                    reshaped(g, x, 0, 2, 12),
                    weights(g, 2, 3, 4))),
        binary("Div"),
        unary("Exp"),
        new Case(
            "Expand",
            (g, x) -> g.node("Expand", reshaped(g, x, SAMPLES, 1, SIZE), g.integers(2, 1, 4, 1))),
        new Case("Expand", (g, x) -> g.node("Expand", x, g.integers(1))),
        new Case("Gather", (g, x) -> g.node("Gather", Map.of("axis", 1), x, g.integers(2, -1, 2))),
        new Case("Gather", (g, x) -> g.node("Gather", Map.of("axis", -1), x, g.constantIndex(-2))),
        new Case(
            "GatherElements",
            (g, x) ->
                g.node(
                    "GatherElements",
                    Map.of("axis", 1),
                    x,
                    g.node("Unsqueeze", g.integers(0, -1, 5), g.integers(1)))),
        new Case(
            "Gemm",
            (g, x) ->
                g.node(
                    "Gemm",
                    Map.of("transB", 1, "alpha", 0.5f, "beta", 2f),
                    x,
                    weights(g, 4, SIZE),
                    weights(g, 4))),
        new Case("Gemm", (g, x) -> g.node("Gemm", Map.of("transA", 1), x, weights(g, SAMPLES, 2))),
        unary("Identity"),
        new Case("LeakyRelu", (g, x) -> g.node("LeakyRelu", Map.of("alpha", 0.2f), x)),
        positive("Log"),
        new Case("LogSoftmax", (g, x) -> g.node("LogSoftmax", Map.of("axis", 1), x)),
        new Case("LSTM", (g, x) -> lstm(g, x, "")),
        new Case("LSTM", (g, x) -> lstm(g, x, weights(g, 1, SAMPLES, 5))),
        new Case("MatMul", (g, x) -> g.matmul(x, weights(g, SIZE, 5))),
        new Case("Max", (g, x) -> g.node("Max", x, columns(g), g.constant(0))),
        new Case("Min", (g, x) -> g.node("Min", x, columns(g))),
        binary("Mul"),
        unary("Neg"),
        new Case("PRelu", (g, x) -> g.node("PRelu", x, weights(g, 1))),
        new Case("PRelu", (g, x) -> g.node("PRelu", x, columns(g))),
        new Case("Pow", (g, x) -> g.node("Pow", x, g.constant(2))),
        new Case("Pow", (g, x) -> g.node("Pow", g.node("Exp", x), g.constant(0.3))),
        reduction("ReduceL1"),
        reduction("ReduceL2"),
        reduction("ReduceLogSumExp"),
        reduction("ReduceMax"),
        reduction("ReduceMean"),
        reduction("ReduceMin"),
        reduction("ReduceSumSquare"),
        new Case(
            "ReduceSum",
            (g, x) -> {
              String cube = reshaped(g, x, 0, 4, 6);
              String rows = g.node("ReduceSum", Map.of("keepdims", 0), cube, g.integers(1, -1));
              return g.mul(rows, g.node("ReduceSum", x));
            }),
        unary("Relu"),
        new Case("Reshape", (g, x) -> reshaped(g, reshaped(g, x, 0, 4, -1), 4, -1, 3)),
        new Case("Shape", (g, x) -> floats(g, g.node("Shape", x))),
        new Case("Shape", (g, x) -> g.node("Reshape", reshaped(g, x, -1), g.node("Shape", x))),
        new Case("Floor", (g, x) -> g.node("Floor", g.mul(x, g.constant(9)))),
        new Case("IsNaN", (g, x) -> floats(g, g.node("IsNaN", g.node("Log", x)))),
        new Case("Sin", (g, x) -> g.node("Sin", g.mul(x, g.constant(9)))),
        unary("Sigmoid"),
        unary("Sign"),
        new Case("Slice", (g, x) -> g.slice(x, 1, 3, Long.MAX_VALUE)),
        new Case("Slice", (g, x) -> g.node("Slice", x, g.integers(1, -9), g.integers(3, -1))),
        new Case(
            "Slice",
            (g, x) ->
                g.node("Slice", x, g.integers(1), g.integers(20), g.integers(-1), g.integers(3))),
        new Case("Softmax", (g, x) -> g.node("Softmax", x)),
        new Case("Softmax", (g, x) -> g.node("Softmax", Map.of("axis", 0), x)),
        new Case("Softplus", (g, x) -> g.node("Softplus", g.mul(x, g.constant(20)))),
        positive("Sqrt"),
        new Case("Squeeze", (g, x) -> g.node("Squeeze", reshaped(g, x, 1, SAMPLES, 1, SIZE))),
        new Case(
            "Squeeze",
            (g, x) -> g.node("Squeeze", reshaped(g, x, 1, SAMPLES, 1, SIZE), g.integers(-2, 0))),
        binary("Sub"),
        unary("Tanh"),
        new Case(
            "TopK",
            (g, x) -> {
              String positions = g.positionsOfSmallest(x, 4);
              return g.add(floats(g, positions), positions + "_values");
            }),
        new Case("Transpose", (g, x) -> g.node("Transpose", reshaped(g, x, 0, 4, 6))),
        new Case(
            "Transpose",
            (g, x) ->
                g.node("Transpose", Map.of("perm", new long[] {2, 0, 1}), reshaped(g, x, 0, 4, 6))),
        new Case("Unsqueeze", (g, x) -> g.node("Unsqueeze", x, g.integers(-1, 0))),
        new Case(
            "Where",
            (g, x) -> g.node("Where", g.node("Less", x, g.constant(0)), g.mul(x, x), columns(g))));
  }

  private static String columnsOf(OnnxGraph graph, String x) {
    return graph.slice(x, 1, 2, 5);
  }

  private static String lstm(OnnxGraph graph, String x, String firstHidden) {
    String series = reshaped(graph, x, 0, 2, 12);
    String timeFirst = graph.node("Transpose", Map.of("perm", new long[] {2, 0, 1}), series);
    return graph.node(
        "LSTM",
        Map.of("hidden_size", 5),
        timeFirst,
        weights(graph, 1, 20, 2),
        weights(graph, 1, 20, 5),
        weights(graph, 1, 40),
        "",
        firstHidden);
  }

  private static float[] random(long seed, int count) {
    Random random = new Random(seed);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  private static byte[] model(Case of) {
    OnnxGraph graph = new OnnxGraph();
    String y = of.formula().write(graph, graph.input("x", SIZE));
    graph.output("y", reshaped(graph, y, -1));
    graph.output("squares", reshaped(graph, graph.mul(y, y), -1));
    return graph.toModel("test", Map.of());
  }

  @Test
  void noOperatorIsLeftOut() {
    assertThat(cases().stream().map(Case::operator).collect(Collectors.toSet()))
        .isEqualTo(new TreeSet<>(Operators.ALL.keySet()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void onnxRuntimeComputesTheSame(Case of) throws OrtException {
    float[] x = random(1, SAMPLES * SIZE);
    Compute cpu = Compute.on("cpu");
    try (TorchGraph graph = TorchGraph.load(model(of), cpu, "graph");
        PointerScope scope = new PointerScope()) {
      float[] found = Compute.floats(graph.run(cpu.of(x, SAMPLES, SIZE), "y"));
      float[] expected = inOnnxRuntime(model(of), x);
      assertThat(found).hasSameSizeAs(expected);
      for (int i = 0; i < found.length; i++) {
        float tolerance = 1e-5f * (Math.abs(expected[i]) + 1);
        assertThat(found[i]).as("value %d", i).isCloseTo(expected[i], Offset.offset(tolerance));
      }
    }
  }

  private static float[] inOnnxRuntime(byte[] model, float[] x) throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession session = environment.createSession(model);
        OnnxTensor input =
            OnnxTensor.createTensor(environment, FloatBuffer.wrap(x), new long[] {SAMPLES, SIZE});
        OrtSession.Result result = session.run(Map.of("x", input))) {
      FloatBuffer buffer = ((OnnxTensor) result.get("y").orElseThrow()).getFloatBuffer();
      float[] values = new float[buffer.remaining()];
      buffer.get(values);
      return values;
    }
  }

  /** Of the sum of squares, because some sums, such as that of a softmax, never change. */
  @ParameterizedTest
  @MethodSource("cases")
  void slopesAreThoseOfFiniteDifferences(Case of) {
    Compute exact = Compute.exact();
    double step = 1e-6;
    try (TorchGraph graph = TorchGraph.load(model(of), exact, "graph");
        PointerScope scope = new PointerScope()) {
      Tensor x = exact.of(random(1, SAMPLES * SIZE), SAMPLES, SIZE);
      Tensor way = exact.of(random(2, SAMPLES * SIZE), SAMPLES, SIZE);
      Slope slope = graph.slope(x, "squares");
      double above = graph.run(x.add(way, new Scalar(step)), "squares").sum().item_double();
      double below = graph.run(x.sub(way, new Scalar(step)), "squares").sum().item_double();
      double expected = (above - below) / (2 * step);
      assertThat(slope.slopes().mul(way).sum().item_double())
          .isCloseTo(expected, Offset.offset(1e-5 * (Math.abs(expected) + 1)));
    }
  }
}
