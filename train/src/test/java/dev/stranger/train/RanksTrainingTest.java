package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.StoredDataset;
import dev.stranger.Transform;
import dev.stranger.metric.ScoreComparison;
import dev.stranger.score.Detector;
import dev.stranger.train.loop.CheckpointFile;
import dev.stranger.train.loop.EpochResult;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.LearningOptions.Schedule;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.method.ObjectiveOptions;
import dev.stranger.train.rkm.RobustRkm;
import dev.stranger.train.torch.Ranks;
import dev.stranger.train.torch.Together;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RanksTrainingTest {

  private static final TrainOptions TINY = TestData.tiny(3);
  private static final Dataset TABLE = TestData.table(480, 1);
  private static final Dataset HELD_OUT = TestData.table(100, 2);

  private static final int EPOCHS = 25;

  @TempDir Path folder;

  private static Shard shard(Dataset data, Dataset heldOut, Ranks ranks) {
    Dataset own = data.where(position -> position % ranks.size() == ranks.rank());
    return new Shard(own, ranks.isFirst() ? heldOut : null, ranks);
  }

  private static TrainedModel alone(Dataset data, Dataset heldOut, TrainOptions options) {
    Shard all = new Shard(data, heldOut, Ranks.ALONE);
    return Trainer.fit(all, options, TrainListener.NONE, null).orElseThrow();
  }

  private static TrainedModel together(Dataset data, Dataset heldOut, TrainOptions options) {
    return together(data, heldOut, options, rank -> TrainListener.NONE, null);
  }

  private static TrainedModel together(
      Dataset data,
      Dataset heldOut,
      TrainOptions options,
      IntFunction<TrainListener> listeners,
      CheckpointFile checkpoint) {
    List<Optional<TrainedModel>> models =
        Together.run(
            2,
            ranks ->
                Trainer.fit(
                    shard(data, heldOut, ranks),
                    options,
                    listeners.apply(ranks.rank()),
                    checkpoint));
    assertThat(models.get(1)).isEmpty();
    return models.get(0).orElseThrow();
  }

  /** Steps that have all samples have the same ones however they are spread. */
  @Test
  void twoRanksReachTheObjectiveOfOneWithTheDoubledBatch() {
    Dataset images = TestData.images("sprites:size=240,seed=1", 16);
    for (Dataset data : List.of(TABLE, images, MixedTable.of(480, 1))) {
      LearningOptions whole =
          LearningOptions.DEFAULT
              .withBatchSize((int) data.size())
              .withEpochs(EPOCHS)
              .withRates(2e-3, 1e-3, Schedule.COSINE);
      TrainOptions options =
          TINY.with(whole).with(TINY.objective().withInputNoise(0)); // which ranks draw differently
      Dataset heldOut = data == TABLE ? HELD_OUT : data.first(100);
      List<EpochResult> one = alone(data, heldOut, options).curve();
      List<EpochResult> two = together(data, heldOut, options).curve();
      assertThat(one.get(EPOCHS - 1).objective()).isLessThan(0.98 * one.get(0).objective());
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        assertThat(two.get(epoch).objective())
            .as("%s, epoch %d", data.name(), epoch)
            .isCloseTo(one.get(epoch).objective(), Percentage.withPercentage(0.01));
      }
    }
  }

  @Test
  void theSameSeedGivesTheSameBytes() {
    byte[] first = together(TABLE, HELD_OUT, TINY).model();
    assertThat(together(TABLE, HELD_OUT, TINY).model()).isEqualTo(first);
    assertThat(together(TABLE, HELD_OUT, TINY.withSeed(1)).model()).isNotEqualTo(first);
  }

  @Test
  void ranksHaveTheSameBitsAndLearnNothingOfTheirOwn() {
    StringBuffer notes = new StringBuffer();
    TrainListener noting =
        new TrainListener() {
          @Override
          public void note(String words) {
            notes.append(words);
          }
        };
    TrainOptions shaken = TINY.with(TINY.objective().withVariant(ObjectiveOptions.Variant.NOISY_U));
    together(TABLE, HELD_OUT, shaken, rank -> noting, null);
    assertThat(notes).isEmpty(); // they would say that ranks differ
  }

  @Test
  void shardsOfDifferentSizesMakeTheSameSteps() {
    for (TrainOptions options :
        List.of(
            TINY,
            TINY.with(TINY.learning().withPartialBatch(true)),
            TINY.with(TINY.learning().withPatience(2)))) {
      List<Optional<TrainedModel>> models =
          Together.run(
              2,
              ranks -> {
                Dataset own = TABLE.where(p -> ranks.isFirst() ? p < 250 : p >= 250);
                Shard shard = new Shard(own, ranks.isFirst() ? HELD_OUT : null, ranks);
                return Trainer.fit(shard, options, TrainListener.NONE, null);
              });
      assertThat(models.get(0).orElseThrow().curve()).hasSize(3);
    }
  }

  @Test
  void aShardInAFileGivesTheSameBytes() {
    List<Optional<TrainedModel>> models =
        Together.run(
            2,
            ranks -> {
              Shard shard = shard(TABLE, HELD_OUT, ranks);
              if (ranks.isFirst()) {
                return Trainer.fit(shard, TINY, TrainListener.NONE, null);
              }
              try (StoredDataset stored = shard.samples().stored(folder)) {
                Shard inFile = new Shard(stored, null, ranks);
                return Trainer.fit(inFile, TINY, TrainListener.NONE, null);
              }
            });
    assertThat(models.get(0).orElseThrow().model())
        .isEqualTo(together(TABLE, HELD_OUT, TINY).model());
  }

  @Test
  void whicheverRankStopsAllStopAndGoOnFromTheCheckpointAsIfNeverStopped() {
    TrainOptions patient = TINY.with(TINY.learning().withPatience(2).withEpochs(4));
    for (int stopping = 0; stopping < 2; stopping++) {
      for (int stopAfter : new int[] {1, 5, 6, 9}) {
        Path file = folder.resolve(stopping + "-" + stopAfter);
        CheckpointFile save = new CheckpointFile(file, 1, false);
        int stopper = stopping;
        List<CompletableFuture<Optional<TrainedModel>>> stopped =
            Together.attempt(
                2,
                ranks ->
                    Trainer.fit(
                        shard(TABLE, HELD_OUT, ranks),
                        patient,
                        ranks.rank() == stopper ? new StopAfter(stopAfter) : TrainListener.NONE,
                        save));
        assertThat(stopped)
            .allSatisfy(
                rank ->
                    assertThat(Together.failure(rank))
                        .isInstanceOf(CancellationException.class)
                        .hasMessageContaining("resume it from"));
        CheckpointFile resume = new CheckpointFile(file, 1, true);
        TrainedModel resumed =
            together(TABLE, HELD_OUT, patient, rank -> TrainListener.NONE, resume);
        assertThat(resumed.model())
            .as("rank %d stopped after step %d", stopping, stopAfter)
            .isEqualTo(together(TABLE, HELD_OUT, patient).model());
      }
    }
  }

  private static final class StopAfter implements TrainListener {
    private int steps;

    StopAfter(int steps) {
      this.steps = steps;
    }

    @Override
    public boolean stop() {
      return --steps <= 0;
    }
  }

  @Test
  void aRankThatFailsInTrainingFailsAllInOneLine() {
    TrainListener failing =
        new TrainListener() {
          @Override
          public void step(int epoch, int step) {
            if (epoch == 2) {
              throw new DataException("the disk is gone");
            }
          }
        };
    List<CompletableFuture<Optional<TrainedModel>>> ranks =
        Together.attempt(
            2,
            rank ->
                Trainer.fit(
                    shard(TABLE, HELD_OUT, rank),
                    TINY,
                    rank.isFirst() ? TrainListener.NONE : failing,
                    null));
    assertThat(Together.failure(ranks.get(0)))
        .isInstanceOf(DataException.class)
        .hasMessage("rank 1 of 2 failed: the disk is gone");
  }

  @Test
  void ranksThatAreStartedDifferentlyAreRefused() {
    List<CompletableFuture<Optional<TrainedModel>>> ranks =
        Together.attempt(
            2,
            rank ->
                Trainer.fit(
                    shard(TABLE, HELD_OUT, rank),
                    TINY.withSeed(rank.rank()),
                    TrainListener.NONE,
                    null));
    assertThat(ranks)
        .allSatisfy(
            rank ->
                assertThat(Together.failure(rank))
                    .hasMessageStartingWith("the ranks have different options"));
  }

  @Test
  void whatRanksCannotDoTogetherIsRefused() {
    Shard shard = new Shard(TABLE, HELD_OUT, Ranks.ALONE);
    assertThatThrownBy(
            () -> Trainer.fit(shard, TINY.with(new RobustRkm(0.1)), TrainListener.NONE, null))
        .isInstanceOf(DataException.class)
        .hasMessage("several ranks cannot train robust_rkm together; use st_rkm, or one rank");
    TrainOptions byLabel = TINY.with(CalibrationOptions.DEFAULT.withByLabel(true));
    assertThatThrownBy(() -> Trainer.fit(shard, byLabel, TrainListener.NONE, null))
        .hasMessageContaining("by label");
    Shard few = new Shard(TABLE, HELD_OUT.first(10), Ranks.ALONE);
    assertThatThrownBy(() -> Trainer.fit(few, TINY, TrainListener.NONE, null))
        .hasMessageContaining("has 10 held-out samples");
    assertThatThrownBy(() -> new Shard(TABLE, null, Ranks.ALONE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void ranksOfOneProcessAreRefusedOnAGpu() {
    List<CompletableFuture<Boolean>> both =
        Together.attempt(
            2,
            ranks -> {
              Shard.requireOwnProcesses(ranks, true);
              return true;
            });
    assertThat(Together.failure(both.get(1)))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("several ranks are in one process");
    Shard.requireOwnProcesses(Ranks.ALONE, true);
  }

  @Test
  void valuesOfEveryRankDecideWhatIsLearnt() {
    Dataset unit = TestData.images("sprites:size=200,seed=1", 16);
    Dataset wide = unit.map(new Doubled());
    List<CompletableFuture<Optional<TrainedModel>>> both =
        Together.attempt(
            2,
            ranks ->
                Trainer.fit(
                    new Shard(ranks.isFirst() ? unit : wide, ranks.isFirst() ? unit : null, ranks),
                    TINY,
                    TrainListener.NONE,
                    null));
    try (Detector detector = both.get(0).join().orElseThrow().open()) {
      assertThat(detector.metadata().card()).contains("\"fitted\":400");
      assertThat(detector.metadata().range().max()).isGreaterThan(1);
    }
  }

  private record Doubled() implements Transform {
    @Override
    public Header describe(Header input) {
      return input.withValues(input.shape(), Range.ANY);
    }

    @Override
    public void apply(Shape from, float[] source, float[] target, int offset) {
      for (int i = 0; i < source.length; i++) {
        target[offset + i] = 2 * source[i];
      }
    }
  }

  private static double auroc(TrainedModel model) {
    try (Detector detector = model.open()) {
      return ScoreComparison.of(
              scores(detector, TestData.images("sprites:square,ellipse,size=500,seed=3", 28)),
              scores(detector, TestData.images("sprites:heart,size=500,seed=4", 28)))
          .auroc();
    }
  }

  private static double[] scores(Detector detector, Dataset data) {
    List<Double> scores = new ArrayList<>();
    detector.judge(data, (batch, of) -> of.forEach(one -> scores.add((double) one.score())));
    return scores.stream().mapToDouble(Double::doubleValue).toArray();
  }

  @Tag("slow")
  @Test
  void twoRanksDetectAsWellAsOne() {
    Dataset learned = TestData.images("sprites:square,ellipse,size=3000,seed=1", 28).inMemory();
    Dataset heldOut = TestData.images("sprites:square,ellipse,size=400,seed=2", 28).inMemory();
    TrainOptions options =
        TINY.with(
            LearningOptions.DEFAULT
                .withEpochs(12)
                .withBatchSize(64)
                .withRates(3e-3, 1.5e-3, Schedule.COSINE));
    double one = auroc(alone(learned, heldOut, options));
    double two = auroc(together(learned, heldOut, options));
    assertThat(one).isGreaterThan(0.8);
    assertThat(two).isGreaterThan(one - 0.03);
  }
}
