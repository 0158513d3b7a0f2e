package dev.stranger.train.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.StoredDataset;
import dev.stranger.train.torch.Compute;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a GPU where there is one: then steps are recorded, and replays must find their samples. */
class StagedFeedTest {

  private static final int BATCH = 7;
  private static final int STEPS = 40;
  private static final int SAMPLES = BATCH * STEPS + 3;
  private static final int SIZE = 5;

  @TempDir private Path scratch;
  private final Compute compute = Compute.on("auto");

  /** Every other sample of a set is learnt from, from the last to the first. */
  private static final int[] PICKS =
      IntStream.range(0, SAMPLES).map(i -> 2 * (SAMPLES - 1 - i)).toArray();

  private static final MemoryDataset LEVELS = data(255);
  private static final MemoryDataset FLOATS = data(3.3f);

  private static MemoryDataset data(float white) {
    float[][] rows = new float[2 * SAMPLES][SIZE];
    for (int i = 0; i < rows.length; i++) {
      int[] levels = {i % 256, i / 256, i * 31 % 256, i * 7 % 256, 255};
      for (int k = 0; k < SIZE; k++) {
        rows[i][k] = levels[k] / white;
      }
    }
    return MemoryDataset.of("rows", Shape.of(SIZE), Range.ANY, rows);
  }

  private record Units(float[] means, float[] deviations) implements Scaling {

    static final Units SOME =
        new Units(new float[] {1, 2, 3, 4, 0.1f}, new float[] {0.3f, 7, 1, 1e-3f, 11});

    @Override
    public Shape shapeOf(Shape samples) {
      return samples;
    }

    @Override
    public float[] apply(float[] sample) {
      float[] scaled = new float[SIZE];
      for (int i = 0; i < SIZE; i++) {
        scaled[i] = (sample[i] - means[i]) / deviations[i];
      }
      return scaled;
    }
  }

  private static int[] shuffled(int epoch) {
    return SeededRandom.permutation(SAMPLES, SeededRandom.ofEpoch(3, epoch));
  }

  @Test
  void stepsSeeTheSameSamplesAsFromMemory() {
    for (MemoryDataset data : List.of(LEVELS, FLOATS)) {
      for (Scaling scaling : new Scaling[] {null, Units.SOME}) {
        compute.alone(() -> assertSame(data, scaling));
      }
    }
  }

  private boolean assertSame(MemoryDataset data, Scaling scaling) {
    try (PointerScope scope = new PointerScope();
        StoredDataset stored = data.stored(scratch)) {
      assertThat(stored.hasLevels()).isEqualTo(data == LEVELS);
      TrainingSet memory = TrainingSet.of(compute, data, PICKS, scaling);
      TrainingSet file = TrainingSet.inFile(new StoredRows(compute, stored, PICKS, scaling));
      assertThat(floats(file.slice(3, 9))).isEqualTo(floats(memory.slice(3, 9)));
      Tensor some = compute.integers(5, 5, SAMPLES - 1, 0);
      assertThat(floats(file.at(some))).isEqualTo(floats(memory.at(some)));
      assertThat(epochs(file)).isEqualTo(epochs(memory));
      return true;
    }
  }

  private static float[] floats(TrainingBatch batch) {
    return Compute.floats(batch.samples());
  }

  /**
   * Everything that the steps of two epochs see, and of one that is entered in the middle. Nothing
   * waits for the device in between.
   */
  private List<List<Float>> epochs(TrainingSet samples) {
    Tensor seen = compute.zeros(3 * STEPS, BATCH * (SIZE + 1));
    Tensor counter = compute.integers(0);
    try (Feed feed = samples.feed(SAMPLES, BATCH);
        StepRecorder recorder =
            new StepRecorder(compute, feed, batch -> note(batch, seen, counter), quiet())) {
      for (int epoch = 0; epoch < 3; epoch++) {
        int first = epoch == 2 ? 17 : 0;
        feed.begin(shuffled(epoch), first);
        recorder.begin(0);
        for (int step = first; step < STEPS; step++) {
          recorder.step(step, step);
        }
        TrainingBatch rest = feed.batch(STEPS, 3);
        assertThat(Compute.floats(rest.positions())).containsExactly(lastOf(shuffled(epoch)));
        assertThat(rest.samples().size(0)).isEqualTo(3);
      }
    }
    float[] values = Compute.floats(seen);
    int width = BATCH * (SIZE + 1);
    return IntStream.range(0, 3 * STEPS)
        .mapToObj(
            step ->
                IntStream.range(step * width, (step + 1) * width).mapToObj(i -> values[i]).toList())
        .toList();
  }

  private static float[] lastOf(int[] order) {
    return new float[] {order[SAMPLES - 3], order[SAMPLES - 2], order[SAMPLES - 1]};
  }

  private static void note(TrainingBatch batch, Tensor seen, Tensor counter) {
    Tensor row = seen.index_select(0, counter);
    row.narrow(1, 0, BATCH * SIZE).copy_(batch.samples().view(1, -1));
    row.narrow(1, BATCH * SIZE, BATCH).copy_(batch.positions().view(1, -1));
    seen.index_copy_(0, counter, row);
    counter.add_(new Scalar(1L));
  }

  /** On a CPU it says that nothing is recorded. */
  private TrainListener quiet() {
    return new TrainListener() {
      @Override
      public void note(String words) {
        assertThat(compute.isCuda()).as(words).isFalse();
      }
    };
  }

  @Test
  void stepsMayBeAskedForInAnyOrder() {
    try (StoredDataset stored = FLOATS.stored(scratch)) {
      TrainingSet file = TrainingSet.inFile(new StoredRows(compute, stored, PICKS, null));
      compute.alone(
          () -> {
            try (Feed feed = file.feed(SAMPLES, BATCH)) {
              int[] order = shuffled(0);
              feed.begin(order, 0);
              for (int step : new int[] {0, 1, 2, 0, 39, 38, 0}) {
                float[] expected = FLOATS.sample(PICKS[order[step * BATCH]]);
                Tensor first = feed.batch(step, BATCH).samples().narrow(0, 0, 1);
                assertThat(Compute.floats(first)).isEqualTo(expected);
              }
            }
            return true;
          });
    }
  }

  @Test
  void whatCannotBeReadIsSaidWhereItIsWanted() {
    StoredDataset stored = FLOATS.stored(scratch);
    TrainingSet file = TrainingSet.inFile(new StoredRows(compute, stored, PICKS, null));
    compute.alone(
        () -> {
          try (Feed feed = file.feed(SAMPLES, BATCH)) {
            stored.close();
            feed.begin(shuffled(0), 0);
            assertThatThrownBy(() -> feed.batch(0, BATCH))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("the stored samples of rows cannot be read");
          }
          return true;
        });
  }

  /** Pictures of one level each, more values together than an integer counts. */
  private record Huge(Header header) implements Dataset {

    static Huge of(int samples, int size) {
      return new Huge(new Header("huge", Shape.of(size), Range.UNIT, samples, List.of()));
    }

    static float level(int sample) {
      return sample % 256 / 255f;
    }

    @Override
    public Cursor open() {
      return new Cursor() {
        private int next;

        @Override
        public boolean next(float[] target, int offset) {
          Arrays.fill(target, offset, offset + shape().size(), level(next++));
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

  @Test
  @Tag("slow")
  void moreValuesThanAnIntegerCountsAreLearntFrom() {
    int samples = 2100;
    int size = 1 << 20;
    assertThat((long) samples * size).isGreaterThan(Integer.MAX_VALUE);
    int[] all = IntStream.range(0, samples).toArray();
    try (StoredDataset stored = Huge.of(samples, size).stored(scratch)) {
      TrainingSet set = TrainingSet.inFile(new StoredRows(compute, stored, all, null));
      compute.alone(
          () -> {
            try (PointerScope scope = new PointerScope();
                Feed feed = set.feed(samples, 2)) {
              feed.begin(all, samples / 2 - 1);
              TrainingBatch last = feed.batch(samples / 2 - 1, 2);
              float[] values = Compute.floats(last.samples());
              assertThat(values[0]).isEqualTo(Huge.level(samples - 2));
              assertThat(values[2 * size - 1]).isEqualTo(Huge.level(samples - 1));
            }
            return true;
          });
    }
  }
}
