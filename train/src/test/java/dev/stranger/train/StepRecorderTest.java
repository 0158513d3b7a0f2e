package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stranger.Dataset;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;

class StepRecorderTest {

  /** Two runs of single steps differ by as much: a GPU adds in any order. */
  @Test
  void replayedStepsLearnAsSingleOnesDo() {
    assumeTrue(torch.cuda_is_available(), "there is no GPU");
    Dataset data = TestData.images("sprites:square,size=1000,seed=1", 28);
    List<EpochResult> replayed = curve(data, true);
    List<EpochResult> single = curve(data, false);
    for (int epoch = 0; epoch < single.size(); epoch++) {
      assertThat(replayed.get(epoch).objective())
          .as("epoch %d", epoch)
          .isCloseTo(single.get(epoch).objective(), Percentage.withPercentage(0.5));
    }
  }

  private static List<EpochResult> curve(Dataset data, boolean recordSteps) {
    TrainOptions options = TestData.tiny(12).withDevice("cuda").withRecordedSteps(recordSteps);
    return Trainer.fit(data, options, TrainListener.NONE).curve();
  }
}
