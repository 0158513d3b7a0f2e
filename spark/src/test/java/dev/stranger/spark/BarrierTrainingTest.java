package dev.stranger.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.metric.ScoreComparison;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorDraft;
import dev.stranger.score.OpenOptions;
import dev.stranger.spark.BarrierTraining.Outcome;
import dev.stranger.table.Column;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.TrainListener;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BarrierTrainingTest {

  @RegisterExtension static final LocalSpark SPARK = LocalSpark.withThreads(2);

  private static final SampleKind KIND = new SampleKind(Shape.of(3), Column.numbers(Table.COLUMNS));
  private static final float[][] ALL = Table.samples(2400);
  private static final float[][] NORMAL =
      IntStream.range(0, 2000)
          .filter(i -> i % 10 != 9)
          .mapToObj(i -> ALL[i])
          .toArray(float[][]::new);

  static TrainOptions options() {
    return TrainOptions.DEFAULT.with(LearningOptions.DEFAULT.withEpochs(8)).withDevice("cpu");
  }

  private static JavaRDD<float[]> rows(float[][] samples) {
    return new JavaSparkContext(SPARK.session().sparkContext())
        .parallelize(Arrays.asList(samples), 3);
  }

  private static BarrierTraining training(Path checkpoints) {
    return new BarrierTraining(
        KIND,
        BarrierTrainingTest::options,
        2,
        checkpoints == null ? null : checkpoints.toUri().toString(),
        1);
  }

  /** Of strange rows that were not learnt from. */
  static double auroc(byte[] detector) {
    try (Detector opened = Detector.open(detector, OpenOptions.DEFAULT)) {
      return ScoreComparison.of(scores(opened, false), scores(opened, true)).auroc();
    }
  }

  private static double[] scores(Detector detector, boolean strange) {
    float[][] some =
        IntStream.range(2000, 2400)
            .filter(i -> (i % 10 == 9) == strange)
            .mapToObj(i -> ALL[i])
            .toArray(float[][]::new);
    return Arrays.stream(some).map(detector::judge).mapToDouble(Verdict::score).toArray();
  }

  @Test
  void twoRanksDetectAsWellAsTheDriverAlone() {
    byte[] together = training(null).train(rows(NORMAL)).detector();
    byte[] alone =
        DetectorDraft.sealed(
            Trainer.fit(
                    MemoryDataset.of("machine", Shape.of(3), Range.ANY, NORMAL),
                    options(),
                    TrainListener.NONE)
                .model());
    assertThat(auroc(alone)).isGreaterThan(0.9);
    assertThat(auroc(together)).isGreaterThan(auroc(alone) - 0.02);
    try (Detector detector = Detector.open(together, OpenOptions.DEFAULT)) {
      assertThat(detector.metadata().columns()).isEqualTo(Column.numbers(Table.COLUMNS));
      assertThat(detector.metadata().card()).contains("\"fitted\":1620,\"calibrated\":180");
    }
  }

  @Test
  void theSameRowsGiveTheSameBytesAndLeaveNoCheckpoint() {
    Path checkpoints = SPARK.folder().resolve("checkpoints");
    byte[] first = training(checkpoints).train(rows(NORMAL)).detector();
    byte[] second = training(null).train(rows(NORMAL)).detector();
    assertThat(Arrays.equals(first, second)).isTrue();
    assertThat(checkpoints).isEmptyDirectory();
  }

  /** As after a driver was lost. */
  @Test
  void aTrainingThatWasCancelledGoesOnWhenItIsStartedAgain() throws Exception {
    Path checkpoints = Files.createDirectory(SPARK.folder().resolve("cancelled"));
    BarrierTraining training =
        new BarrierTraining(
            KIND, BarrierTrainingTest::longer, 2, checkpoints.toUri().toString(), 1);
    CompletableFuture<Outcome> cancelled =
        CompletableFuture.supplyAsync(() -> training.train(rows(NORMAL)));
    Path file =
        Path.of(
            URI.create(
                training.checkpoint(rows(NORMAL), new Dealing(1800, 180, 2, 0), longer()).file()));
    while (!cancelled.isDone() && !Files.exists(file)) {
      Thread.sleep(5);
    }
    SPARK.session().sparkContext().cancelAllJobs();
    assertThatThrownBy(() -> cancelled.get(60, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(SparkException.class)
        .hasMessageContaining("cancelled");
    Outcome resumed = training.train(rows(NORMAL));
    assertThat(resumed.firstEpoch()).isBetween(2, 100);
    assertThat(auroc(resumed.detector())).isGreaterThan(0.9);
  }

  static TrainOptions longer() {
    return options().with(LearningOptions.DEFAULT.withEpochs(100));
  }

  @Test
  void aCheckpointOfOtherRowsIsRefusedByItsName() throws IOException {
    Path checkpoints = SPARK.folder().resolve("old");
    BarrierTraining training = training(checkpoints);
    CheckpointFolder file =
        training.checkpoint(rows(NORMAL), new Dealing(1800, 180, 2, 0), options());
    Files.createDirectories(checkpoints);
    Files.writeString(Path.of(URI.create(file.file())), "not a checkpoint");
    assertThatThrownBy(() -> training.train(rows(NORMAL)))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith(file.file() + " is no checkpoint");
  }

  @Test
  void theEstimatorTrainsWithRanksAndItsModelJudges() {
    StrangerEstimator estimator =
        new StrangerEstimator().setInputCol("features").setRanks(2).setEpochs(8);
    Dataset<Row> rows = Table.arrays(SPARK.session(), NORMAL, 3);
    StrangerModel model = estimator.fit(rows);
    long strangers = model.transform(Table.arrays(SPARK.session(), ALL, 3)).where("isOod").count();
    assertThat(strangers).isBetween(ALL.length / 20L, ALL.length / 4L);
    assertThatThrownBy(() -> estimator.copy(ParamMap.empty()).setMethod("pca").fit(rows))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("several ranks cannot train pca together");
  }

  @Test
  void whatCannotBeLearntFromFailsTheJobInOneLineAndOnce() {
    float[][] broken = NORMAL.clone();
    broken[700] = new float[] {1, Float.POSITIVE_INFINITY, 2};
    assertThatThrownBy(() -> training(null).train(rows(broken)))
        .isInstanceOf(DataException.class)
        .hasMessageMatching(
            "(rank 1 of 2 failed: )?sample \\d+ of rows has the value Infinity; .*");
  }
}
