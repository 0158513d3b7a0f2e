package dev.stranger.train.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.train.TestData;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.baseline.Classifier;
import dev.stranger.train.baseline.Exposure;
import dev.stranger.train.baseline.Gan;
import dev.stranger.train.baseline.Strangers;
import dev.stranger.train.baseline.Vae;
import dev.stranger.train.method.Method;
import dev.stranger.train.rkm.RobustRkm;
import dev.stranger.train.rkm.StRkm;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two runs of single steps differ by as much as is allowed here: a GPU adds in any order. */
class StepRecorderTest {

  private static final Percentage CLOSE = Percentage.withPercentage(0.5);
  private static final Percentage COARSELY_CLOSE = Percentage.withPercentage(2);

  private final Dataset data = TestData.images("sprites:size=1000,seed=1", 28);

  @BeforeEach
  void requireGpu() {
    assumeTrue(torch.cuda_is_available(), "there is no GPU");
  }

  @Test
  void replayedStepsLearnAsSingleOnesDo() {
    assertSame(new StRkm(), 12);
    assertSame(Vae.DEFAULT, 12);
    assertSame(Gan.DEFAULT, 5); // a game magnifies the smallest difference
  }

  /** What is new in an epoch is in tensors that were recorded. */
  @Test
  void samplesThatAreWeighedAnewCountSoInReplays() {
    assertSame(new RobustRkm(0.1), 12);
  }

  /** The last epoch has another objective, or strangers to learn from. */
  @Test
  void stepsAreRecordedAnewWhenTheyChange() {
    assertSame(new StRkm(true), 12);
    assertSame(Classifier.DEFAULT.withExposure(Exposure.uniform(Strangers.made())), 12);
  }

  /** It has another size than the recorded steps, and other noise. */
  @Test
  void theSmallerBatchAtTheEndOfAnEpochIsLearntFromToo() {
    LearningOptions partial = LearningOptions.DEFAULT.withBatchSize(48).withPartialBatch(true);
    assertSame(options(new StRkm(true), 0).with(partial.withEpochs(12)));
    assertSame(options(Vae.DEFAULT, 0).with(partial.withEpochs(12)));
    assertSame(options(Gan.DEFAULT, 0).with(partial.withEpochs(5)));
  }

  @Test
  void recurrentNetworksAreRecordedToo() {
    MemoryDataset beats = TestData.heartbeats(600, 1);
    TrainOptions options = recurrent(beats);
    assertClose(curve(beats, options), curve(beats, options.withRecordedSteps(false)));
  }

  private static TrainOptions recurrent(Dataset series) {
    TrainOptions paper = TrainOptions.paperFor(series.shape());
    return paper.with(paper.learning().withEpochs(12).withBatchSize(64)).withDevice("cuda");
  }

  /** With a rate that stays the objective ends at two thirds of what it does with this one. */
  @Test
  void aFallingRateIsFollowed() {
    TrainOptions options = options(new StRkm(), 0);
    LearningOptions falling =
        options.learning().withRates(2e-4, 1e-4, LearningOptions.Schedule.COSINE);
    assertSame(options.with(falling));
  }

  /** Recorded or not, convolutions and recurrent networks. */
  @Test
  void fewerDigitsLearnAsWell() {
    TrainOptions images = options(new StRkm(), 0);
    MemoryDataset beats = TestData.heartbeats(600, 1);
    assertLearnsCoarsely(data, images);
    assertLearnsCoarsely(data, images.withRecordedSteps(false));
    assertLearnsCoarsely(beats, recurrent(beats));
  }

  private static void assertLearnsCoarsely(Dataset data, TrainOptions options) {
    List<EpochResult> coarse = curve(data, options.withDevice("cuda-bf16"));
    assertClose(coarse, curve(data, options), COARSELY_CLOSE);
  }

  @Test
  void trainingsAtOnceLearnAsTheyDoAlone() {
    List<List<EpochResult>> together =
        IntStream.range(0, 4)
            .parallel()
            .mapToObj(seed -> curve(options(new StRkm(), seed)))
            .toList();
    for (int seed = 0; seed < together.size(); seed++) {
      assertClose(together.get(seed), curve(options(new StRkm(), seed)));
    }
  }

  private void assertSame(Method method, int epochs) {
    assertSame(options(method, 0).with(LearningOptions.DEFAULT.withEpochs(epochs)));
  }

  private void assertSame(TrainOptions options) {
    assertClose(curve(options), curve(options.withRecordedSteps(false)));
  }

  private static void assertClose(List<EpochResult> curve, List<EpochResult> expected) {
    assertClose(curve, expected, CLOSE);
  }

  private static void assertClose(
      List<EpochResult> curve, List<EpochResult> expected, Percentage close) {
    for (int epoch = 0; epoch < expected.size(); epoch++) {
      assertThat(curve.get(epoch).objective())
          .as("epoch %d", epoch)
          .isCloseTo(expected.get(epoch).objective(), close);
    }
  }

  private static TrainOptions options(Method method, long seed) {
    return TestData.tiny(12).with(method).withDevice("cuda").withSeed(seed);
  }

  private List<EpochResult> curve(TrainOptions options) {
    return curve(data, options);
  }

  private static List<EpochResult> curve(Dataset data, TrainOptions options) {
    List<String> notes = new ArrayList<>();
    TrainListener listener =
        new TrainListener() {
          @Override
          public void note(String words) {
            notes.add(words);
          }
        };
    List<EpochResult> curve = Trainer.fit(data, options, listener).curve();
    assertThat(notes).as("why steps were not recorded").isEmpty();
    return curve;
  }
}
