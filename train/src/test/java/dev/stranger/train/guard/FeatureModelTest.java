package dev.stranger.train.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.DataException;
import dev.stranger.DetectorFileException;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.score.ModelInput;
import dev.stranger.train.Guard;
import dev.stranger.train.GuardOptions;
import dev.stranger.train.TestData;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verdicts on the features of networks that are written here. */
class FeatureModelTest {

  private static final int WIDTH = 12;
  private static final int CLASSES = 3;

  /** What a network makes of its input before its last layer. */
  private enum Features {
    AS_THEY_ARE((graph, x) -> x),
    ROOTS((graph, x) -> graph.node("Sqrt", x)),
    TWO((graph, x) -> graph.slice(x, 1, 0, 2)),
    THREE((graph, x) -> graph.slice(x, 1, 0, 3)),
    ONE((graph, x) -> graph.slice(x, 1, 0, 1)),
    OF_LENGTH_ONE((graph, x) -> graph.node("Div", x, graph.node("Sqrt", graph.squaredNorm(x)))),
    OF_LOW_RANK(
        (graph, x) -> {
          String two = graph.slice(x, 1, 0, 2);
          return graph.concat(List.of(two, two, two, two));
        }),
    MOSTLY_DEAD((graph, x) -> graph.node("Relu", graph.sub(x, graph.constant(dead(), WIDTH))));

    private final BiFunction<OnnxGraph, String, String> write;

    Features(BiFunction<OnnxGraph, String, String> write) {
      this.write = write;
    }

    private static float[] dead() {
      float[] limits = new float[WIDTH];
      Arrays.fill(limits, 4, WIDTH, 1000);
      return limits;
    }

    private int width() {
      return switch (this) {
        case ONE -> 1;
        case TWO -> 2;
        case THREE -> 3;
        case OF_LOW_RANK -> 8;
        default -> WIDTH;
      };
    }

    ForeignModel model() {
      OnnxGraph graph = new OnnxGraph();
      String features = write.apply(graph, graph.input("x", WIDTH));
      graph.output("features", features, width());
      String weights = graph.constant(gaussian(width() * CLASSES, 9), width(), CLASSES);
      graph.output("y", graph.matmul(features, weights), CLASSES);
      return ForeignModel.of(graph.toModel("test", Map.of()), "written.onnx");
    }
  }

  private static float[] gaussian(int count, long seed) {
    Random random = new Random(seed);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  /** Positive rows around three centres. */
  private static MemoryDataset rows(int count, long seed) {
    float[] noise = gaussian(count * WIDTH, seed);
    float[][] rows = new float[count][WIDTH];
    for (int i = 0; i < count; i++) {
      for (int k = 0; k < WIDTH; k++) {
        double centre = 2 + Math.sin(1 + k * (1 + i % 3));
        rows[i][k] = (float) (centre * Math.exp(0.1 * noise[i * WIDTH + k] + 0.2 * noise[i]));
      }
    }
    return MemoryDataset.of("rows", Shape.of(WIDTH), Range.ANY, rows);
  }

  private static final GuardOptions USUAL =
      GuardOptions.of(ModelInput.of("x")).with(TestData.tiny(3));

  private static Detector detector(Features features, GuardOptions options) {
    return Guard.fit(features.model(), rows(600, 1), options, TrainListener.NONE).open();
  }

  @Test
  void ofFeaturesTenTimesAsLongTheLengthAloneDiffers() {
    try (Detector detector = detector(Features.AS_THEY_ARE, USUAL.withLogits(null))) {
      MemoryDataset rows = rows(20, 2);
      for (int i = 0; i < 20; i++) {
        float[] sample = rows.sample(i);
        Verdict one = detector.judge(sample);
        for (int k = 0; k < WIDTH; k++) {
          sample[k] *= 10;
        }
        Verdict ten = detector.judge(sample);
        List<String> names = one.energies().names();
        for (int k = 0; k < names.size(); k++) {
          float expected = one.energies().values()[k];
          float factor = names.get(k).equals("feature_length") ? 10 : 1;
          assertThat(ten.energies().values()[k])
              .as(names.get(k))
              .isCloseTo(factor * expected, within(1e-4f * (1 + Math.abs(factor * expected))));
        }
        assertThat(ten.score()).isGreaterThan(one.score());
        assertThat(ten.ood()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void verdictsDoNotDependOnTheBatch(Features features) {
    try (Detector detector = detector(features, USUAL)) {
      MemoryDataset rows = rows(50, 2);
      List<Verdict> together = detector.judge(TestNetwork.values(rows), 50);
      int flagged = 0;
      for (int i = 0; i < 50; i++) {
        Verdict alone = detector.judge(rows.sample(i));
        assertThat(alone.score())
            .as("sample %d", i)
            .isCloseTo(together.get(i).score(), within(1e-2f));
        assertThat(alone.pValue()).isCloseTo(together.get(i).pValue(), within(0.02f));
        flagged += alone.ood() ? 1 : 0;
      }
      assertThat(flagged).isLessThan(15);
    }
  }

  @Test
  void whatWakesDeadFeaturesIsFlagged() {
    try (Detector detector = detector(Features.MOSTLY_DEAD, USUAL.withLogits(null))) {
      float[] sample = rows(1, 2).sample(0);
      sample[8] = 1005;
      assertThat(detector.judge(sample).ood()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"AS_THEY_ARE", "ROOTS", "TWO", "MOSTLY_DEAD"})
  void featuresOfZeroGetAVerdict(Features features) {
    try (Detector detector = detector(features, USUAL)) {
      Verdict verdict = detector.judge(new float[WIDTH]);
      assertThat(verdict.score()).isFinite();
      assertThat(verdict.pValue()).isPositive();
      for (float energy : verdict.energies().values()) {
        assertThat(energy).isFinite();
      }
    }
  }

  /** The detector says that it cannot judge, or flags the sample. */
  private static void assertNeverNormal(Detector detector, float[] sample) {
    try {
      Verdict verdict = detector.judge(sample);
      int held = detector.calibration().size();
      assertThat(verdict.pValue()).isEqualTo(1f / (held + 1));
      assertThat(verdict.ood()).isTrue();
    } catch (DetectorFileException e) {
      assertThat(e).hasMessageStartingWith("the detector cannot judge");
    }
  }

  @Test
  void featuresThatAreNoNumbersAreNeverNormal() {
    for (boolean logits : new boolean[] {true, false}) {
      GuardOptions options = logits ? USUAL : USUAL.withLogits(null);
      try (Detector detector = detector(Features.ROOTS, options)) {
        for (int i = 0; i < WIDTH; i++) {
          float[] sample = rows(1, 2).sample(0);
          sample[i] = -1;
          assertNeverNormal(detector, sample);
        }
        float[] all = new float[WIDTH];
        Arrays.fill(all, -1);
        assertNeverNormal(detector, all);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(floats = {1e20f, 1e30f, 3e38f, -3e38f})
  void featuresThatOverflowAreNeverNormal(float value) {
    for (boolean logits : new boolean[] {true, false}) {
      GuardOptions options = logits ? USUAL : USUAL.withLogits(null);
      try (Detector detector = detector(Features.AS_THEY_ARE, options)) {
        float[] sample = rows(1, 2).sample(0);
        sample[3] = value;
        assertNeverNormal(detector, sample);
      }
    }
  }

  /** Some of these samples are held out. */
  @ParameterizedTest
  @ValueSource(ints = {7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18})
  void normalFeaturesThatAreNoNumbersAreRefused(int position) {
    MemoryDataset rows = rows(600, 1);
    float[][] all = new float[600][];
    Arrays.setAll(all, rows::sample);
    all[position][2] = -1;
    MemoryDataset wrong = MemoryDataset.of("rows", Shape.of(WIDTH), Range.ANY, all);
    assertThatThrownBy(() -> Guard.fit(Features.ROOTS.model(), wrong, USUAL, TrainListener.NONE))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("NaN");
  }

  @Test
  void aNetworkThatSaysTheSameOfAllSamplesIsRefused() {
    OnnxGraph graph = new OnnxGraph();
    String dead = graph.node("Relu", graph.sub(graph.input("x", WIDTH), graph.constant(1000)));
    graph.output("y", graph.matmul(dead, graph.constant(gaussian(WIDTH * 2, 1), WIDTH, 2)), 2);
    ForeignModel model = ForeignModel.of(graph.toModel("test", Map.of()), "dead.onnx");
    assertThatThrownBy(() -> Guard.fit(model, rows(600, 1), USUAL, TrainListener.NONE))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "the network gives all 600 samples of rows the same features; watch another tensor");
  }
}
