package dev.stranger.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Shape;
import dev.stranger.spark.BarrierTraining.Outcome;
import dev.stranger.table.Column;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.loop.LearningOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ranks in processes of their own, one of which is killed. */
@Tag("slow")
class ClusterTrainingTest {

  @RegisterExtension static final LocalSpark SPARK = LocalSpark.withExecutors(2);

  private static final int EPOCHS = 40;
  private static final float[][] SAMPLES = Table.samples(4000);

  static TrainOptions options() {
    return TrainOptions.DEFAULT.with(LearningOptions.DEFAULT.withEpochs(EPOCHS)).withDevice("cpu");
  }

  private static JavaRDD<float[]> rows() {
    return new JavaSparkContext(SPARK.session().sparkContext())
        .parallelize(Arrays.asList(SAMPLES), 2);
  }

  private static Outcome train(Path checkpoints) {
    return new BarrierTraining(
            new SampleKind(Shape.of(3), Column.numbers(Table.COLUMNS)),
            ClusterTrainingTest::options,
            2,
            checkpoints.toUri().toString(),
            1)
        .train(rows());
  }

  @Test
  void aTrainingWhoseRankIsKilledGoesOnFromItsCheckpoint() throws Exception {
    Path checkpoints = Files.createDirectory(SPARK.folder().resolve("checkpoints"));
    CompletableFuture<Outcome> killed = CompletableFuture.supplyAsync(() -> train(checkpoints));
    while (!killed.isDone() && isEmpty(checkpoints)) {
      Thread.sleep(20);
    }
    ProcessHandle.current()
        .descendants()
        .filter(process -> process.info().commandLine().orElse("").contains("Executor"))
        .findFirst()
        .orElseThrow()
        .destroyForcibly();
    Outcome outcome = killed.get(240, TimeUnit.SECONDS);
    assertThat(outcome.firstEpoch()).as("goes on in").isBetween(2, EPOCHS);
    assertThat(checkpoints).isEmptyDirectory();

    Outcome unbroken = train(checkpoints);
    assertThat(unbroken.firstEpoch()).isEqualTo(1);
    assertThat(Arrays.equals(outcome.detector(), unbroken.detector())).isTrue();
  }

  private static boolean isEmpty(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.noneMatch(file -> file.toString().endsWith(".checkpoint"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
