package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.RequestException;
import dev.stranger.Shape;
import dev.stranger.StoredDataset;
import dev.stranger.Transform;
import dev.stranger.score.Detector;
import dev.stranger.train.baseline.Classifier;
import dev.stranger.train.baseline.Exposure;
import dev.stranger.train.baseline.Gan;
import dev.stranger.train.baseline.Neighbours;
import dev.stranger.train.baseline.Strangers;
import dev.stranger.train.baseline.Vae;
import dev.stranger.train.loop.CheckpointFile;
import dev.stranger.train.loop.EpochResult;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.method.Method;
import dev.stranger.train.rkm.RobustRkm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where samples are must make no difference to what is learnt. */
class StoredTrainingTest {

  private static final TrainOptions TINY = TestData.tiny(2);

  @TempDir private Path scratch;
  @TempDir private Path folder;

  @AfterEach
  void noFileIsLeft() throws IOException {
    try (Stream<Path> files = Files.list(scratch)) {
      assertThat(files).isEmpty();
    }
  }

  private void assertSameDetector(Dataset data, TrainOptions options, boolean levels) {
    byte[] expected = Trainer.fit(data.inMemory(), options, TrainListener.NONE).model();
    try (StoredDataset stored = data.stored(scratch)) {
      assertThat(stored.hasLevels()).isEqualTo(levels);
      assertThat(Trainer.fit(stored, options, TrainListener.NONE).model()).isEqualTo(expected);
    }
  }

  @Test
  void picturesGiveTheSameDetector() {
    Dataset pictures = TestData.images("sprites:size=300", 16);
    assertSameDetector(pictures, TINY.withGallery(5), true);
    assertSameDetector(dimmed(pictures), TINY.withGallery(5), false);
  }

  /** With values between the 256 levels. */
  private static Dataset dimmed(Dataset pictures) {
    return pictures.map(
        new Transform() {
          @Override
          public Header describe(Header source) {
            return source;
          }

          @Override
          public void apply(Shape shape, float[] sample, float[] target, int offset) {
            for (int i = 0; i < sample.length; i++) {
              target[offset + i] = 0.7f * sample[i];
            }
          }
        });
  }

  @Test
  void standardisedRowsAndSeriesGiveTheSameDetector() {
    assertSameDetector(TestData.table(300, 1), TINY, false);
    assertSameDetector(TestData.heartbeats(200, 1), TINY, false);
  }

  /** Rows of zeros and ones are kept as bytes, and standardised all the same. */
  @Test
  void standardisedBytesGiveTheSameDetector() {
    Random random = new Random(1);
    float[][] rows = new float[300][8];
    for (float[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        row[i] = random.nextInt(i % 3 + 2) % 2;
      }
    }
    Dataset table = MemoryDataset.of("ones", Shape.of(8), Range.ANY, rows);
    assertSameDetector(table, TINY, true);
  }

  @Test
  void aSmallerLastBatchAndPatienceMakeNoDifference() {
    LearningOptions learning =
        TINY.learning().withBatchSize(48).withPartialBatch(true).withPatience(1).withEpochs(3);
    assertSameDetector(TestData.table(300, 1), TINY.with(learning), false);
  }

  /** Of a method that needs labels, and of a guarantee for each. */
  @Test
  void labelledSamplesGiveTheSameDetector() {
    Dataset sprites = TestData.images("sprites:size=400,seed=1", 16);
    Exposure toMade = Exposure.uniform(Strangers.made());
    assertSameDetector(sprites, TINY.with(Classifier.DEFAULT), true);
    assertSameDetector(sprites, TINY.with(Classifier.DEFAULT.withExposure(toMade)), true);
    assertSameDetector(sprites, TINY.with(TINY.calibration().withByLabel(true)), true);
  }

  @Test
  void otherMethodsGiveTheSameDetector() {
    Dataset table = TestData.table(300, 1);
    for (Method method : List.of(new RobustRkm(0.1), Vae.DEFAULT, Gan.DEFAULT, new Neighbours())) {
      assertSameDetector(table, TINY.with(method), false);
    }
  }

  @Test
  void stoppedAndResumedGivesTheSameDetector() {
    Dataset table = TestData.table(400, 1);
    byte[] expected = Trainer.fit(table, TINY, TrainListener.NONE).model();
    for (int steps : new int[] {1, 3, 4, 5}) {
      Path file = folder.resolve("checkpoint-" + steps);
      try (StoredDataset stored = table.stored(scratch)) {
        CheckpointFile save = new CheckpointFile(file, 1, false);
        assertThatThrownBy(() -> Trainer.fit(stored, TINY, new StopAfter(steps), save))
            .isInstanceOf(CancellationException.class);
      }
      try (StoredDataset again = table.stored(scratch)) {
        CheckpointFile resume = new CheckpointFile(file, 1, true);
        assertThat(Trainer.fit(again, TINY, TrainListener.NONE, resume).model())
            .as("stopped after step %d", steps)
            .isEqualTo(expected);
      }
    }
  }

  private static final class StopAfter implements TrainListener {

    private final List<String> notes = new ArrayList<>();
    private int steps;

    StopAfter(int steps) {
      this.steps = steps;
    }

    @Override
    public void note(String words) {
      notes.add(words);
    }

    @Override
    public void step(int epoch, int step) {
      steps--;
    }

    @Override
    public boolean stop() {
      return steps <= 0;
    }
  }

  @Test
  void aSetThatIsClosedTooEarlyIsSaidInOneLine() {
    StoredDataset stored = TestData.table(300, 1).stored(scratch);
    TrainListener closing =
        new TrainListener() {
          @Override
          public void epoch(int epoch, EpochResult result) {
            stored.close();
          }
        };
    assertThatThrownBy(() -> Trainer.fit(stored, TINY, closing))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("the stored samples of table cannot be read");
    assertThat(readers()).isEmpty();
  }

  private static List<Thread> readers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("stranger-read-ahead") && thread.isAlive())
        .toList();
  }

  /** Rows of random numbers, more than the heap holds. */
  private record Large(Header header, int end) implements Dataset {

    private static final int SIZE = 20_000;

    static Large of(double heaps, double end) {
      long samples = (long) (heaps * Runtime.getRuntime().maxMemory() / Float.BYTES / SIZE);
      Header header = new Header("large", Shape.of(SIZE), Range.ANY, samples, List.of());
      return new Large(header, (int) (end * samples));
    }

    @Override
    public Cursor open() {
      Random random = new Random(1);
      float[] pattern = new float[SIZE];
      for (int i = 0; i < SIZE; i++) {
        pattern[i] = random.nextFloat();
      }
      return new Cursor() {
        private int next;

        @Override
        public boolean next(float[] target, int offset) {
          if (next++ == end) {
            throw new DataException("the rest is damaged");
          }
          float factor = random.nextFloat();
          for (int i = 0; i < SIZE; i++) {
            target[offset + i] = factor * pattern[(i + next) % SIZE];
          }
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
  void aSetLargerThanTheHeapIsLearntFromAFile() throws IOException {
    Dataset large = Large.of(1.1, 2);
    TrainOptions options = TINY.withScratch(scratch);
    assertThat(Trainer.plan(large, options).inScratch()).isTrue();
    StopAfter stopping = new StopAfter(3);
    assertThatThrownBy(() -> Trainer.fit(large, options, stopping))
        .isInstanceOf(CancellationException.class)
        .hasMessage("training was stopped in epoch 1; nothing was kept");
    assertThat(stopping.notes)
        .singleElement()
        .asString()
        .matches("large does not fit in memory: \\d+ MB are kept in .* while it is learnt from");
    assertThat(openFiles()).isEmpty();
    assertThat(readers()).isEmpty();
  }

  @Test
  @Tag("slow")
  void readingThatEndsEarlyLeavesNoFile() throws IOException {
    Dataset large = Large.of(1.1, 0.2);
    TrainOptions options = TINY.withScratch(scratch);
    assertThatThrownBy(() -> Trainer.fit(large, options, TrainListener.NONE))
        .isInstanceOf(DataException.class)
        .hasMessage("the rest is damaged");
    assertThat(openFiles()).isEmpty();
    assertThatThrownBy(() -> Trainer.fit(large, options, new StopAfter(0)))
        .isInstanceOf(CancellationException.class)
        .hasMessage("training was stopped while its samples were read; nothing was kept");
    assertThat(openFiles()).isEmpty();
    TrainOptions nowhere = TINY.withScratch(scratch.resolve("none"));
    assertThatThrownBy(() -> Trainer.fit(large, nowhere, TrainListener.NONE))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("scratch folder");
  }

  /** Stores that are open in this process: a file without a name takes room until it is closed. */
  private List<String> openFiles() throws IOException {
    Path open = Path.of("/proc/self/fd");
    assumeTrue(Files.isDirectory(open));
    List<String> found = new ArrayList<>();
    try (Stream<Path> links = Files.list(open)) {
      for (Path link : links.filter(Files::isSymbolicLink).toList()) {
        String target = Files.readSymbolicLink(link).toString();
        if (target.startsWith(scratch.toString())) {
          found.add(target);
        }
      }
    }
    return found;
  }

  @Test
  void heldOutSamplesOfAGuardAreStoredWhereTheyAreLarge() throws IOException {
    MemoryDataset table = TestData.table(100, 1);
    try (HeldOut small = HeldOut.of(table, 100 * 6 * 4, scratch);
        HeldOut large = HeldOut.of(table, 100 * 6 * 4 - 1, scratch)) {
      assertThat(small.samples()).isSameAs(table);
      assertThat(large.samples()).isInstanceOf(StoredDataset.class);
      assertThat(large.samples().sample(99)).isEqualTo(table.sample(99));
    }
    assertThat(openFiles()).isEmpty();
  }

  /** What comes out is a detector like any other. */
  @Test
  void aDetectorLearntFromAFileJudges() {
    try (StoredDataset stored = TestData.table(300, 1).stored(scratch);
        Detector detector = Trainer.fit(stored, TINY, TrainListener.NONE).open()) {
      assertThat(detector.judge(stored.sample(0)).pValue()).isBetween(0f, 1f);
    }
  }
}
