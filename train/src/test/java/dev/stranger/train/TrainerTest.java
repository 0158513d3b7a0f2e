package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.net.NetworkOptions.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrainerTest {

  private static final TrainOptions TINY = TestData.tiny(3);

  private static TrainedModel fit(Dataset data, TrainOptions options) {
    return Trainer.fit(data, options, TrainListener.NONE);
  }

  private static List<Verdict> judge(Detector detector, Dataset data) {
    List<Verdict> verdicts = new ArrayList<>();
    detector.judge(data, (batch, of) -> verdicts.addAll(of));
    return verdicts;
  }

  @Test
  void everyNetworkTrainsAndJudges() {
    Dataset images = TestData.images("sprites:size=300", 16);
    Dataset series = TestData.heartbeats(200, 1);
    Dataset table = TestData.table(200, 1);
    for (Dataset data : List.of(images, series, table)) {
      TrainedModel model = fit(data, TINY);
      assertThat(model.curve()).hasSize(3);
      try (Detector detector = model.open()) {
        assertThat(judge(detector, data)).hasSize((int) data.size());
      }
    }
    TrainOptions recurrent =
        TINY.with(NetworkOptions.DEFAULT.withKind(Kind.RECURRENT).withSizes(4, 8, 8));
    try (Detector detector = fit(series, recurrent).open()) {
      assertThat(judge(detector, series)).hasSize(200);
    }
  }

  @Test
  void theSubspaceMustBeSmallerThanTheFeatureSpace() {
    MemoryDataset table = TestData.table(200, 1);
    TrainOptions full = TINY.with(ObjectiveOptions.DEFAULT.withSubspace(12, false));
    assertThatThrownBy(() -> fit(table, full))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("the subspace has 12 directions, the features only 12");
  }
}
