package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.score.Detector;
import dev.stranger.train.baseline.Gan;
import dev.stranger.train.baseline.Vae;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.method.Method;
import dev.stranger.train.rkm.RobustRkm;
import dev.stranger.train.rkm.StRkm;
import org.junit.jupiter.api.Test;

/**
 * The published settings train as they always did, whatever the defaults are. The numbers were
 * printed before the defaults left them; processors differ in the last digits.
 */
class PaperPresetTest {

  private static final double DIGITS = 0.01;

  private final MemoryDataset images = TestData.images("sprites:size=600,seed=1", 28).inMemory();
  private final MemoryDataset beats = TestData.heartbeats(600, 1);

  /** The objective of one epoch, and the first energy of the first sample behind it. */
  private static void assertLearns(Dataset data, Method method, double objective, double energy) {
    TrainOptions paper = TrainOptions.paperFor(data.shape());
    TrainOptions once =
        paper
            .with(method)
            .with(paper.learning().withEpochs(1))
            .with(paper.calibration().withScore(CalibrationOptions.USUAL))
            .withDevice("cpu");
    TrainedModel model = Trainer.fit(data, once, TrainListener.NONE);
    try (Detector detector = model.open()) {
      float[] sample = data.inMemory().sample(0);
      double said = detector.judge(sample).energies().values()[0];
      assertThat(model.curve().get(0).objective())
          .as("objective of %s", method)
          .isCloseTo(objective, withinPercentage(DIGITS));
      assertThat(said).as("energy of %s", method).isCloseTo(energy, withinPercentage(DIGITS));
    }
  }

  @Test
  void imagesAreLearntAsBefore() {
    assertLearns(images, new StRkm(true), 28449.984, 28304.035);
    assertLearns(images, new StRkm(), 28449.984, 28304.031);
    assertLearns(images, new RobustRkm(0.1), 28449.982, 28304.020);
    assertLearns(images, Vae.DEFAULT, 568.97852, 203.17998);
    assertLearns(images, Gan.DEFAULT, 1.3748893, 0.66969764);
  }

  @Test
  void seriesAreLearntAsBefore() {
    assertLearns(beats, new StRkm(true), 8374.0430, 8327.6250);
    assertLearns(beats, Vae.DEFAULT, 83.944588, 166.56342);
  }
}
