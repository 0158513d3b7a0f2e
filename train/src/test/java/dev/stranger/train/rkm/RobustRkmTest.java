package dev.stranger.train.rkm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.data.Contaminated;
import dev.stranger.metric.RankMetrics;
import dev.stranger.score.Detector;
import dev.stranger.train.Interrupted;
import dev.stranger.train.TestData;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.LearningOptions.Schedule;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RobustRkmTest {

  private static final double SHARE = 0.1;
  private static final int NORMALS = 450;
  private static final TrainOptions OPTIONS = options(6);
  private static final ToDoubleFunction<Verdict> KPCA_ERROR =
      verdict -> verdict.energies().kpcaError();

  @TempDir Path folder;

  private static TrainOptions options(int epochs) {
    TrainOptions tiny = TestData.tiny(epochs);
    return tiny.with(tiny.learning().withRates(2e-3, 1e-3, Schedule.CONSTANT));
  }

  private static Dataset squares(int size, long seed) {
    return TestData.images("sprites:square,size=" + size + ",seed=" + seed, 16);
  }

  private static Dataset noise(int size, long seed) {
    return TestData.images("noise:size=" + size + ",seed=" + seed, 16);
  }

  private static Dataset illBeats(int size, long seed) {
    return TestData.open(
        "heartbeats:r-on-t,premature-ventricular,size=%d,seed=%d".formatted(size, seed));
  }

  /** Learns as it should, and keeps what it learnt. */
  private static final class Watched implements Method {
    private final RobustRkm method = new RobustRkm(SHARE);
    private @Nullable ModelGraph learnt;

    @Override
    public String key() {
      return method.key();
    }

    @Override
    public List<String> scores() {
      return method.scores();
    }

    @Override
    public ModelGraph learn(TrainingData data, TrainingRun run) {
      learnt = method.learn(data, run);
      return learnt;
    }

    boolean doubts(int sample) {
      return ((StRkmGraph) Objects.requireNonNull(learnt)).outliers().get(sample);
    }
  }

  private static TrainedModel fit(Dataset data, TrainOptions options) {
    return Trainer.fit(data, options, TrainListener.NONE);
  }

  private static double[] judge(Detector detector, Dataset data, ToDoubleFunction<Verdict> of) {
    List<Verdict> verdicts = new ArrayList<>();
    detector.judge(data, (batch, more) -> verdicts.addAll(more));
    return verdicts.stream().mapToDouble(of).toArray();
  }

  private static double auroc(
      TrainedModel model, Dataset in, Dataset out, ToDoubleFunction<Verdict> of) {
    try (Detector detector = model.open()) {
      return RankMetrics.of(judge(detector, in, of), judge(detector, out, of)).auroc();
    }
  }

  @Test
  @Tag("slow")
  void noiseAmongSquaresHardlyCountsAndIsDetectedLater() {
    for (long seed = 0; seed < 3; seed++) {
      Dataset mixed = Contaminated.of(squares(NORMALS, seed), noise(300, seed), SHARE, seed);
      TrainOptions options = OPTIONS.withSeed(seed);
      Watched watched = new Watched();
      TrainedModel robust = fit(mixed, options.with(watched));
      int[] fit = TestData.fitted(mixed.inMemory(), options);
      String place = "seed " + seed;
      assertThat(doubted(watched, fit, position -> position < NORMALS)).as(place).isLessThan(0.2);
      assertThat(doubted(watched, fit, position -> position >= NORMALS))
          .as(place)
          .isGreaterThan(0.9);

      TrainedModel plain = fit(mixed, options);
      Dataset in = squares(300, 100 + seed);
      Dataset out = noise(300, 100 + seed);
      assertThat(auroc(plain, in, out, KPCA_ERROR)).as(place).isLessThan(0.5);
      assertThat(auroc(robust, in, out, KPCA_ERROR)).as(place).isGreaterThan(0.7);
      assertThat(auroc(plain, in, out, Verdict::score)).as(place).isLessThan(0.7);
      assertThat(auroc(robust, in, out, Verdict::score)).as(place).isGreaterThan(0.9);
    }
  }

  @Test
  @Tag("slow")
  void illHeartbeatsAmongNormalOnesAreDetectedBetterThanByThePlainMethod() {
    List<Double> gains = new ArrayList<>();
    for (long seed = 0; seed < 3; seed++) {
      Dataset beats = TestData.heartbeats(NORMALS, seed);
      Dataset mixed = Contaminated.of(beats, illBeats(300, 50 + seed), SHARE, seed);
      TrainOptions options = OPTIONS.withSeed(seed);
      Watched watched = new Watched();
      TrainedModel robust = fit(mixed, options.with(watched));
      int[] fit = TestData.fitted(mixed.inMemory(), options);
      String place = "seed " + seed;
      assertThat(doubted(watched, fit, position -> position >= NORMALS))
          .as(place)
          .isGreaterThan(0.2 + doubted(watched, fit, position -> position < NORMALS));

      TrainedModel plain = fit(mixed, options);
      Dataset in = TestData.heartbeats(300, 100 + seed);
      Dataset out = illBeats(300, 150 + seed);
      for (ToDoubleFunction<Verdict> of : List.of(KPCA_ERROR, Verdict::score)) {
        double gain = auroc(robust, in, out, of) - auroc(plain, in, out, of);
        assertThat(gain).as(place).isPositive();
        gains.add(gain);
      }
      assertGuarantee(robust, Contaminated.of(in, out, SHARE, seed), place);
    }
    // Of all, because a single one differs from processor to processor, as rounding does.
    assertThat(gains.stream().mapToDouble(gain -> gain).average().orElseThrow())
        .isGreaterThan(0.05);
  }

  /**
   * The guarantee is about samples like those held out, with as many outliers. Four deviations for
   * the luck of these and of the samples judged.
   */
  private static void assertGuarantee(TrainedModel model, Dataset mixed, String place) {
    try (Detector detector = model.open()) {
      double[] flagged = judge(detector, mixed, verdict -> verdict.ood() ? 1 : 0);
      double deviation = Math.sqrt(0.05 * 0.95 * (1.0 / flagged.length + 1.0 / 100));
      assertThat(Arrays.stream(flagged).average().orElseThrow())
          .as(place)
          .isLessThan(0.05 + 4 * deviation);
    }
  }

  /** How many of the training samples at some positions of the data hardly count. */
  private static double doubted(Watched watched, int[] fit, IntPredicate positions) {
    return IntStream.range(0, fit.length)
        .filter(i -> positions.test(fit[i]))
        .mapToDouble(i -> watched.doubts(i) ? 1 : 0)
        .average()
        .orElseThrow();
  }

  /** Were h normally distributed, one in forty would hardly count; it never is. */
  @Test
  void withoutOutliersMostSamplesCount() {
    Watched watched = new Watched();
    TrainedModel model = fit(TestData.table(600, 1), options(5).with(watched));
    int outliers = 0;
    for (int i = 0; i < 500; i++) {
      outliers += watched.doubts(i) ? 1 : 0;
    }
    assertThat(outliers).isBetween(1, 100);
    try (Detector detector = model.open()) {
      assertThat(detector.metadata().card()).contains("\"outliers\":" + outliers);
    }
  }

  @Test
  void stoppedAnywhereAndResumedGivesTheSameBytes() {
    Dataset table = TestData.table(300, 1);
    TrainOptions options = options(4).with(new RobustRkm(SHARE));
    TrainedModel unbroken = fit(table, options);
    for (int steps : new int[] {2, 3, 4, 5, 6, 11}) {
      TrainedModel resumed = Interrupted.fit(table, options, steps, folder);
      assertThat(resumed.curve()).as("stopped after %d", steps).isEqualTo(unbroken.curve());
      assertThat(resumed.model()).as("stopped after %d", steps).isEqualTo(unbroken.model());
    }
    assertThat(unbroken.curve()).isNotEqualTo(fit(table, options(4)).curve());
  }

  @Test
  void aTableOfFewDistinctRowsIsLearnt() {
    float[][] rows = new float[400][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new float[] {i % 3, i % 2, i % 5 == 0 ? 1 : 0};
    }
    MemoryDataset coded = MemoryDataset.of("coded", Shape.of(3), Range.ANY, rows);
    assertThat(fit(coded, options(3).with(new RobustRkm(0.3))).model()).isNotEmpty();
  }

  @Test
  void impossibleSharesAreRefused() {
    for (double share : new double[] {-0.1, 0.51, Double.NaN}) {
      assertThatThrownBy(() -> new RobustRkm(share))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("the share of outliers must lie between 0 and 0.5, got " + share);
    }
    assertThatThrownBy(() -> new RobustRkm(0.1, 1.5))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("got 1.5");
  }
}
