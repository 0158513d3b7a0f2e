package dev.stranger.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.MemoryDataset;
import dev.stranger.prepare.NumberFact.Reading;
import dev.stranger.table.Column;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TableEncodingTest {

  /** A Thursday, and so is every seventh day from it. */
  private static final int THURSDAY = 0;

  private static TableEncoding fit(Column column, float... values) {
    return TableFit.of(table(column, values));
  }

  private static MemoryDataset table(Column column, float... values) {
    float[][] rows = new float[values.length][];
    Arrays.setAll(rows, i -> new float[] {values[i]});
    return MemoryDataset.of("table", List.of(column), rows);
  }

  private static double square(TableEncoding encoding, float value) {
    double square = 0;
    for (float prepared : encoding.apply(new float[] {value})) {
      square += prepared * prepared;
    }
    return square;
  }

  private static float[] codes(int... counts) {
    float[] codes = new float[IntStream.of(counts).sum()];
    int at = 0;
    for (int code = 0; code < counts.length; code++) {
      Arrays.fill(codes, at, at += counts[code], code);
    }
    return codes;
  }

  @Test
  void aCategoryIsFartherOutTheRarerItIs() {
    Column column = Column.category("c", List.of("often", "seldom", "once"));
    TableEncoding encoding = fit(column, codes(900, 99, 1));
    assertThat(encoding.width()).isEqualTo(5);
    assertThat(square(encoding, 0)).isLessThan(1);
    assertThat(square(encoding, 1)).isBetween(4.0, 5.0);
    assertThat(square(encoding, 2)).isBetween(13.0, 14.0);
    for (float strange : new float[] {3, 17, -1, 0.5f, Float.NaN}) {
      assertThat(square(encoding, strange)).as("value %s", strange).isBetween(15.0, 16.0);
    }
  }

  @Test
  void manyCategoriesAreNoFartherOutThanNumbersOnAverage() {
    List<String> names = IntStream.range(0, 100).mapToObj(Integer::toString).toList();
    float[] values = codes(IntStream.range(0, 100).map(i -> 10).toArray());
    assertThat(square(fit(Column.category("c", names), values), 7)).isBetween(0.99, 1.01);
  }

  @Test
  void whatIsNoCodeIsUnseen() {
    TableEncoding encoding = fit(Column.category("c", List.of("a", "b")), codes(5, 5));
    float[] unseen = encoding.apply(new float[] {2});
    for (float wrong : new float[] {-1, 3, 1.5f, 1e30f, Float.NEGATIVE_INFINITY}) {
      assertThat(encoding.apply(new float[] {wrong})).containsExactly(unseen);
    }
    assertThat(encoding.apply(new float[] {Float.NaN})).isNotEqualTo(unseen);
  }

  @Test
  void aGapThatTrainingNeverHadIsFartherOutThanAllValues() {
    TableEncoding encoding = fit(Column.number("n"), 1, 2, 3, 4, 500);
    assertThat(encoding.isOfNumbers()).isTrue();
    assertThat(square(encoding, Float.NaN)).isGreaterThan(2 * square(encoding, 500));
  }

  @Test
  void aGapThatTrainingHadIsAFlagBesideTheMean() {
    float gap = Float.NaN;
    TableEncoding encoding = fit(Column.number("n"), 1, 2, gap, 3, gap, gap);
    assertThat(encoding.apply(new float[] {2})).containsExactly(0, 0);
    float[] missing = encoding.apply(new float[] {gap});
    assertThat(missing[0]).isZero();
    assertThat(missing[1]).isEqualTo((float) Math.sqrt(2 * Math.log(2)));
  }

  @Test
  void columnsOfGapsOrOfOneValueStayFinite() {
    for (float value : new float[] {Float.NaN, 0, 7}) {
      for (Column column :
          List.of(Column.number("n"), Column.time("t"), Column.category("c", List.of("a", "b")))) {
        TableEncoding encoding = fit(column, value, value, value);
        for (float judged : new float[] {value, Float.NaN, 1, 20_000.25f, Float.MAX_VALUE}) {
          assertThat(square(encoding, judged)).as("%s of %s", judged, value).isFinite();
        }
      }
    }
  }

  @Test
  void theTailsOfAColumnDoNotHideTheRestOfIt() {
    float[] values = new float[1000];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 100 == 0 ? 1e6f + i : i % 10;
    }
    MemoryDataset table = table(Column.number("n"), values);
    NumberScale straight = TableFit.straight(table).numbers().get(0).scale();
    NumberScale bent = TableFit.of(table).numbers().get(0).scale();
    assertThat(straight.isBent()).isFalse();
    assertThat(bent.isBent()).isTrue();
    assertThat(straight.apply(9) - straight.apply(1)).isLessThan(1e-3f);
    assertThat(bent.apply(9) - bent.apply(1)).isGreaterThan(0.5f);
    assertThat(bent.apply(1e9f)).isGreaterThan(bent.apply(1e6f));
    assertThat(bent.unit()).isEqualTo(straight.unit());
  }

  @Test
  void columnsWithUsualTailsStayStraight() {
    Random random = new Random(1);
    float[] uniform = new float[2000];
    float[] normal = new float[2000];
    float[] exponential = new float[2000];
    for (int i = 0; i < normal.length; i++) {
      uniform[i] = random.nextFloat();
      normal[i] = (float) random.nextGaussian();
      exponential[i] = (float) -Math.log(1 - random.nextDouble());
    }
    for (float[] values : List.of(uniform, normal, exponential)) {
      assertThat(fit(Column.number("n"), values).numbers().get(0).scale().isBent()).isFalse();
    }
  }

  @Test
  void weekdaysAndHoursAreFactsOnlyWhereTheyVary() {
    Column time = Column.time("t");
    assertThat(readings(fit(time, THURSDAY, THURSDAY + 7, THURSDAY + 70)))
        .containsExactly(Reading.VALUE);
    assertThat(readings(fit(time, THURSDAY, THURSDAY + 1, THURSDAY + 2)))
        .containsExactly(Reading.VALUE, Reading.WEEKDAY_SINE, Reading.WEEKDAY_COSINE);
    assertThat(readings(fit(time, THURSDAY, THURSDAY + 0.25f, THURSDAY + 7.5f)))
        .containsExactly(Reading.VALUE, Reading.HOUR_SINE, Reading.HOUR_COSINE);
  }

  private static List<Reading> readings(TableEncoding encoding) {
    return encoding.numbers().stream().map(NumberFact::reading).toList();
  }

  @Test
  void daysBefore1970HaveTheWeekdayOfTheirDate() {
    for (Reading reading : Reading.values()) {
      if (reading.isOfWeek()) {
        assertThat(reading.of(THURSDAY - 7 * 500)).isEqualTo(reading.of(THURSDAY));
        assertThat(reading.of(THURSDAY - 1)).isEqualTo(reading.of(THURSDAY + 6));
      }
    }
  }

  @Test
  void rowsOfAnotherSizeAreRefused() {
    TableEncoding encoding = fit(Column.number("n"), 1, 2, 3);
    MemoryDataset wider =
        MemoryDataset.of("wide", Column.numbers(List.of("a", "b")), new float[] {1, 2});
    assertThatThrownBy(() -> wider.map(encoding))
        .isInstanceOf(DataException.class)
        .hasMessage("wide has samples of 2, they were prepared as rows of 1 column");
  }

  @Test
  void theColumnOfEachPreparedValueIsKnown() {
    TableEncoding encoding =
        TableFit.of(
            MemoryDataset.of(
                "table",
                List.of(Column.category("c", List.of("a")), Column.number("n")),
                new float[] {0, 1},
                new float[] {0, Float.NaN}));
    assertThat(encoding.sources()).containsExactly(1, 1, 0, 0, 0);
  }
}
