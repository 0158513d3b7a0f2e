package dev.stranger.train.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.DetectorFileException;
import dev.stranger.MemoryDataset;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.score.Engine;
import dev.stranger.score.GraphFacts;
import dev.stranger.score.onnx.AllowedOperators;
import dev.stranger.score.onnx.CheckedModel;
import dev.stranger.train.TestData;
import dev.stranger.train.TestDetectors;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.Trainer;
import dev.stranger.train.baseline.Classifier;
import dev.stranger.train.baseline.ClassifierEnergy;
import dev.stranger.train.baseline.Forest;
import dev.stranger.train.baseline.Vae;
import dev.stranger.train.baseline.VaeEnergy;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.method.Method;
import dev.stranger.train.torch.Compute;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TorchEngineTest {

  private static final Compute CPU = Compute.on("cpu");

  static Stream<Arguments> models() {
    return Stream.of(
        of("images", () -> TestDetectors.images().model(), images(2)),
        of("series", () -> TestDetectors.series().model(), TestData.heartbeats(300, 2)),
        of("recurrent", () -> TestDetectors.recurrent().model(), TestData.heartbeats(20, 2)),
        of("table", () -> TestDetectors.table().model(), TestData.table(300, 2)),
        of("vae", fit(Vae.DEFAULT.withEnergies(VaeEnergy.values()).withDraws(10)), images(2)),
        of(
            "classifier",
            fit(Classifier.DEFAULT.withEnergies(ClassifierEnergy.values())),
            images(2)));
  }

  private static Arguments of(String name, Supplier<TrainedModel> model, Dataset judged) {
    return Arguments.of(name, model, judged);
  }

  private static Dataset images(long seed) {
    return TestData.images("sprites:size=300,seed=" + seed, 16);
  }

  private static Supplier<TrainedModel> fit(Method method) {
    return () -> Trainer.fit(images(1), TestData.tiny(2).with(method), TrainListener.NONE);
  }

  private static TorchEngine engine(TrainedModel model) {
    return TorchEngine.load(
        CheckedModel.of(model.model(), "detector.onnx", AllowedOperators.OF_STRANGER), CPU);
  }

  private static List<Verdict> judge(Detector detector, Dataset data) {
    List<Verdict> verdicts = new ArrayList<>();
    detector.judge(data, (batch, some) -> verdicts.addAll(some));
    return verdicts;
  }

  /**
   * As close as test vectors must be.
   *
   * @param small what counts as zero
   */
  private static void assertClose(float[] found, float[] expected, float small) {
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.length; i++) {
      float allowed = 1e-3f * (Math.abs(expected[i]) + small);
      assertThat(found[i]).as("number %d", i).isCloseTo(expected[i], Offset.offset(allowed));
    }
  }

  private static void assertClose(List<Verdict> found, List<Verdict> expected) {
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.size(); i++) {
      assertClose(numbers(found.get(i)), numbers(expected.get(i)), 1e-3f);
    }
  }

  private static float[] numbers(Verdict verdict) {
    float[] energies = verdict.energies().values();
    float[] numbers = Arrays.copyOf(energies, energies.length + 1);
    numbers[energies.length] = verdict.score();
    return numbers;
  }

  /** More samples than it takes at a time. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void itJudgesAsOnnxRuntimeDoes(String name, Supplier<TrainedModel> trained, Dataset judged) {
    TrainedModel model = trained.get();
    try (Detector detector = Detector.of(engine(model), "detector.onnx");
        Detector usual = model.open()) {
      List<Verdict> found = judge(detector, judged);
      List<Verdict> expected = judge(usual, judged);
      assertClose(found, expected);
      for (Verdict verdict : found) {
        assertThat(verdict.pValue()).isEqualTo(detector.calibration().pValue(verdict.score()));
      }
    }
  }

  @Test
  void itGivesEveryOutputThatOnnxRuntimeGives() {
    TestDetectors images = TestDetectors.images();
    int count = (int) images.normal().size();
    float[] values = images.values();
    try (Detector detector = Detector.of(engine(images.model()), "detector.onnx");
        Detector usual = images.model().open()) {
      assertThat(detector.hasReconstruction()).isTrue();
      assertClose(detector.reconstruct(values, count), usual.reconstruct(values, count), 0.1f);
      assertClose(detector.statistics(values, count), usual.statistics(values, count), 0.1f);
      assertClose(detector.coordinates(values, count), usual.coordinates(values, count), 0.1f);
      assertThat(detector.explain(values, count).get(0).reasons().main().statistic())
          .isEqualTo(usual.explain(values, count).get(0).reasons().main().statistic());
    }
  }

  @Test
  void severalThreadsJudgeAtOnce() {
    TestDetectors images = TestDetectors.images();
    try (Detector detector = Detector.of(engine(images.model()), "detector.onnx")) {
      List<Verdict> alone = judge(detector, images.normal());
      IntStream.range(0, 16)
          .parallel()
          .mapToObj(i -> judge(detector, images.normal()))
          .forEach(together -> assertClose(together, alone));
    }
  }

  @Test
  void whatItCannotRunIsRefusedWithTheRemedy(@TempDir Path folder) {
    Path file = folder.resolve("forest.onnx");
    MemoryDataset table = TestData.table(200, 1);
    Trainer.fit(table, TestData.tiny(1).with(new Forest()), TrainListener.NONE).save(file);
    assertThatThrownBy(() -> TorchEngine.open(file, CPU))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith(file + " uses the operator TreeEnsembleRegressor")
        .hasMessageEndingWith("ONNX Runtime can judge");
  }

  @Test
  void anEngineThatJudgesOtherwiseIsRefusedAndClosed() {
    Doubling engine = new Doubling(engine(TestDetectors.table().model()));
    assertThatThrownBy(() -> Detector.of(engine, "detector.onnx"))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageStartingWith(
            "detector.onnx does not judge as it did when it was trained: score of sample 0 was");
    assertThat(engine.closed).isTrue();
  }

  /** Says of every sample that it is twice as strange. */
  private static final class Doubling implements Engine {

    private final Engine engine;
    private boolean closed;

    Doubling(Engine engine) {
      this.engine = engine;
    }

    @Override
    public GraphFacts facts() {
      return engine.facts();
    }

    @Override
    public int batchSize() {
      return engine.batchSize();
    }

    @Override
    public Map<String, float[]> run(FloatBuffer samples, int count, Set<String> outputs) {
      Map<String, float[]> found = engine.run(samples, count, outputs);
      float[] scores = found.get("score");
      for (int i = 0; i < scores.length; i++) {
        scores[i] *= 2;
      }
      return found;
    }

    @Override
    public void close() {
      closed = true;
      engine.close();
    }
  }
}
