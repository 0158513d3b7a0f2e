package dev.stranger.train.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Remedy;
import dev.stranger.Shape;
import dev.stranger.train.TestData;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.Trainer;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.net.NetworkOptions.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TrainingPlanTest {

  private static final TrainOptions OPTIONS = TrainOptions.DEFAULT.withDevice("cpu");
  private static final long PLENTY = 1L << 50;

  /** Black pictures that may be looked at once: whoever reads more reads before there is a plan. */
  private record Guaranteed(Header header) implements Dataset {

    static Guaranteed of(long samples, int... shape) {
      return new Guaranteed(
          new Header("pictures", Shape.of(shape), Range.UNIT, samples, List.of()));
    }

    @Override
    public Cursor open() {
      return new Cursor() {
        private boolean read;

        @Override
        public boolean next(float[] target, int offset) {
          assertThat(read).as("more than one sample is read").isFalse();
          read = true;
          return true;
        }

        @Override
        public int label() {
          return NO_LABEL;
        }

        @Override
        public void close() {}
      };
    }
  }

  private static TrainingPlan plan(Dataset data, TrainOptions options) {
    return Trainer.plan(data, options);
  }

  @Test
  void aPlanSaysWhatTrainingThenDoes() {
    Dataset table = TestData.table(300, 1);
    for (int patience : new int[] {0, 2}) {
      TrainOptions options =
          TestData.tiny(2).with(TestData.tiny(2).learning().withPatience(patience));
      List<TrainingPlan> started = new ArrayList<>();
      TrainListener listener =
          new TrainListener() {
            @Override
            public void start(TrainingPlan plan) {
              started.add(plan);
            }
          };
      TrainedModel model = Trainer.fit(table, options, listener);
      TrainingPlan begun = started.get(0);
      Duration time = Objects.requireNonNull(begun.time());
      assertThat(time).isPositive();
      TrainingPlan planned = plan(table, options);
      assertThat(begun.with(2, begun.stepsAnEpoch(), 64, begun.parameters(), null))
          .isEqualTo(planned);
      assertThat((double) model.model().length / planned.fileBytes()).isBetween(0.5, 1.5);
    }
  }

  @Test
  void largeSamplesGetSmallBatches() {
    assertThat(plan(Guaranteed.of(10_000, 1, 28, 28), OPTIONS).batchSize()).isEqualTo(256);
    assertThat(plan(Guaranteed.of(10_000, 3, 64, 64), OPTIONS).batchSize()).isEqualTo(256);
    assertThat(plan(Guaranteed.of(10_000, 3, 256, 256), OPTIONS).batchSize()).isEqualTo(32);
    assertThat(plan(Guaranteed.of(10_000, 3, 512, 512), OPTIONS).batchSize()).isEqualTo(16);
    LearningOptions wished = LearningOptions.DEFAULT.withBatchSize(100);
    assertThat(plan(Guaranteed.of(10_000, 3, 512, 512), OPTIONS.with(wished)).batchSize())
        .isEqualTo(100);
  }

  /** Measured: 2.3 to 2.8 GB, depending on the garbage collector. */
  @Test
  void threeHundredPicturesOf512FitIntoThreeGigabytes() {
    TrainingPlan plan = plan(Guaranteed.of(300, 3, 512, 512), OPTIONS);
    assertThat(plan.memoryBytes()).isBetween(2_100_000_000L, 3_000_000_000L);
    plan.requireRoom(1L << 30, 3L << 30);
  }

  @Test
  void whatDoesNotFitIsRefusedWithTheRemedy() {
    TrainingPlan plan = plan(Guaranteed.of(5000, 3, 512, 512), OPTIONS);
    assertThatThrownBy(() -> plan.requireRoom(PLENTY, 4L << 30))
        .isInstanceOf(DataException.class)
        .hasMessageMatching(
            "training on pictures needs about .* GB of memory, this machine has 4.0 GB; use a"
                + " smaller size, fewer samples or a smaller batch")
        .extracting(e -> ((DataException) e).remedies())
        .isEqualTo(List.of(Remedy.SIZE, Remedy.BATCH));
    assertThatThrownBy(() -> plan.requireRoom(1L << 30, PLENTY))
        .isInstanceOf(DataException.class)
        .hasMessageMatching(
            "training on pictures needs about .* GB of Java heap, which may take 1.0 GB; use a"
                + " smaller size, fewer samples, or JDK_JAVA_OPTIONS=-Xmx\\d+m");
  }

  /** 786,432 values into 256 units and back are 400 million weights. */
  @Test
  void aFileThatCouldNotBeReadIsRefusedBeforeTraining() {
    TrainOptions dense = OPTIONS.with(NetworkOptions.DEFAULT.withKind(Kind.DENSE));
    Dataset pictures = Guaranteed.of(300, 3, 512, 512);
    assertThatThrownBy(() -> Trainer.fit(pictures, dense, TrainListener.NONE))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "a detector for samples of 3x512x512 would have 1.5 GB, a file has 1.0 GB at most; use"
                + " a smaller size or another network")
        .extracting(e -> ((DataException) e).remedies())
        .isEqualTo(List.of(Remedy.SIZE, Remedy.NETWORK));
  }

  @Test
  void manySamplesAreRefusedBeforeTheyAreRead() {
    Dataset pictures = Guaranteed.of(100_000_000, 3, 512, 512);
    assertThatThrownBy(() -> Trainer.fit(pictures, OPTIONS, TrainListener.NONE))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("of memory, this machine has");
  }
}
