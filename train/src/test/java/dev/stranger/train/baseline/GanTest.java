package dev.stranger.train.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.score.Detector;
import dev.stranger.train.Interrupted;
import dev.stranger.train.TestData;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.LearningOptions.Schedule;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import dev.stranger.train.torch.Compute;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.NoGradGuard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GanTest {

  private static final String SCORE = "gan_score";

  @TempDir Path folder;

  private static TrainOptions options(Method method, int epochs) {
    TrainOptions tiny = TestData.tiny(epochs);
    return tiny.with(method).with(tiny.learning().withRates(1e-3, 1e-3, Schedule.CONSTANT));
  }

  private static Detector fit(Dataset data, TrainOptions options) {
    return Trainer.fit(data, options, TrainListener.NONE).open();
  }

  /** How far mean and deviation of generated columns are from those of the data, 0 and 1. */
  private static double unlikeness(TrainingData data, TrainingRun run, ModelGraph graph) {
    try (NoGradGuard guard = new NoGradGuard()) {
      GanNetwork network = ((GanGraph) graph).network();
      float[] values =
          Compute.floats(network.generate(run.compute().noise().normal(500, network.latent())));
      int width = data.shape().size();
      double sum = 0;
      for (int column = 0; column < width; column++) {
        double mean = 0;
        double square = 0;
        for (int i = column; i < values.length; i += width) {
          mean += values[i] / 500;
          square += values[i] * values[i] / 500;
        }
        sum += mean * mean + Math.pow(Math.sqrt(square - mean * mean) - 1, 2);
      }
      return Math.sqrt(sum / width);
    }
  }

  @Test
  void theGeneratorLearnsToImitateAndTheDiscriminatorWhatBelongsTogether() {
    MemoryDataset table = TestData.table(600, 1);
    MemoryDataset fresh = TestData.table(500, 2);
    MemoryDataset shuffled = Samples.shuffledColumns(fresh, 3);
    for (long seed = 0; seed < 2; seed++) {
      String run = "seed " + seed;
      List<Double> unlike = new ArrayList<>();
      Method watched =
          new Watched(
              Gan.DEFAULT, (normal, how, graph) -> unlike.add(unlikeness(normal, how, graph)));
      fit(table, options(watched, 1).withSeed(seed)).close();
      try (Detector detector = fit(table, options(watched, 150).withSeed(seed))) {
        // It starts near 0.95 and ends between 0.1 and 0.6.
        assertThat(unlike.get(1)).as("unlikeness, %s", run).isLessThan(0.75 * unlike.get(0));
        // One epoch gives 0.44 to 0.58.
        double auroc = Judged.of(detector, fresh).auroc(Judged.of(detector, shuffled), SCORE);
        assertThat(auroc).as("AUROC, %s", run).isGreaterThan(0.63);
      }
    }
  }

  @Test
  void normalSamplesRaiseFewAlarms() {
    for (double lambda : new double[] {0, 0.2}) {
      try (Detector detector = fit(TestData.table(1500, 1), options(new Gan(lambda), 10))) {
        assertThat(Judged.of(detector, TestData.table(2000, 2)).alarms())
            .as("share of false alarms, guaranteed 0.05, lambda %s", lambda)
            .isBetween(0.01, 0.1);
        assertThat(detector.verify()).isEmpty();
        assertThat(detector.hasReconstruction()).isFalse();
      }
    }
  }

  @Test
  void valuesBeyondAllMeasureHaveAScore() {
    try (Detector detector = fit(TestData.table(300, 1), options(new Gan(0.2), 5))) {
      for (float far : new float[] {1e10f, -1e30f, Float.MAX_VALUE}) {
        assertThat(detector.judge(new float[] {far, 0, 0, 0, 5, 0}).score()).isFinite();
      }
    }
  }

  @Test
  void bothPlayersGoOnAsIfNeverStopped() {
    MemoryDataset table = TestData.table(300, 1);
    TrainOptions options = options(new Gan(0.2), 3); // of 3 steps
    byte[] unbroken = Trainer.fit(table, options, TrainListener.NONE).model();
    for (int steps : new int[] {1, 3, 5}) {
      assertThat(Interrupted.fit(table, options, steps, folder).model())
          .as("stopped after step %d", steps)
          .isEqualTo(unbroken);
    }
  }

  @Test
  void itCannotStopEarly() {
    TrainOptions options = options(Gan.DEFAULT, 3);
    TrainOptions early = options.with(options.learning().withPatience(2));
    assertThatThrownBy(() -> fit(TestData.table(200, 1), early))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("leave out the patience");
  }

  @Test
  void aWeightOutsideOfItsRangeIsRefused() {
    for (double lambda : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> new Gan(lambda))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("must lie in [0, 1], got " + lambda);
    }
  }
}
