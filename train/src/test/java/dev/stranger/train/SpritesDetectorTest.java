package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.MemoryDataset;
import dev.stranger.Shape;
import dev.stranger.Transform;
import dev.stranger.score.Detector;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.LearningOptions.Schedule;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.net.NetworkOptions;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A detector that has learnt squares and ellipses. */
@Tag("slow")
class SpritesDetectorTest {

  private static final int LEARNED = 4000;
  private static final int JUDGED = 1000;
  private static final double RATE = 0.05;

  private static Detector detector;
  private static MemoryDataset heldOut;

  @BeforeAll
  static void train() {
    TrainOptions options =
        TrainOptions.DEFAULT
            .with(NetworkOptions.DEFAULT.withSizes(8, 64, 32))
            .with(
                LearningOptions.DEFAULT
                    .withEpochs(25)
                    .withBatchSize(64)
                    .withRates(3e-3, 1.5e-3, Schedule.COSINE))
            .withDevice("cpu");
    Dataset learned = TestData.images("sprites:square,ellipse,size=" + LEARNED + ",seed=1", 28);
    detector = Trainer.fit(learned, options, TrainListener.NONE).open();
    heldOut = TestData.images("sprites:square,ellipse,size=" + JUDGED + ",seed=2", 28).inMemory();
  }

  @AfterAll
  static void close() {
    detector.close();
  }

  private static double flagged(Dataset data) {
    AtomicInteger strangers = new AtomicInteger();
    detector.judge(
        data,
        (batch, verdicts) ->
            verdicts.forEach(verdict -> strangers.addAndGet(verdict.ood() ? 1 : 0)));
    return strangers.get() / (double) data.size();
  }

  /**
   * The share of flagged normals varies with the 400 held-out samples that set the threshold and
   * with the 1,000 that are judged: four standard deviations of both are allowed.
   */
  @Test
  void normalSamplesAreFlaggedNoMoreThanGuaranteed() {
    double variance = RATE * (1 - RATE) * (1.0 / (LEARNED / 10) + 1.0 / JUDGED);
    assertThat(flagged(heldOut)).isLessThan(RATE + 4 * Math.sqrt(variance));
  }

  @Test
  void heartsAreFlaggedFarMoreOften() {
    Dataset hearts = TestData.images("sprites:heart,size=" + JUDGED + ",seed=3", 28);
    assertThat(flagged(hearts)).isGreaterThan(2.5 * RATE);
  }

  @Test
  void noiseStrokesAndInvertedImagesAreFlaggedAlways() {
    assertThat(flagged(TestData.images("noise:size=200,seed=4", 28))).isEqualTo(1);
    assertThat(flagged(TestData.images("strokes:size=200,seed=5", 28))).isGreaterThan(0.95);
    assertThat(flagged(heldOut.map(INVERT))).isGreaterThan(0.99);
  }

  private static final Transform INVERT =
      new Transform() {
        @Override
        public Header describe(Header input) {
          return input;
        }

        @Override
        public void apply(Shape from, float[] source, float[] target, int offset) {
          for (int i = 0; i < source.length; i++) {
            target[offset + i] = 1 - source[i];
          }
        }
      };
}
