package dev.stranger.train.suspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.train.MixedTable;
import dev.stranger.train.TestData;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SuspectSearchTest {

  private static final int NORMAL = 950;
  private static final int STRANGE = 50;
  private static final int WIDTH = 5;

  private static float[] gaussian(Random random, double mean, double deviation) {
    float[] row = new float[WIDTH];
    for (int i = 0; i < WIDTH; i++) {
      row[i] = (float) (mean + deviation * random.nextGaussian());
    }
    return row;
  }

  /** Normal rows, behind them strange ones. */
  private static float[][] rows(Random random, int strange, Supplier<float[]> stranger) {
    float[][] rows = new float[NORMAL + strange][];
    Arrays.setAll(rows, i -> i < NORMAL ? gaussian(random, 0, 1) : stranger.get());
    return rows;
  }

  private static Suspects search(float[][] rows, Contamination contamination, long seed) {
    MemoryDataset data = MemoryDataset.of("rows", Shape.of(rows[0].length), Range.ANY, rows);
    int[] all = IntStream.range(0, rows.length).toArray();
    return SuspectSearch.among(data, all, contamination, seed);
  }

  private static Set<Integer> positions(Suspects suspects) {
    return suspects.found().stream().map(Suspect::position).collect(Collectors.toSet());
  }

  private static long strange(Suspects suspects) {
    return suspects.found().stream().filter(suspect -> suspect.position() >= NORMAL).count();
  }

  @Test
  void cleanGaussianRowsHaveHardlyASuspect() {
    for (int seed = 0; seed < 10; seed++) {
      float[][] rows = rows(new Random(seed), 0, () -> new float[0]);
      Suspects suspects = search(rows, Contamination.AUTO, seed);
      assertThat(suspects.standOut()).as("seed %d", seed).isLessThanOrEqualTo(5);
      assertThat(search(rows, Contamination.NONE, seed).isWarning()).as("seed %d", seed).isFalse();
    }
  }

  @Test
  void strangersThatAreAllAlikeDoNotHideEachOther() {
    for (int seed = 0; seed < 5; seed++) {
      Random random = new Random(seed);
      float[][] rows = rows(random, STRANGE, () -> gaussian(random, 6, 0.1));
      Suspects suspects = search(rows, Contamination.AUTO, seed);
      assertThat(strange(suspects)).as("seed %d", seed).isEqualTo(STRANGE);
      assertThat(suspects.standOut()).as("seed %d", seed).isLessThan(STRANGE + 10);
      assertThat(search(rows, Contamination.NONE, seed).isWarning()).as("seed %d", seed).isTrue();
    }
  }

  @Test
  void scatteredStrangersAreFound() {
    for (int seed = 0; seed < 5; seed++) {
      Random random = new Random(seed);
      float[][] rows = rows(random, STRANGE, () -> gaussian(random, 0, 6));
      Suspects suspects = search(rows, Contamination.AUTO, seed);
      assertThat(strange(suspects)).as("seed %d", seed).isGreaterThan(STRANGE * 9 / 10);
      assertThat(suspects.standOut()).as("seed %d", seed).isLessThan(STRANGE + 10);
    }
  }

  @Test
  void hugeValuesDoNotHideOtherStrangers() {
    Random random = new Random(3);
    float[][] rows = rows(random, STRANGE, () -> gaussian(random, 6, 0.1));
    for (int i = 0; i < 10; i++) {
      rows[i][0] = 1e9f * (1 + i);
    }
    Suspects suspects = search(rows, Contamination.AUTO, 0);
    assertThat(strange(suspects)).isEqualTo(STRANGE);
    assertThat(positions(suspects)).contains(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  @Test
  void suspectsDoNotDependOnTheOrderOfTheSamples() {
    Random random = new Random(5);
    float[][] rows = rows(random, STRANGE, () -> gaussian(random, 3, 1));
    List<float[]> shuffled = Arrays.asList(rows.clone());
    Collections.shuffle(shuffled, random);
    Suspects one = search(rows, Contamination.of(0.05), 7);
    Suspects other = search(shuffled.toArray(float[][]::new), Contamination.of(0.05), 7);
    assertThat(one.found()).hasSize(4 * STRANGE);
    for (int i = 0; i < 4 * STRANGE; i++) {
      assertThat(rows[one.found().get(i).position()])
          .isSameAs(shuffled.get(other.found().get(i).position()));
      assertThat(one.found().get(i).suspicion()).isEqualTo(other.found().get(i).suspicion());
    }
  }

  @Test
  void theSameSeedGivesTheSameSuspects() {
    Random random = new Random(6);
    float[][] rows = rows(random, STRANGE, () -> gaussian(random, 4, 1));
    assertThat(search(rows, Contamination.AUTO, 1)).isEqualTo(search(rows, Contamination.AUTO, 1));
  }

  @Test
  void theStrangestThreeInTenCountHalfWhereNoShareIsKnown() {
    Random random = new Random(8);
    float[][] rows = rows(random, STRANGE, () -> gaussian(random, 6, 0.1));
    Suspects auto = search(rows, Contamination.AUTO, 0);
    assertThat(auto.standOut()).isBetween(STRANGE, STRANGE + 10);
    assertThat(auto.halved()).isEqualTo(300);
    assertThat(auto.found()).hasSize(300);
    assertThat(auto.summary())
        .isEqualTo(
            "%d of 1,000 samples to learn from look like strangers; the 300 strangest count half"
                .formatted(auto.standOut()));
  }

  @Test
  void fourSamplesCountHalfForAStrangerOfAShare() {
    Random random = new Random(8);
    float[][] rows = rows(random, STRANGE, () -> gaussian(random, 6, 0.1));
    int[] all = IntStream.range(0, 1000).toArray();
    Suspects given = search(rows, Contamination.of(0.02), 0);
    assertThat(given.halved()).isEqualTo(80);
    assertThat(given.found()).hasSize(80);
    assertThat(given.halvedOf(all).cardinality()).isEqualTo(80);
    assertThat(given.halvedOf(all).get(NORMAL, 1000).cardinality()).isEqualTo(STRANGE);
    Suspects none = search(rows, Contamination.NONE, 0);
    assertThat(none.found()).hasSize(none.standOut());
    assertThat(none.halvedOf(all).isEmpty()).isTrue();
  }

  @Test
  void noMoreThanThreeTenthsCountHalfUnlessMoreAreStrangers() {
    float[][] rows = rows(new Random(9), 0, () -> new float[0]);
    assertThat(search(rows, Contamination.of(0.2), 0).halved()).isEqualTo(285);
    assertThat(search(rows, Contamination.of(0.4), 0).halved()).isEqualTo(380);
  }

  /** They lie where the normal rows end, so that many a normal row looks stranger. */
  @Test
  void strangersThatHideInTheTailCountHalfToo() {
    for (int seed = 0; seed < 5; seed++) {
      Random random = new Random(seed);
      float[][] rows = rows(random, STRANGE, () -> gaussian(random, 2, 0.1));
      Suspects suspects = search(rows, Contamination.of(0.05), seed);
      assertThat(strange(suspects)).as("seed %d", seed).isEqualTo(STRANGE);
      assertThat(suspects.found().stream().limit(STRANGE).filter(s -> s.position() >= NORMAL))
          .as("seed %d", seed)
          .hasSizeLessThan(STRANGE / 2);
    }
  }

  /** Expensive orders by night. A rare category or a gap is a fact too, but no more than one. */
  @Test
  void rareCategoriesAndGapsDoNotHideStrangers() {
    for (int seed = 0; seed < 3; seed++) {
      Random random = new Random(seed);
      Set<Integer> strange = new HashSet<>();
      int[] place = new int[1];
      MemoryDataset orders =
          MixedTable.of(1000, seed, row -> ordered(row, place[0]++, random, strange));
      int[] all = IntStream.range(0, 1000).toArray();
      Suspects suspects = SuspectSearch.among(orders, all, Contamination.of(0.05), seed);
      assertThat(suspects.found().stream().limit(2 * STRANGE).map(Suspect::position))
          .as("seed %d", seed)
          .containsAll(strange);
    }
  }

  private static float[] ordered(float[] row, int place, Random random, Set<Integer> strange) {
    if (random.nextInt(30) == 0) {
      row[MixedTable.AMOUNT] = Float.NaN;
    }
    if (place % 20 == 0) {
      row[MixedTable.AMOUNT] = 2000 + 100 * (float) random.nextGaussian();
      row[MixedTable.TIME] = (float) Math.floor(row[MixedTable.TIME]) + 0.1f;
      strange.add(place);
    }
    return row;
  }

  @Test
  void noiseIsFoundAmongPictures() {
    MemoryDataset sprites = TestData.images("sprites:size=570", 16).inMemory();
    Random random = new Random(9);
    float[][] pictures = new float[600][];
    Arrays.setAll(pictures, i -> i < 570 ? sprites.sample(i) : noise(random));
    MemoryDataset data = MemoryDataset.of("pictures", sprites.shape(), Range.UNIT, pictures);
    int[] all = IntStream.range(0, 600).toArray();
    Suspects suspects = SuspectSearch.among(data, all, Contamination.AUTO, 0);
    assertThat(suspects.found().stream().filter(suspect -> suspect.position() >= 570)).hasSize(30);
    assertThat(suspects.standOut()).isLessThan(40);
  }

  private static float[] noise(Random random) {
    float[] picture = new float[256];
    for (int i = 0; i < picture.length; i++) {
      picture[i] = random.nextFloat();
    }
    return picture;
  }

  @Test
  void aShareThatLeavesTooFewSamplesIsRefused() {
    float[][] rows = Arrays.copyOf(rows(new Random(1), 0, () -> new float[0]), 30);
    assertThatThrownBy(() -> search(rows, Contamination.of(0.5), 0))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("leaves 15 of the 30 samples of rows")
        .hasMessageContaining("at least 20 are needed");
  }

  @Test
  void fewSamplesAreNotSearched() {
    float[][] rows = Arrays.copyOf(rows(new Random(1), 0, () -> new float[0]), 19);
    Suspects suspects = search(rows, Contamination.NONE, 0);
    assertThat(suspects.samples()).isZero();
    assertThat(suspects.summary())
        .isEqualTo("fewer than 20 samples to learn from do not show which of them are strange");
  }

  @Test
  void aContaminationIsAutoOrAShareUpToAHalf() {
    assertThat(Contamination.parse("auto")).isEqualTo(Contamination.AUTO);
    assertThat(Contamination.parse("0.05")).isEqualTo(Contamination.of(0.05));
    assertThatThrownBy(() -> Contamination.parse("some"))
        .hasMessage("'some' is neither auto nor a share, such as 0.05");
    assertThatThrownBy(() -> Contamination.of(0.6))
        .hasMessage("the share of strangers must lie between 0 and 0.5, got 0.6");
    assertThatThrownBy(() -> Contamination.parse("NaN")).isInstanceOf(DataException.class);
  }
}
