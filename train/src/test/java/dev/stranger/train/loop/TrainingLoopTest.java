package dev.stranger.train.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Shape;
import dev.stranger.train.TestData;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.torch.Compute;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

class TrainingLoopTest {

  private static final int SAMPLES = 100;

  private final Compute compute = Compute.on("cpu");
  private final List<float[]> batches = new ArrayList<>();

  /** Learns nothing, and notes which samples it was to learn from. */
  private final class Noting implements Learner {

    @Override
    public long parameters() {
      return 0;
    }

    @Override
    public int smallestBatch() {
      return 3;
    }

    @Override
    public boolean settles() {
      return false;
    }

    @Override
    public void setRates(Rates rates) {}

    /** Some steps are made before, to tell the time, and undone. */
    @Override
    public void beginEpoch(int epoch, int epochs) {
      batches.clear();
    }

    @Override
    public Tensor step(TrainingBatch batch) {
      batches.add(Compute.floats(batch.positions()));
      return compute.zeros(1);
    }

    @Override
    public Tensor objective(TrainingBatch batch) {
      return compute.zeros(1);
    }

    @Override
    public List<Tensor> state() {
      return List.of();
    }
  }

  private int[] sizes(LearningOptions learning) {
    LearningOptions once = learning.withEpochs(1);
    int[] all = IntStream.range(0, SAMPLES).toArray();
    TrainingSet samples = TrainingSet.of(compute, TestData.table(SAMPLES, 1), all, null);
    TrainingPlan plan =
        TrainingPlan.of(TestData.table(SAMPLES, 1), SAMPLES, 0, 0, 0, null, 1, once, "cpu");
    new TrainingLoop(once, 0, true, plan, TrainListener.NONE, null, "table")
        .run(new Noting(), samples);
    return batches.stream().mapToInt(batch -> batch.length).toArray();
  }

  @Test
  void thePapersEpochsOfImagesHaveASmallerBatchAtTheEnd() {
    LearningOptions paper = TrainOptions.paperFor(Shape.image(1, 28, 28)).learning();
    assertThat(sizes(paper.withBatchSize(32))).containsExactly(32, 32, 32, 4);
    assertThat(batches.stream().flatMapToDouble(TrainingLoopTest::doubles).distinct().count())
        .isEqualTo(SAMPLES);
    assertThat(sizes(paper.withBatchSize(25))).containsExactly(25, 25, 25, 25);
  }

  @Test
  void elsewhereEpochsHaveWholeBatches() {
    LearningOptions series = TrainOptions.paperFor(Shape.of(1, 140)).learning();
    assertThat(sizes(series.withBatchSize(32))).containsExactly(32, 32, 32);
    assertThat(sizes(LearningOptions.DEFAULT.withBatchSize(32))).containsExactly(32, 32, 32);
  }

  @Test
  void aRestThatIsTooSmallToLearnFromIsLeftOut() {
    LearningOptions all = LearningOptions.DEFAULT.withPartialBatch(true);
    assertThat(sizes(all.withBatchSize(49))).containsExactly(49, 49);
    assertThat(sizes(all.withBatchSize(97))).containsExactly(97, 3);
  }

  private static DoubleStream doubles(float[] values) {
    return IntStream.range(0, values.length).mapToDouble(i -> values[i]);
  }
}
