package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stranger.Dataset;
import dev.stranger.baseline.NearestNeighbours;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.metric.RankMetrics;
import dev.stranger.prepare.Preparation;
import dev.stranger.score.Detector;
import dev.stranger.train.loop.TrainListener;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A detector of normal heartbeats, trained with the default options on real ones. */
@Tag("slow")
class HeartbeatDetectorTest {

  private static Dataset beats(String part) {
    Catalogue catalogue = new Catalogue(DataFolders.standard(null, System.getenv()));
    return Preparation.forTraining(catalogue.open("ecg5000:" + part, DataOptions.DEFAULT));
  }

  private static double[] scores(Detector detector, Dataset data) {
    DoubleStream.Builder scores = DoubleStream.builder();
    detector.judge(
        data, (batch, verdicts) -> verdicts.forEach(verdict -> scores.add(verdict.score())));
    return scores.build().toArray();
  }

  @Test
  void itTellsAbnormalBeatsBetterThanTheirNearestNeighboursDo() {
    assumeTrue(
        System.getenv("STRANGER_DATA") != null, "STRANGER_DATA is not set, so there is no ECG5000");
    Dataset learned = beats("train-normal");
    Dataset normal = beats("test-normal");
    Dataset abnormal = beats("test-abnormal");
    NearestNeighbours baseline = NearestNeighbours.fit(learned);
    RankMetrics simple = RankMetrics.of(baseline.score(normal), baseline.score(abnormal));
    TrainOptions options = TrainOptions.DEFAULT.withDevice("cpu");
    try (Detector detector = Trainer.fit(learned, options, TrainListener.NONE).open()) {
      RankMetrics ours = RankMetrics.of(scores(detector, normal), scores(detector, abnormal));
      assertThat(ours.auroc()).isGreaterThan(0.99).isGreaterThan(simple.auroc());
      assertThat(ours.fpr95()).isLessThan(0.03);
    }
  }
}
