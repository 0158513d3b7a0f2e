package dev.stranger.train.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.train.TestDetectors;
import dev.stranger.train.engine.TorchGraph.Slope;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.torch.Compute;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TorchGraphTest {

  private static final Compute CPU = Compute.on("cpu");

  static Stream<Arguments> detectors() {
    return Stream.of(
        of("images", TestDetectors::images),
        of("series", TestDetectors::series),
        of("recurrent", TestDetectors::recurrent),
        of("table", TestDetectors::table));
  }

  private static Arguments of(String name, Supplier<TestDetectors> detector) {
    return Arguments.of(name, detector);
  }

  private static TorchGraph load(TestDetectors detector, Compute compute) {
    return TorchGraph.load(detector.model().model(), compute, "detector.onnx");
  }

  private static Tensor batch(TestDetectors detector, Compute compute) {
    return compute.of(
        detector.values(), detector.normal().shape().ofBatch(detector.normal().size()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("detectors")
  void itComputesWhatOnnxRuntimeComputes(String name, Supplier<TestDetectors> trained) {
    TestDetectors detector = trained.get();
    int count = (int) detector.normal().size();
    try (TorchGraph graph = load(detector, CPU);
        Detector judge = detector.model().open();
        PointerScope scope = new PointerScope()) {
      List<Verdict> verdicts = judge.judge(detector.values(), count);
      Map<String, Tensor> found =
          graph.run(
              batch(detector, CPU), List.of("score", "p_value", "energies", "reconstruction"));
      float[] energies = new float[4 * count];
      float[] scores = new float[count];
      float[] pValues = new float[count];
      for (int i = 0; i < count; i++) {
        Verdict verdict = verdicts.get(i);
        scores[i] = verdict.score();
        pValues[i] = verdict.pValue();
        energies[4 * i] = verdict.energies().fullEnergy();
        energies[4 * i + 1] = verdict.energies().kpcaError();
        energies[4 * i + 2] = verdict.energies().aeLoss();
        energies[4 * i + 3] = verdict.energies().negCorr();
      }
      assertClose(found.get("score"), scores, 1e-6f);
      assertClose(found.get("p_value"), pValues, 1e-6f);
      assertClose(found.get("energies"), energies, 1e-6f);
      float[] reconstruction = judge.reconstruct(detector.values(), count);
      assertClose(found.get("reconstruction"), reconstruction, 1e-3f);
    }
  }

  /**
   * @param small what counts as zero
   */
  private static void assertClose(Tensor found, float[] expected, float small) {
    float[] values = Compute.floats(found);
    assertThat(values).hasSameSizeAs(expected);
    for (int i = 0; i < values.length; i++) {
      float tolerance = 1e-4f * (Math.abs(expected[i]) + small);
      assertThat(values[i]).as("value %d", i).isCloseTo(expected[i], Offset.offset(tolerance));
    }
  }

  /**
   * In double precision and along one direction, so that hardly a kink lies between. A training
   * sample is one: it is as near as can be to itself.
   */
  @ParameterizedTest(name = "{0}")
  @MethodSource("detectors")
  void slopesAreThoseOfFiniteDifferences(String name, Supplier<TestDetectors> trained) {
    TestDetectors detector = trained.get();
    Compute exact = Compute.exact();
    double step = 1e-7;
    try (TorchGraph graph = load(detector, exact);
        PointerScope scope = new PointerScope()) {
      Tensor way =
          exact.of(random(detector), detector.normal().shape().ofBatch(detector.normal().size()));
      Tensor x = batch(detector, exact).add(way, scalar(1e-3));
      Slope slope = graph.slope(x, "score");
      float[] along = Compute.floats(slope.slopes().mul(way).flatten(1, -1).sum(1));
      Tensor above = graph.run(x.add(way, scalar(step)), "score");
      Tensor below = graph.run(x.sub(way, scalar(step)), "score");
      float[] expected = Compute.floats(above.sub(below).div(scalar(2 * step)));
      assertThat(along).hasSize((int) x.size(0));
      assertThat(Compute.floats(slope.values())).isEqualTo(Compute.floats(graph.run(x, "score")));
      for (int i = 0; i < along.length; i++) {
        float tolerance = 1e-3f * (Math.abs(expected[i]) + 0.01f);
        assertThat(along[i]).as("sample %d", i).isCloseTo(expected[i], Offset.offset(tolerance));
      }
    }
  }

  private static Scalar scalar(double value) {
    return new Scalar(value);
  }

  private static float[] random(TestDetectors detector) {
    Random random = new Random(5);
    float[] values = new float[detector.values().length];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  /** The distance to a point has no slope at the point itself; squares before a root hide that. */
  @Test
  void aDistanceOfZeroHasTheSlopeZero() {
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("x", 2);
    String squares = graph.mul(x, x);
    graph.output("length", graph.node("Sqrt", graph.rowSum(squares)), 1);
    try (TorchGraph torch = load(graph);
        PointerScope scope = new PointerScope()) {
      Slope slope = torch.slope(CPU.of(new float[] {0, 0, 3, 4}, 2, 2), "length");
      assertThat(Compute.floats(slope.values())).containsExactly(0, 5);
      assertThat(Compute.floats(slope.slopes())).containsExactly(0, 0, 0.6f, 0.8f);
    }
  }

  @Test
  void whatIsMadeOfComparisonsAloneHasTheSlopeZero() {
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("x", 2);
    String positive = graph.node("Greater", x, graph.constant(0));
    graph.output("y", graph.node("Cast", Map.of("to", 1), positive), 2);
    try (TorchGraph torch = load(graph);
        PointerScope scope = new PointerScope()) {
      Slope slope = torch.slope(CPU.of(new float[] {-1, 1}, 1, 2), "y");
      assertThat(Compute.floats(slope.values())).containsExactly(0, 1);
      assertThat(Compute.floats(slope.slopes())).containsExactly(0, 0);
    }
  }

  private static TorchGraph load(OnnxGraph graph) {
    return TorchGraph.load(graph.toModel("test", Map.of()), CPU, "detector.onnx");
  }

  @Test
  void aGraphThatIsNotUnderstoodIsRefused() {
    OnnxGraph unknown = new OnnxGraph();
    unknown.output("y", unknown.node("Erf", unknown.input("x", 2)), 2);
    assertThatThrownBy(() -> load(unknown))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "detector.onnx uses the operator Erf, which is not known here; libtorch can neither"
                + " judge with this detector nor attack it, ONNX Runtime can judge");
    OnnxGraph odd = new OnnxGraph();
    String x = odd.input("x", 2);
    odd.output("y", odd.node("ArgMax", Map.of("select_last_index", 1), x), 2);
    assertThatThrownBy(() -> load(odd))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("ArgMax with select_last_index");
    assertThatThrownBy(() -> TorchGraph.load(new byte[] {1, 2, 3}, CPU, "detector.onnx"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("detector.onnx is no ONNX model");
  }

  @Test
  void onlyWhatIsAskedForIsThere() {
    TestDetectors detector = TestDetectors.table();
    try (TorchGraph graph = load(detector, CPU);
        PointerScope scope = new PointerScope()) {
      Tensor x = batch(detector, CPU);
      assertThat(graph.run(x, List.of("p_value"))).containsOnlyKeys("p_value");
      assertThatThrownBy(() -> graph.run(x, "colour"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the graph has no output colour");
    }
  }

  @Test
  void manySlopesTakeNoMoreMemoryThanAFew() {
    TestDetectors detector = TestDetectors.images();
    try (TorchGraph graph = load(detector, CPU)) {
      slopes(graph, detector, 20);
      long before = Pointer.physicalBytes();
      slopes(graph, detector, 60);
      assertThat(Pointer.physicalBytes() - before).isLessThan(60L << 20);
    }
  }

  private static void slopes(TorchGraph graph, TestDetectors detector, int count) {
    for (int i = 0; i < count; i++) {
      try (PointerScope scope = new PointerScope()) {
        graph.slope(batch(detector, CPU), "score");
      }
    }
  }
}
