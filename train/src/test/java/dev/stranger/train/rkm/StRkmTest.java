package dev.stranger.train.rkm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.train.TestData;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.EpochResult;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.method.Method;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class StRkmTest {

  /** With next to no weight on the reconstruction, the objective is the kPCA error. */
  @Test
  void theLastEpochKnowsNoKpcaError() {
    List<EpochResult> published = curve(new StRkm(true));
    List<EpochResult> plain = curve(new StRkm());
    for (int epoch = 0; epoch < 2; epoch++) { // but for what U's other gradient does
      assertThat(published.get(epoch).objective())
          .isCloseTo(plain.get(epoch).objective(), Percentage.withPercentage(10));
    }
    assertThat(plain.get(2).objective()).isPositive();
    assertThat(published.get(2).objective()).isLessThan(1e-3 * plain.get(2).objective());
  }

  @Test
  void trainingThatMayStopBeforeTheLastEpochIsRefused() {
    TrainOptions patient =
        TestData.tiny(3)
            .with(new StRkm(true))
            .with(LearningOptions.DEFAULT.withEpochs(3).withPatience(1));
    assertThatThrownBy(() -> Trainer.fit(TestData.table(300, 1), patient, TrainListener.NONE))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("leave out the patience");
  }

  private static List<EpochResult> curve(Method method) {
    TrainOptions tiny = TestData.tiny(3);
    TrainOptions options = tiny.with(method).with(tiny.objective().withLambda(1e-12));
    return Trainer.fit(
            TestData.images("sprites:square,size=300,seed=1", 28), options, TrainListener.NONE)
        .curve();
  }
}
