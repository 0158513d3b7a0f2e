package dev.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetTest {

  @TempDir private Path scratch;

  private final Dataset ten = numbers(10);

  /** Samples (0, 0), (1, -1), (2, -2) ... */
  private static MemoryDataset numbers(int count) {
    float[][] samples = new float[count][];
    for (int i = 0; i < count; i++) {
      samples[i] = new float[] {i, -i};
    }
    return MemoryDataset.of("numbers", Shape.of(2), Range.ANY, samples);
  }

  private static List<Float> firstValues(Dataset data) {
    List<Float> values = new ArrayList<>();
    float[] sample = new float[data.shape().size()];
    try (Cursor cursor = data.open()) {
      while (cursor.next(sample, 0)) {
        values.add(sample[0]);
      }
    }
    assertThat(values).hasSize((int) data.size());
    return values;
  }

  @Test
  void batchesHoldAllSamplesInOrder() {
    for (int batchSize = 1; batchSize <= 11; batchSize++) {
      List<Float> seen = new ArrayList<>();
      List<Integer> counts = new ArrayList<>();
      ten.forEachBatch(
          batchSize,
          batch -> {
            counts.add(batch.count());
            assertThat(batch.values()).hasSize(2 * batch.count());
            for (int i = 0; i < batch.count(); i++) {
              seen.add(batch.sample(i)[0]);
              assertThat(batch.sample(i)[1]).isEqualTo(-batch.sample(i)[0]);
            }
          });
      assertThat(seen).as("batch size %d", batchSize).isEqualTo(firstValues(ten));
      int full = batchSize;
      assertThat(counts.subList(0, counts.size() - 1)).allMatch(count -> count == full);
    }
  }

  /** Samples of zeros that notes how long the arrays are that it is to fill. */
  private record Watched(Header header, List<Integer> lengths) implements Dataset {

    static Watched of(int samples, int values) {
      Header header = new Header("large", Shape.of(values), Range.ANY, samples, List.of());
      return new Watched(header, new ArrayList<>());
    }

    @Override
    public Cursor open() {
      return new Cursor() {
        private long left = size();

        @Override
        public boolean next(float[] target, int offset) {
          lengths.add(target.length);
          return left-- > 0;
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
  void aSetOfOneTakesTheMemoryOfOne() {
    Watched one = Watched.of(1, 1000);
    one.forEachBatch(256, batch -> assertThat(batch.count()).isEqualTo(1));
    assertThat(one.lengths()).containsOnly(1000);
  }

  @Test
  void batchesOfLargeSamplesAreBoundedByTheirBytes() {
    Watched large = Watched.of(5, 1 << 23);
    List<Integer> counts = new ArrayList<>();
    large.forEachBatch(256, batch -> counts.add(batch.count()));
    assertThat(counts).containsExactly(2, 2, 1);
    assertThat(large.lengths()).allMatch(length -> length <= 1 << 24);
  }

  /** All 256 levels, and values beside them. */
  @Test
  void picturesInMemoryComeBackToTheLastBit() {
    float[] levels = new float[256];
    for (int level = 0; level < 256; level++) {
      levels[level] = level / 255f;
    }
    float[] between = levels.clone();
    between[7] = Math.nextUp(between[7]);
    float[] beyond = levels.clone();
    beyond[255] = -0.0f;
    Dataset read = MemoryDataset.of("some", Shape.of(256), Range.ANY, levels, between, beyond);
    MemoryDataset held = read.first(3).inMemory();
    assertThat(held.levels(0)).isNotNull().hasSize(256);
    assertThat(held.levels(1)).isNull();
    assertThat(held.levels(2)).isNull();
    assertThat(held.sample(0)).containsExactly(levels);
    assertThat(held.sample(1)).containsExactly(between);
    assertThat(held.sample(2)).containsExactly(beyond);
    float[] copied = new float[300];
    held.copy(0, copied, 44);
    assertThat(Arrays.copyOfRange(copied, 44, 300)).containsExactly(levels);
  }

  @Test
  void aBatchOfNoSamplesIsRefused() {
    for (int batchSize : new int[] {0, -3}) {
      assertThatThrownBy(() -> ten.forEachBatch(batchSize, batch -> {}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a batch needs at least 1 sample, got " + batchSize);
    }
  }

  @Test
  void everyPassIsTheSame() {
    assertThat(firstValues(ten)).isEqualTo(firstValues(ten));
  }

  @Test
  void selectionKeepsTheOrder() {
    assertThat(firstValues(ten.where(i -> i % 3 == 0))).containsExactly(0f, 3f, 6f, 9f);
    assertThat(firstValues(ten.first(3))).containsExactly(0f, 1f, 2f);
    assertThat(firstValues(ten.first(99))).hasSize(10);
  }

  @Test
  void spreadTakesOneSampleFromEachStretch() {
    for (int size = 1; size <= 40; size++) {
      for (int count = 1; count <= size; count++) {
        List<Float> chosen = firstValues(numbers(size).spread(count));
        for (int i = 0; i < count; i++) {
          assertThat((int) (chosen.get(i) * count / size)).as("%d of %d", count, size).isEqualTo(i);
        }
      }
    }
    assertThat(firstValues(ten.spread(99))).isEqualTo(firstValues(ten));
  }

  @Test
  void spreadDoesNotFallIntoStepWithTheData() {
    int[] hours = new int[24];
    firstValues(numbers(24_000).spread(1000)).forEach(value -> hours[(int) (value % 24)]++);
    assertThat(Arrays.stream(hours)).allMatch(count -> count > 35 && count < 50);
  }

  @Test
  void anEmptySelectionIsRefused() {
    assertThatThrownBy(() -> ten.where(i -> false))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("numbers has no samples");
  }

  @Test
  void anUnknownLabelIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> ten.labelled("cat"))
        .isInstanceOf(DataException.class)
        .hasMessage("numbers has no label 'cat'; its labels are []");
  }

  @Test
  void memoryRefusesSamplesOfAnotherSizeOrRange() {
    assertThatThrownBy(() -> MemoryDataset.of("x", Shape.of(3), Range.ANY, new float[2]))
        .hasMessage("sample 0 of x has 2 values, shape 3 needs 3");
    assertThatThrownBy(() -> MemoryDataset.of("x", Shape.of(1), Range.UNIT, new float[] {2}))
        .hasMessage("sample 0 of x has the value 2.0, outside of [0, 1]");
    assertThatThrownBy(() -> MemoryDataset.of("x", Shape.of(1), Range.ANY, new float[] {Float.NaN}))
        .hasMessage("sample 0 of x has the value NaN, outside of any");
  }

  /** A million times a million samples, each its own position. */
  private static Dataset huge() {
    Header header = new Header("huge", Shape.of(1), Range.ANY, 1_000_000_000_000L, List.of());
    return new Dataset() {
      @Override
      public Header header() {
        return header;
      }

      @Override
      public Cursor open() {
        return new Cursor() {
          private long index;

          @Override
          public boolean next(float[] target, int offset) {
            target[offset] = index++;
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
    };
  }

  @Test
  void theBeginningOfAHugeSetTakesNoLookAtTheRest() {
    assertThat(firstValues(huge().first(3))).containsExactly(0f, 1f, 2f);
    assertThat(huge().first(Long.MAX_VALUE).size()).isEqualTo(huge().size());
    assertThatThrownBy(() -> huge().first(0)).hasMessageStartingWith("huge has no samples");
  }

  @Test
  void moreSamplesThanMemoryTakesAreRefused() {
    assertThatThrownBy(() -> huge().inMemory())
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("huge has 1000000000000 samples, memory takes at most");
  }

  @Test
  void inMemoryHoldsTheSameSamples() {
    MemoryDataset copy = ten.where(i -> i > 6).inMemory();
    assertThat(copy.size()).isEqualTo(3);
    assertThat(copy.sample(2)).containsExactly(9, -9);
  }

  @Test
  void aSampleIsFoundByItsNameOrItsPosition() {
    Dataset named = new Lettered(numbers(3));
    assertThat(ten.position("7")).isEqualTo(7);
    assertThat(named.position("c")).isEqualTo(2);
    assertThat(named.position("1")).isEqualTo(1);
    for (String wrong : new String[] {"10", "-1", "1.5", "", "99999999999999999999", "c"}) {
      assertThatThrownBy(() -> ten.position(wrong))
          .isInstanceOf(DataException.class)
          .hasMessage(
              "numbers has no sample '%s'; its 10 samples are called 0 to 9".formatted(wrong));
    }
    assertThatThrownBy(() -> named.position("d"))
        .hasMessageEndingWith("called 0 to 2, or by their names, such as a");
    assertThatThrownBy(() -> new Lettered(numbers(1)).position("d"))
        .hasMessageEndingWith("its only sample is called 0, or a");
  }

  @Test
  void samplesKeepTheirNamesInEveryView() {
    Dataset letters = new Lettered(ten);
    assertThat(names(letters.where(i -> i % 4 == 1))).containsExactly("b", "f", "j");
    assertThat(names(letters.first(2))).containsExactly("a", "b");
    assertThat(names(letters.inMemory())).isEqualTo(names(letters));
    assertThat(names(letters.where(i -> i > 7).named("others").inMemory()))
        .containsExactly("i", "j");
    for (Dataset chosen : List.of(ten.spread(4), ten.where(i -> i > 2), ten.where(i -> i == 7))) {
      List<String> values =
          firstValues(chosen).stream().map(value -> Integer.toString(value.intValue())).toList();
      assertThat(names(chosen)).isEqualTo(values);
    }
  }

  @Test
  void whatIsSaidOfAFileIsKeptInEveryView() {
    Dataset letters = new Lettered(ten);
    try (StoredDataset stored = letters.stored(scratch)) {
      for (Dataset data : List.of(letters.first(2), letters.inMemory(), stored)) {
        assertThat(data.remarks()).containsExactly("read as letters");
        assertThat(data.passedOver()).containsExactly("notes.txt");
      }
    }
  }

  private static List<String> names(Dataset data) {
    return LongStream.range(0, data.size()).mapToObj(data::sampleName).toList();
  }

  /** Samples that are called a, b, c ... */
  private record Lettered(Dataset source) implements Dataset {

    @Override
    public Header header() {
      return source.header();
    }

    @Override
    public Cursor open() {
      return source.open();
    }

    @Override
    public String sampleName(long index) {
      return Character.toString((int) ('a' + index));
    }

    @Override
    public List<String> remarks() {
      return List.of("read as letters");
    }

    @Override
    public List<String> passedOver() {
      return List.of("notes.txt");
    }
  }
}
