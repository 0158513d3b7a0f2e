package dev.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredDatasetTest {

  /** More than are read at a time. */
  private static final int SAMPLES = 3000;

  private static final int SIZE = 784;

  @TempDir private Path scratch;

  @AfterEach
  void nothingIsLeft() throws IOException {
    assertThat(files()).isEmpty();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(scratch)) {
      return files.toList();
    }
  }

  /** Labelled samples that end early, or go wrong, when a program says so. */
  private record Made(Header header, float[][] samples, int end) implements Dataset {

    static Made of(float[]... samples) {
      Shape shape = Shape.of(samples[0].length);
      Header header = new Header("made", shape, Range.ANY, samples.length, List.of("a", "b"));
      return new Made(header, samples, samples.length);
    }

    @Override
    public Cursor open() {
      return new Cursor() {
        private int next;

        @Override
        public boolean next(float[] target, int offset) {
          if (next == end) {
            throw new DataException("the rest is damaged");
          }
          System.arraycopy(samples[next], 0, target, offset, samples[next].length);
          next++;
          return true;
        }

        @Override
        public int label() {
          return next % 3 - 1;
        }

        @Override
        public void close() {}
      };
    }
  }

  private static float[][] pictures(int count) {
    Random random = new Random(1);
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              float[] picture = new float[SIZE];
              for (int k = 0; k < SIZE; k++) {
                picture[k] = random.nextInt(256) / 255f;
              }
              return picture;
            })
        .toArray(float[][]::new);
  }

  private void assertHolds(Dataset data, boolean levels) {
    MemoryDataset memory = data.inMemory();
    try (StoredDataset stored = data.stored(scratch)) {
      assertThat(stored.hasLevels()).isEqualTo(levels);
      assertThat(stored.header()).isEqualTo(data.header());
      float[] sample = new float[data.shape().size()];
      try (Cursor cursor = stored.open()) {
        for (int i = 0; i < data.size(); i++) {
          assertThat(cursor.next(sample, 0)).isTrue();
          assertThat(sample).as("sample %d", i).isEqualTo(memory.sample(i));
          assertThat(cursor.label()).isEqualTo(memory.label(i)).isEqualTo(stored.label(i));
        }
        assertThat(cursor.next(sample, 0)).isFalse();
      }
      for (int i : new int[] {0, (int) data.size() / 2, (int) data.size() - 1}) {
        assertThat(stored.sample(i)).isEqualTo(memory.sample(i));
        assertThat(stored.levels(i)).isEqualTo(memory.levels(i));
      }
    }
  }

  @Test
  void picturesAreKeptAsBytes() {
    assertHolds(Made.of(pictures(SAMPLES)), true);
  }

  @Test
  void otherValuesAreKeptAsFloats() {
    assertHolds(Made.of(new float[] {0.3f, -7}, new float[] {1e30f, Float.MIN_VALUE}), false);
  }

  @Test
  void bytesBecomeFloatsWhereOneSampleNeedsThem() {
    for (int odd : new int[] {1, 2, SAMPLES - 1}) {
      float[][] samples = pictures(SAMPLES);
      samples[odd][5] = 0.123f;
      assertHolds(Made.of(samples), false);
    }
  }

  @Test
  void samplesWithoutLabelsHaveNone() {
    try (StoredDataset stored =
        MemoryDataset.of("plain", Shape.of(1), Range.ANY, new float[] {3}).stored(scratch)) {
      assertThat(stored.label(0)).isEqualTo(Cursor.NO_LABEL);
    }
  }

  /** The file has holes, so that it takes no room. */
  @Test
  void aSampleLiesWhereNoIntegerCountsValues() throws IOException {
    int size = 1 << 20;
    int count = 5000;
    Header header = new Header("huge", Shape.of(size), Range.ANY, count, List.of());
    Dataset huge = new Made(header, new float[0][], 0);
    Path file = scratch.resolve("holes");
    FileChannel rows =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.SPARSE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    ByteBuffer last = ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putFloat(0, 7);
    rows.write(last, 4L * size * count - 4);
    try (StoredDataset stored = new StoredDataset(huge, rows, false, null)) {
      assertThat(stored.sample(count - 1)[size - 1]).isEqualTo(7);
      assertThat(stored.sample(count - 2)[size - 1]).isZero();
    }
  }

  @Test
  void damagedDataLeavesNoFile() {
    float[][] samples = pictures(SAMPLES);
    Header header = Made.of(samples).header();
    assertThatThrownBy(() -> new Made(header, samples, 2000).stored(scratch))
        .isInstanceOf(DataException.class)
        .hasMessage("the rest is damaged");
  }

  @Test
  void onLinuxACrashWouldLeaveNoFile() throws IOException {
    assumeTrue(System.getProperty("os.name").equals("Linux"));
    try (StoredDataset stored = Made.of(pictures(2)).stored(scratch)) {
      assertThat(files()).isEmpty();
      assertThat(stored.sample(1)).hasSize(SIZE);
    }
  }

  @Test
  void aClosedSetSaysSo() {
    StoredDataset stored = Made.of(pictures(2)).stored(scratch);
    stored.close();
    assertThatThrownBy(() -> stored.sample(0))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("the stored samples of made cannot be read");
  }

  @Test
  void aFolderThatIsNotThereIsRefused() {
    Path none = scratch.resolve("none");
    assertThatThrownBy(() -> Made.of(pictures(2)).stored(none))
        .isInstanceOf(RequestException.class)
        .hasMessage("there is no scratch folder %s; make it or choose another".formatted(none))
        .extracting(e -> ((RequestException) e).remedies())
        .isEqualTo(List.of(Remedy.SCRATCH));
  }

  @Test
  void aFullDiskIsSaidInOneLine() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full));
    FileChannel file = FileChannel.open(full, StandardOpenOption.READ, StandardOpenOption.WRITE);
    assertThatThrownBy(() -> StoredDataset.of(Made.of(pictures(2)), scratch, file))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "cannot write the samples of made into the scratch folder %s (No space left on device);"
                    .formatted(scratch)
                + " free some space or choose another");
    assertThat(file.isOpen()).isFalse();
  }

  /** Nobody can make files in it, not even an administrator. */
  @Test
  void aFolderThatCannotBeWrittenIsRefused() {
    Path processes = Path.of("/proc");
    assumeTrue(Files.isDirectory(processes));
    assertThatThrownBy(() -> Made.of(pictures(2)).stored(processes))
        .isInstanceOf(RequestException.class)
        .hasMessageMatching(
            "cannot write the samples of made into the scratch folder /proc \\(.*\\); free some"
                + " space or choose another");
  }
}
