package dev.stranger.data.alter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.table.Column;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SeriesAndRowAlterationTest {

  private static final Shape TWO_CHANNELS = Shape.of(2, 33);

  private static float[] alter(Alteration alteration, Shape shape, float... values) {
    return alteration.of(MemoryDataset.of("x", shape, Range.ANY, values), 0).inMemory().sample(0);
  }

  private static float[] random(Shape shape, long seed) {
    return AlterationTest.random(shape, Range.ANY, 1, seed).sample(0);
  }

  private static float[] sorted(float[] values) {
    float[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  private static double mean(float[] values, int from, int to) {
    return IntStream.range(from, to).mapToDouble(i -> values[i]).average().orElseThrow();
  }

  private static double deviation(float[] values, int from, int to) {
    double mean = mean(values, from, to);
    return Math.sqrt(
        IntStream.range(from, to)
            .mapToDouble(i -> Math.pow(values[i] - mean, 2))
            .average()
            .orElseThrow());
  }

  @Test
  void seriesGoWhereTheirNamesSay() {
    Shape shape = Shape.of(1, 8);
    float[] series = {1, 2, 3, 4, 5, 6, 7, 8};
    assertThat(alter(Alteration.SERIES_REVERSED, shape, series))
        .containsExactly(8, 7, 6, 5, 4, 3, 2, 1);
    assertThat(alter(Alteration.SERIES_SWAPPED, shape, series))
        .containsExactly(5, 6, 7, 8, 1, 2, 3, 4);
    assertThat(alter(Alteration.SERIES_UPSIDE_DOWN, shape, series))
        .containsExactly(8, 7, 6, 5, 4, 3, 2, 1);
    assertThat(alter(Alteration.SERIES_SMOOTHED, shape, 0, 0, 3, 0, 0, 0, 0, 8))
        .containsExactly(0, 1, 1, 1, 0, 0, 8 / 3f, 4);
    assertThat(alter(Alteration.SERIES_DOUBLED, shape, 1, 1, 1, 1, 3, 3, 3, 3))
        .containsExactly(0, 0, 0, 0, 4, 4, 4, 4);
  }

  @Test
  void reversedOrUpsideDownTwiceIsTheSeriesAgain() {
    float[] series = random(TWO_CHANNELS, 1);
    for (Alteration turn :
        new Alteration[] {Alteration.SERIES_REVERSED, Alteration.SERIES_UPSIDE_DOWN}) {
      assertThat(alter(turn, TWO_CHANNELS, alter(turn, TWO_CHANNELS, series)))
          .as(turn.title())
          .usingComparatorWithPrecision(1e-3f)
          .containsExactly(series);
    }
  }

  @Test
  void channelsKeepTheirOwnMeans() {
    float[] series = random(TWO_CHANNELS, 2);
    for (int i = 33; i < 66; i++) {
      series[i] += 10_000;
    }
    for (Alteration alteration :
        new Alteration[] {
          Alteration.SERIES_REVERSED,
          Alteration.SERIES_SWAPPED,
          Alteration.SERIES_UPSIDE_DOWN,
          Alteration.SERIES_DOUBLED
        }) {
      float[] altered = alter(alteration, TWO_CHANNELS, series);
      for (int from : new int[] {0, 33}) {
        assertThat(mean(altered, from, from + 33))
            .as(alteration.title())
            .isCloseTo(mean(series, from, from + 33), Offset.offset(0.01));
      }
    }
  }

  @Test
  void noiseFollowsTheDeviationOfTheChannel() {
    Shape shape = Shape.of(2, 10_000);
    float[] series = new float[20_000];
    for (int i = 0; i < series.length; i++) {
      series[i] = (i < 10_000 ? 1 : 100) * (i % 2 == 0 ? 1 : -1);
    }
    float[] noise = alter(Alteration.SERIES_NOISY, shape, series);
    for (int i = 0; i < series.length; i++) {
      noise[i] -= series[i];
    }
    assertThat(deviation(noise, 0, 10_000)).isCloseTo(0.3, Offset.offset(0.01));
    assertThat(deviation(noise, 10_000, 20_000)).isCloseTo(30, Offset.offset(1.0));
  }

  @Test
  void aQuarterOfTheStepsIsStuckInAllChannels() {
    Shape shape = Shape.of(2, 40);
    for (long seed = 0; seed < 50; seed++) {
      float[] series = random(shape, seed);
      float[] stuck = alter(Alteration.SERIES_STUCK, shape, series);
      int[] changed = IntStream.range(0, 80).filter(i -> stuck[i] != series[i]).toArray();
      assertThat(changed).as("seed %d", seed).hasSize(2 * 9);
      assertThat(changed[9] - changed[0]).isEqualTo(40);
      for (int i = 0; i < 9; i++) {
        assertThat(stuck[changed[i]]).isEqualTo(series[changed[0] - 1]);
        assertThat(stuck[changed[9 + i]]).isEqualTo(series[changed[9] - 1]);
      }
    }
  }

  @Test
  void shuffledRowsHoldTheSameValues() {
    for (long seed = 0; seed < 50; seed++) {
      float[] row = random(Shape.of(6), seed);
      float[] shuffled = alter(Alteration.ROW_SHUFFLED, Shape.of(6), row);
      float[] swapped = alter(Alteration.ROW_SWAPPED, Shape.of(6), row);
      assertThat(sorted(shuffled)).as("seed %d", seed).containsExactly(sorted(row));
      assertThat(sorted(swapped)).as("seed %d", seed).containsExactly(sorted(row));
      assertThat(IntStream.range(0, 6).filter(i -> swapped[i] != row[i])).hasSize(2);
    }
  }

  @Test
  void swappedValuesDifferWhereTheyCan() {
    assertThat(alter(Alteration.ROW_SWAPPED, Shape.of(5), 0, 0, 0, 7, 0))
        .contains(7)
        .isNotEqualTo(new float[] {0, 0, 0, 7, 0});
    assertThat(alter(Alteration.ROW_SWAPPED, Shape.of(3), 4, 4, 4)).containsExactly(4, 4, 4);
  }

  @Test
  void aGapIsNoValueThatIsChanged() {
    for (long seed = 0; seed < 20; seed++) {
      float[] row = {Float.NaN, 0, seed + 1, Float.NaN, Float.NaN};
      assertThat(gappy(Alteration.ROW_TENFOLD, row))
          .as("seed %d", seed)
          .containsExactly(Float.NaN, 0, 10 * (seed + 1), Float.NaN, Float.NaN);
      assertThat(gappy(Alteration.ROW_SWAPPED, row)).as("seed %d", seed).isNotEqualTo(row);
    }
  }

  private static float[] gappy(Alteration alteration, float... row) {
    List<Column> columns = Column.numbers(List.of("a", "b", "c", "d", "e"));
    return alteration.of(MemoryDataset.of("x", columns, row), 0).inMemory().sample(0);
  }

  @Test
  void oneValueThatIsNotZeroGetsTenfold() {
    assertThat(alter(Alteration.ROW_TENFOLD, Shape.of(4), 0, 0, -2, 0))
        .containsExactly(0, 0, -20, 0);
    assertThat(alter(Alteration.ROW_TENFOLD, Shape.of(2), 0, 0)).containsExactly(0, 0);
    for (long seed = 0; seed < 20; seed++) {
      float[] row = random(Shape.of(6), seed);
      float[] altered = alter(Alteration.ROW_TENFOLD, Shape.of(6), row);
      int[] changed = IntStream.range(0, 6).filter(i -> altered[i] != row[i]).toArray();
      assertThat(changed).as("seed %d", seed).hasSize(1);
      assertThat(altered[changed[0]]).isEqualTo(10 * row[changed[0]]);
    }
  }
}
