package dev.stranger.train.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.baseline.Baseline;
import dev.stranger.baseline.IsolationForest;
import dev.stranger.baseline.KernelDensity;
import dev.stranger.baseline.NearestNeighbours;
import dev.stranger.baseline.PcaResidual;
import dev.stranger.data.alter.Alteration;
import dev.stranger.score.Detector;
import dev.stranger.train.TestData;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.method.Method;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class BaselineMethodsTest {

  private static final long SEED = 5;

  private static final Map<Method, Function<Dataset, Baseline>> METHODS =
      Map.of(
          new Pca(false), data -> PcaResidual.fit(data, PcaResidual.PAPER_SHARE),
          new Pca(true), data -> PcaResidual.asPublished(data, PcaResidual.PAPER_SHARE),
          new Neighbours(), NearestNeighbours::fit,
          new Density(), KernelDensity::fit,
          new Forest(), data -> IsolationForest.fit(data, SEED));

  private static TrainOptions options(Method method) {
    return TrainOptions.DEFAULT.with(method).withSeed(SEED).withDevice("cpu");
  }

  /** Floats against doubles, in graphs that find distances by products of matrices. */
  @Test
  void theGraphSaysWhatTheBaselineSays() {
    MemoryDataset normal = TestData.images("sprites:square,size=300,seed=1", 16).inMemory();
    MemoryDataset strange = TestData.images("strokes:size=40,seed=2", 16).inMemory();
    METHODS.forEach(
        (method, fit) -> {
          AtomicReference<MemoryDataset> learnt = new AtomicReference<>();
          Method watched =
              new Watched(
                  method, (samples, run, graph) -> learnt.set(samples.prepared().inMemory()));
          try (Detector detector =
              Trainer.fit(normal, options(watched), TrainListener.NONE).open()) {
            Baseline baseline = fit.apply(learnt.get());
            assertThat(detector.metadata().energies()).isEqualTo(List.of(baseline.key()));
            for (int i = 0; i < strange.size(); i++) {
              float[] sample = strange.sample(i);
              double expected = baseline.score(sample);
              assertThat((double) detector.judge(sample).score())
                  .as("%s, sample %d", method, i)
                  .isCloseTo(expected, Offset.offset(1e-4 * (1 + Math.abs(expected))));
            }
          }
        });
  }

  /** Columns of very different units: each method sees them standardised. */
  @Test
  void rowsFarFromTheOthersAreFound() {
    MemoryDataset normal = TestData.table(400, 1);
    MemoryDataset fresh = TestData.table(100, 2);
    MemoryDataset strange = Alteration.ROW_SHUFFLED.of(fresh, SEED).inMemory();
    for (Method method : METHODS.keySet()) {
      if (method.equals(new Pca(true))) {
        continue; // its directions mean nothing
      }
      try (Detector detector = Trainer.fit(normal, options(method), TrainListener.NONE).open()) {
        String energy = detector.metadata().energies().get(0);
        assertThat(Judged.of(detector, fresh).auroc(Judged.of(detector, strange), energy))
            .as("AUROC of %s", method)
            .isGreaterThan(0.8);
      }
    }
  }

  private static MemoryDataset noise(int size, int columns) {
    Random random = new Random(SEED);
    float[][] rows = new float[size][columns];
    for (float[] row : rows) {
      for (int i = 0; i < columns; i++) {
        row[i] = (float) random.nextGaussian();
      }
    }
    return MemoryDataset.of("noise", Shape.of(columns), Range.ANY, rows);
  }

  @Test
  void principalComponentsMustLeaveSomethingToJudgeBy() {
    assertThatThrownBy(
            () -> Trainer.fit(noise(200, 4), options(new Pca(false)), TrainListener.NONE))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("all 4 principal components of noise carry 2 % of the variance");
  }

  @Test
  void withoutMainComponentsTheSquaredDistanceToTheMeanIsLeft() {
    MemoryDataset noise = noise(2000, 100);
    TrainedModel model = Trainer.fit(noise, options(new Pca(false)), TrainListener.NONE);
    try (Detector detector = model.open()) {
      assertThat(detector.metadata().card()).contains("\"components\":0");
      // Standardised columns have a variance of 1 each.
      assertThat(Judged.of(detector, noise).mean("pca_residual"))
          .isCloseTo(100, Offset.offset(3.0));
    }
  }

  @Test
  void theCardNamesNoNetworkWhereThereIsNone() {
    MemoryDataset normal = TestData.table(200, 1);
    TrainedModel forest = Trainer.fit(normal, options(new Forest()), TrainListener.NONE);
    TrainedModel usual = Trainer.fit(normal, TestData.tiny(2), TrainListener.NONE);
    try (Detector one = forest.open();
        Detector other = usual.open()) {
      assertThat(one.metadata().card()).doesNotContain("\"kind\"");
      assertThat(other.metadata().card()).contains("\"kind\":\"DENSE\"");
    }
  }

  @Test
  void valuesBeyondAllMeasureAreStrangers() {
    MemoryDataset normal = TestData.table(400, 1);
    for (Method method : METHODS.keySet()) {
      try (Detector detector = Trainer.fit(normal, options(method), TrainListener.NONE).open()) {
        for (float far : new float[] {1e10f, -1e30f, Float.MAX_VALUE}) {
          Verdict verdict = detector.judge(new float[] {far, far, far, far, far, far});
          assertThat(verdict.score()).as("%s of %s", method, far).isFinite();
          assertThat(verdict.ood()).as("%s of %s", method, far).isTrue();
        }
      }
    }
  }
}
