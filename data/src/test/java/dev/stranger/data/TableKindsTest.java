package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.UnusableColumnsException;
import dev.stranger.data.TableOptions.Strictness;
import dev.stranger.table.Column;
import dev.stranger.table.Column.Kind;
import dev.stranger.table.Column.Spelling;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a table is made of is found out by looking. */
class TableKindsTest {

  private static final TableOptions USUAL = TableOptions.DEFAULT;

  @TempDir Path folder;

  private Dataset table(String text, TableOptions options) throws IOException {
    return TableFile.read(Files.writeString(folder.resolve("t.csv"), text), options);
  }

  private Dataset table(String text) throws IOException {
    return table(text, USUAL);
  }

  private void assertRefused(String text, String message) throws IOException {
    assertRefused(text, USUAL, message);
  }

  private void assertRefused(String text, TableOptions options, String message) {
    assertThatThrownBy(() -> table(text, options))
        .isInstanceOf(DataException.class)
        .hasMessage(message.replace("FILE", folder.resolve("t.csv").toString()));
  }

  /** A header and so many rows. */
  private static String rows(String header, int count, IntFunction<String> row) {
    return IntStream.range(0, count)
        .mapToObj(row)
        .collect(Collectors.joining("\n", header + "\n", "\n"));
  }

  private static String orders(int count) {
    Random random = new Random(5);
    String[] regions = {"north", "south", "east"};
    return rows(
        "order_id,ordered,region,amount,express,currency,discount",
        count,
        i ->
            "A-%d,2025-%02d-%02d,%s,%s,%s,EUR,%s"
                .formatted(
                    random.nextInt(10) * 10_000 + i,
                    1 + random.nextInt(12),
                    1 + random.nextInt(28),
                    i % 40 == 7 ? "null" : regions[random.nextInt(3)],
                    random.nextInt(1000) / 8f,
                    random.nextBoolean(),
                    i % 10 == 3 ? "NA" : random.nextFloat()));
  }

  @Test
  void numbersTextDatesBooleansAndGapsAreReadAsTheyAre() throws IOException {
    Dataset data = table(orders(400), USUAL.withId("order_id"));
    assertThat(data.columns())
        .extracting(Column::kind)
        .containsExactly(Kind.TIME, Kind.CATEGORY, Kind.NUMBER, Kind.CATEGORY, Kind.NUMBER);
    assertThat(data.columns().get(1).categories())
        .containsExactlyInAnyOrder("north", "south", "east");
    assertThat(data.remarks())
        .containsExactly(
            "numbers: 2 [amount, discount]",
            "categories: 2 [region (3), express (2)]",
            "times: 1 [ordered]",
            "rows that are later than these will look strange: drop times that only grow",
            "with gaps: 2 [discount (40), region (10)]",
            "left out, always the same: 1 [currency ('EUR')]");
    List<float[]> samples = Samples.all(data);
    assertThat(samples.get(3)[4]).isNaN();
    assertThat(samples.get(7)[1]).isNaN();
    assertThat(data.sampleName(399)).matches("A-\\d*399");
    assertThat(data.where(i -> i == 399).inMemory().sampleName(0)).matches("A-\\d*399");
  }

  @Test
  void idsAreLeftOutAndSaid() throws IOException {
    String text =
        rows("key,count,user_id,x", 50, i -> "k%d,%d,%d,%d".formatted(i, 2 * i, 7 * i % 53, i % 7));
    assertThat(table(text).remarks())
        .containsExactly("numbers: 1 [x]", "left out, an id: 3 [key, count, user_id]");
    assertThat(Column.names(table(text, USUAL.withTypes(Map.of("count", Kind.NUMBER))).columns()))
        .containsExactly("count", "x");
  }

  @Test
  void numbersWithMoreDigitsThanFloatsAreNamed() throws IOException {
    String lost = "lose digits that tell rows apart, as floats keep seven, subtract an offset: 1 ";
    String near = rows("hz,dbm", 20, i -> "%d,%d".formatted(868_300_000 + i * 37 % 700, i % 7));
    assertThat(table(near).remarks()).containsExactly("numbers: 2 [hz, dbm]", lost + "[hz]");
    assertThat(table(near.substring(near.indexOf('\n') + 1)).remarks()).contains(lost + "[1]");
    assertThat(table(near.replace("8683", "0003")).remarks()).noneMatch(lost::startsWith);
    String wide = rows("hz,dbm", 20, i -> "%d,%d".formatted(868_300_000 + i * 37_000, i % 7));
    assertThat(table(wide).remarks()).noneMatch(line -> line.startsWith("lose"));
  }

  @Test
  void numbersThatAreOneFloatAreLeftOut() throws IOException {
    String why = "the same in all rows as floats keep seven digits, subtract an offset";
    assertThat(table(rows("hz,dbm", 20, i -> (868_300_010 + i % 9) + "," + i % 7)).remarks())
        .containsExactly("numbers: 1 [dbm]", "left out, " + why + ": 1 [hz]");
    assertRefused(
        rows("hz", 20, i -> "" + (868_300_010 + i % 9)),
        "FILE has no column to learn from: 'hz' " + why + "; say what one of them holds");
    assertThat(table(rows("p,dbm", 20, i -> "%de-50,%d".formatted(1 + i % 9, i % 7))).remarks())
        .contains("left out, too small for floats, multiply them: 1 [p]");
  }

  @Test
  void aFewRowsDoNotMakeAnIdOrAConstant() throws IOException {
    assertThat(Column.names(table("a,b,c\n1,x,5\n2,y,5\n").columns()))
        .containsExactly("a", "b", "c");
  }

  @Test
  void tablesOfNumbersHaveTheSameFloatsAsBefore() throws IOException {
    Random random = new Random(3);
    String text =
        rows(
            "a,b,c",
            200,
            i -> random.nextGaussian() + "," + random.nextInt(9) + "," + random.nextFloat());
    Dataset looked = table(text);
    List<float[]> numbers = Samples.all(table(text, USUAL.with(Strictness.NUMBERS)));
    assertThat(looked.columns()).isEqualTo(Column.numbers(List.of("a", "b", "c")));
    assertThat(Samples.all(looked)).usingRecursiveComparison().isEqualTo(numbers);
  }

  @Test
  void aColumnOfTwoKindsIsRefusedWithTheFirstOfEach() throws IOException {
    assertRefused(
        "amount,day,x\n1,2025-01-01,1\n2,2025-01-02,2\nabc,5,3\n",
        "FILE has 2 columns that cannot be used: 'amount' holds 2 numbers (first: '1' in row 2) and 1"
            + " text (first: 'abc' in row 4), 'day' holds 1 number (first: '5' in row 4) and 2 times"
            + " (first: '2025-01-01' in row 2); mend the rows, leave them out, or say what they hold");
    Dataset said = table("a,x\n1,1\nb,2\n", USUAL.withTypes(Map.of("a", Kind.CATEGORY)));
    assertThat(said.columns().get(0).categories()).containsExactly("1", "b");
    assertRefused(
        "a,x\n1,1\nb,2\n",
        USUAL.withTypes(Map.of("a", Kind.NUMBER)),
        "FILE has a column that cannot be used: 'a' holds 1 number (first: '1' in row 2) and 1 text"
            + " (first: 'b' in row 3); mend the rows, leave it out, or say what it holds");
  }

  @Test
  void allUnusableColumnsAreNamedInOneLineToPaste() throws IOException {
    String header =
        IntStream.range(0, 9)
            .mapToObj(i -> i == 3 ? "\"a, b\"" : "c " + i)
            .collect(Collectors.joining(","));
    assertThatThrownBy(() -> table(header + "\n" + "1,".repeat(8) + "1\n" + "x,".repeat(8) + "1\n"))
        .hasMessageContaining("has 8 columns that cannot be used")
        .hasMessageContaining(", and 4 more; mend the rows, leave them out")
        .asInstanceOf(InstanceOfAssertFactories.type(UnusableColumnsException.class))
        .extracting(UnusableColumnsException::columns)
        .isEqualTo(List.of("c 0", "c 1", "c 2", "4", "c 4", "c 5", "c 6", "c 7"));
  }

  @Test
  void decimalCommasAreReadWhereOneValueLeavesNoDoubt() throws IOException {
    Dataset semicolons = table("a;b\n1,5;1,250\n-2,25;1.234,5\n");
    assertThat(Samples.all(semicolons))
        .containsExactly(new float[] {1.5f, 1.25f}, new float[] {-2.25f, 1234.5f});
    assertThat(semicolons.columns()).extracting(Column::spelling).containsOnly(Spelling.COMMA);
    assertThat(Samples.all(table("a,b\n\"1,5\",x\n\"2,5\",y\n")).get(1)).containsExactly(2.5f, 1);
    assertThat(Samples.all(table("a,b\n\"1,234\",1.5\n\"2,345\",2\n")).get(0))
        .containsExactly(1234, 1.5f);
    assertThat(Samples.all(table("1,5;2,5;3,5\n1,5;2,5;3,5\n")).get(0))
        .as("without a header")
        .containsExactly(1.5f, 2.5f, 3.5f);
  }

  @Test
  void pointsPartThousandsWhereOtherColumnsHaveDecimalCommas() throws IOException {
    assertThat(Samples.all(table("a;b;c\n1.234;0,5;1.5\n999;0,7;1\n12.500;1,5;2\n")))
        .containsExactly(
            new float[] {1.234f, 0.5f, 1.5f},
            new float[] {999, 0.7f, 1},
            new float[] {12.5f, 1.5f, 2});
    assertThat(Samples.all(table("a;b\n1.234;0,5\n999;0,7\n12.500;1,5\n")))
        .containsExactly(
            new float[] {1234, 0.5f}, new float[] {999, 0.7f}, new float[] {12500, 1.5f});
    assertThat(Samples.all(table("a;b\n1.234;5\n12.500;7\n")).get(0)).containsExactly(1.234f, 5);
  }

  @Test
  void commasThatMayMeanTwoThingsAreRefused() throws IOException {
    assertRefused(
        "a,b\n\"1,234\",1\n\"2,345\",2\n",
        "FILE has a column that cannot be used: 'a' leaves open whether '1,234' has a decimal comma; leave"
            + " it out, or say what it holds");
    assertRefused(
        "a;b\n1,5;1\n2.5;2\n",
        "FILE has a column that cannot be used: 'a' holds numbers with points and with commas, such as"
            + " '1,5'; mend the rows, leave it out, or say what it holds");
  }

  @Test
  void pointsThatMayPartThousandsAreRefused() throws IOException {
    assertRefused(
        "a;b\n1.136;1\n950;2\n1.381;1\n12.350;7\n",
        "FILE has a column that cannot be used: 'a' leaves open whether '1.136' has a decimal point or a"
            + " thousands separator; leave it out, or say what it holds");
    for (String other : List.of("0.950", "1.38", "1500")) {
      assertThat(Samples.all(table("a;b\n1.136;1\n950;2\n1.381;1\n12.350;7\n" + other + ";3\n")))
          .as(other)
          .startsWith(new float[] {1.136f, 1}, new float[] {950, 2});
    }
    assertThat(Samples.all(table("a;b\n1.136;1\n1.381;1\n12.350;7\n")).get(0)[0])
        .as("without a whole number")
        .isEqualTo(1.136f);
    assertThat(Samples.all(table("a;b\n1.136;1.5\n950;2\n1.381;1\n12.350;7\n")).get(0)[0])
        .as("beside decimals")
        .isEqualTo(1.136f);
    assertThat(
            Samples.all(table("{\"a\":1.136}\n{\"a\":950}\n{\"a\":1.381}\n{\"a\":12.355}\n"))
                .get(0))
        .as("in JSON")
        .containsExactly(1.136f);
  }

  @Test
  void datesAreReadInTheOrderThatOneOfThemShows() throws IOException {
    Dataset days = table("a,x\n03/04/2025,1\n31/12/2025,2\n");
    assertThat(days.columns().get(0)).isEqualTo(Column.time("a").with(Spelling.DAY_FIRST));
    assertThat(table("a,x\n03/04/2025,1\n12/31/2025,2\n").columns().get(0).spelling())
        .isEqualTo(Spelling.MONTH_FIRST);
    assertThat(
            Samples.all(
                    table(
                        "03/04/2025,1\n", USUAL.like(List.of(renamed(days.columns().get(0), "1")))))
                .get(0)[0])
        .as("as in training")
        .isEqualTo(20181);
    assertThat(table("a,x\n31.12.2025,1\n01.02.2025,2\n").columns().get(0))
        .isEqualTo(Column.time("a"));
    assertThatThrownBy(() -> table("a,x\n03/04/2025,1\n05/06/2025,2\n"))
        .hasMessageContaining(
            "'a' leaves open whether '03/04/2025' has the day or the month first");
    assertThatThrownBy(() -> table("a,x\n31/04/2025,1\n13/06/2025,2\n05/20/2025,3\n"))
        .hasMessageContaining("'a' holds");
  }

  private static Column renamed(Column column, String name) {
    return new Column(name, column.kind(), column.categories(), column.spelling());
  }

  @Test
  void timesOfADayDoNotGrow() throws IOException {
    assertThat(table("a,x\n22:08,1\n07:15,2\n").remarks())
        .containsExactly("numbers: 1 [x]", "times: 1 [a]");
    assertThat(table("a,x\n22:08-08:00,1\n00:15+11:00,2\n").remarks()).hasSize(2);
    assertThat(table("a,x\n2025-01-01 22:08,1\n2025-01-01 07:15,2\n").remarks()).hasSize(3);
  }

  @Test
  void rareCategoriesAreNotKept() throws IOException {
    Dataset data =
        table(rows("kind,x", 300, i -> (i % 30 == 0 ? "rare" + i : "k" + i % 4) + "," + i % 9));
    assertThat(data.remarks()).contains("categories: 1 [kind (4, and 10 rare)]");
    assertThat(Samples.all(data).get(30)[0]).isEqualTo(data.columns().get(0).unseen()).isEqualTo(4);
  }

  @Test
  void tooManyCategoriesAreLeftOutAndMayBeKeptByRequest() throws IOException {
    Random random = new Random(1);
    String text = rows("city,x", 3000, i -> "c" + random.nextInt(1500) + "," + i % 9);
    assertThat(table(text).remarks().get(1))
        .matches("left out, 1,\\d{3} different texts such as '[^']+': 1 \\[city\\]");
    assertThat(
            table(text, USUAL.withTypes(Map.of("city", Kind.CATEGORY)))
                .columns()
                .get(0)
                .categories())
        .hasSize(100);
  }

  @Test
  void aMillionCategoriesTakeLittleMemory() throws IOException {
    Path file = folder.resolve("many.csv");
    try (Writer out = Files.newBufferedWriter(file)) {
      out.write("code,x,word\n");
      for (int i = 0; i < 1_000_000; i++) {
        out.write("code%d,%d,w%d\n".formatted(i, i % 10, i % 500_000));
      }
    }
    Dataset data = TableFile.read(file, USUAL);
    assertThat(data.remarks())
        .containsExactly(
            "numbers: 1 [x]",
            "left out, an id: 1 [code]",
            "left out, more than 4,096 different texts such as 'w0': 1 [word]");
  }

  @Test
  void aColumnOfGapsIsLeftOut() throws IOException {
    assertThat(table("a,b\n1,NA\n2,\n").remarks())
        .containsExactly("numbers: 1 [a]", "left out, no value in any row: 1 [b]");
    assertRefused(
        "a\nNA\nNA\n",
        "FILE has no column to learn from: 'a' no value in any row; say what one of them holds");
  }

  @Test
  void aWideTableIsDescribedInAFewLines() throws IOException {
    Random random = new Random(2);
    String header =
        IntStream.range(0, 3000).mapToObj(i -> "x" + i).collect(Collectors.joining(","));
    String text =
        rows(
            header,
            30,
            i ->
                IntStream.range(0, 3000)
                    .mapToObj(c -> "" + random.nextFloat())
                    .collect(Collectors.joining(",")));
    assertThat(table(text).remarks())
        .containsExactly("numbers: 3,000 [x0, x1, x2, x3, x4, x5, x6, x7 and 2,992 more]");
  }

  @Test
  void aDetectorsColumnsAreFoundInAnyOrder() throws IOException {
    Dataset learnt = table(orders(300), USUAL.withDrop("order_id"));
    String other = "discount,extra,express,region,amount,ordered\n0.5,z,TRUE,west,-,2025-05-01\n";
    Dataset judged = table(other, USUAL.like(learnt.columns()));
    assertThat(judged.columns()).isEqualTo(learnt.columns());
    float[] sample = Samples.all(judged).get(0);
    assertThat(sample[1]).isEqualTo(3); // unseen
    assertThat(sample[2]).isNaN();
    assertThat(sample[4]).isEqualTo(0.5f);
    assertThat(judged.remarks())
        .containsExactly(
            "1 row has a category in column 'region' that the detector does not know, such as 'west'");
    TableOptions strict = USUAL.like(learnt.columns()).with(Strictness.KNOWN_CATEGORIES);
    assertRefused(
        other,
        strict,
        "row 2 of FILE has 'west' in column 'region', a category that the detector does not know");
  }

  @Test
  void aColumnThatADetectorNeedsIsNamedWhenItIsMissing() throws IOException {
    assertRefused(
        "a,b\n1,2\n",
        USUAL.like(Column.numbers(List.of("a", "z"))),
        "FILE has no column 'z', which the detector needs; its columns are [a, b]");
    assertRefused(
        "a,b\n1,2\n",
        USUAL.like(Column.numbers(List.of("y", "a", "z"))),
        "FILE has no columns [y, z], which the detector needs; its columns are [a, b]");
    assertRefused(
        "1,2\n3,4\n",
        USUAL.like(Column.numbers(List.of("y", "a"))),
        "FILE has no columns [y, a], which the detector needs; its first row is no header; put the names of"
            + " the columns above it");
    assertRefused(
        "a;b\n1,5;2\n",
        USUAL.like(Column.numbers(List.of("a"))),
        "row 2 of FILE has '1,5' in column 'a', not a finite number such as 1.5; write"
            + " numbers as in the table that the detector learned from");
    assertRefused(
        "a,b\n1,x\n",
        USUAL.like(Column.numbers(List.of("b", "a"))),
        "row 2 of FILE has 'x' in column 'b', not a finite number such as 1.5; mend the row or remove"
            + " it");
  }

  @Test
  void aTableWithoutAHeaderIsReadByItsDetector() throws IOException {
    Dataset learnt = table("red,1\nblue,2\nred,3\n");
    assertThat(Column.names(learnt.columns())).containsExactly("1", "2");
    assertThat(table("red,NA\nblue,2\n", USUAL.like(learnt.columns())).size()).isEqualTo(2);
  }

  @Test
  void aLabelThatNobodyNamedIsLeftOut() throws IOException {
    for (String name : List.of("label", "Class", "is_fraud", "isAnomaly", "ground truth")) {
      String text = rows("x," + name, 12, i -> i * 5 % 7 + "," + i % 2);
      assertThat(table(text).remarks())
          .containsExactly("numbers: 1 [x]", "left out, perhaps the label: 1 [" + name + "]");
      assertThat(table(text, USUAL.withTypes(Map.of(name, Kind.NUMBER))).shape().size())
          .isEqualTo(2);
      assertThat(table(text, USUAL.withLabel(name)).remarks()).containsExactly("numbers: 1 [x]");
    }
    String others = rows("classes,fraudster", 12, i -> i * 5 % 7 + "," + i % 2);
    assertThat(table(others).shape().size()).isEqualTo(2);
  }

  @Test
  void signsOfCurrenciesAndPercentAreNoText() throws IOException {
    Dataset data = table("a;b;c;d\n$1,200.50;20%;5 €;-£3\n$0.50;-5 %;7 €;£2\n0;NA;9 €;4\n");
    assertThat(data.columns())
        .containsExactly(
            Column.number("a"), Column.number("b"), Column.number("c"), Column.number("d"));
    assertThat(Samples.all(data))
        .containsExactly(
            new float[] {1200.5f, 20, 5, -3},
            new float[] {0.5f, -5, 7, 2},
            new float[] {0, Float.NaN, 9, 4});
    assertThat(Samples.all(table("a;b\n1.200,50 €;1%\n7,5 €;2%\n")))
        .containsExactly(new float[] {1200.5f, 1}, new float[] {7.5f, 2});
    String mixed =
        "FILE has a column that cannot be used: 'a' holds numbers in several units, such as ";
    String remedy = "; mend the rows, leave it out, or say what it holds";
    assertRefused("a\n$5\n5 €\n", mixed + "'$5' and '5 €'" + remedy);
    assertRefused("a\n5\n5%\n", mixed + "'5' and '5%'" + remedy);
    assertThat(table("a\n$\n%\n").columns())
        .containsExactly(Column.category("a", List.of("$", "%")));
  }

  @Test
  void aPointBehindALeadingZeroSeparatesNoThousands() throws IOException {
    assertThat(Samples.all(table("a;b\n7;0,5\n0.125;1,5\n1.250;2,5\n")))
        .containsExactly(
            new float[] {7, 0.5f}, new float[] {0.125f, 1.5f}, new float[] {1.25f, 2.5f});
  }

  @Test
  void apostrophesAndNoBreakSpacesSeparateThousands() throws IOException {
    assertThat(Samples.all(table("a;b\n1'234.5;1\u00a0234,5\u00a0€\n0.5;7,5 €\n")))
        .containsExactly(new float[] {1234.5f, 1234.5f}, new float[] {0.5f, 7.5f});
    assertThat(table("a\n1'23\nO'Neil\n").columns())
        .containsExactly(Column.category("a", List.of("1'23", "O'Neil")));
  }

  @Test
  void idsAreKnownFromTenRowsOn() throws IOException {
    assertThat(table(rows("a,b", 10, i -> "x" + i + "," + i * 5 % 7)).remarks())
        .containsExactly("numbers: 1 [b]", "left out, an id: 1 [a]");
    assertThat(table(rows("a,b", 9, i -> "x" + i + "," + i * 5 % 7)).shape().size()).isEqualTo(2);
  }

  @Test
  void numbersWithLeadingZerosMayBeCodes() throws IOException {
    String text = rows("zip,hour,share", 12, i -> "0%d067,0%d,0.%d".formatted(i % 3, i % 7, i % 5));
    assertThat(table(text).remarks())
        .containsExactly(
            "numbers: 3 [zip, hour, share]", "with leading zeros, perhaps codes: 1 [zip]");
    assertThat(table(text, USUAL.withTypes(Map.of("zip", Kind.CATEGORY))).columns())
        .contains(Column.category("zip", List.of("00067", "01067", "02067")));
  }

  /** Numbers, texts, times and gaps, in the same places in every spelling. */
  @Test
  void whateverTheSpellingTheTableIsTheSame() throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      List<String> expected = null;
      for (String separator : List.of(",", ";", "\t", "|")) {
        for (String dates : List.of("yyyy-MM-dd", "dd.MM.yyyy", "dd/MM/yyyy", "M/d/yyyy")) {
          for (boolean comma : new boolean[] {false, true}) {
            String text = spelled(new Random(seed), separator, dates, comma);
            List<String> read = Samples.all(table(text)).stream().map(Arrays::toString).toList();
            expected = expected == null ? read : expected;
            assertThat(read)
                .as("seed %d, '%s', %s, decimal comma %s", seed, separator, dates, comma)
                .isEqualTo(expected);
          }
        }
      }
    }
  }

  private static String spelled(Random random, String separator, String dates, boolean comma) {
    String[] gaps = {"", "NA", "-", "null"};
    String[] words = {"\"a, b; c|d\te\"", "x y", "\"says \"\"no\"\"\""};
    DateTimeFormatter format = DateTimeFormatter.ofPattern(dates, Locale.ROOT);
    return IntStream.range(0, 40)
        .mapToObj(
            i -> {
              String number = Float.toString(random.nextInt(100_000) / 64f);
              String day = LocalDate.of(2025, 1, 31).plusDays(random.nextInt(300)).format(format);
              String word = words[random.nextInt(words.length)];
              String[] row = {comma ? '"' + number.replace('.', ',') + '"' : number, day, word};
              int gap = random.nextInt(12);
              if (gap < 3 && i > 1) {
                row[gap] = gaps[random.nextInt(gaps.length)];
              }
              return String.join(separator, row);
            })
        .collect(Collectors.joining("\n", String.join(separator, "n", "day", "word") + "\n", ""));
  }

  @Test
  void aHeaderMayNumberSomeColumns() throws IOException {
    assertThat(Column.names(table("land,2019,2020\nDE,1.5,2\nFR,3,4\n").columns()))
        .containsExactly("land", "2019", "2020");
    assertThat(Column.names(table(",0,1,2\n7,1.5,2,1\n").columns()))
        .containsExactly("column 1", "0", "1", "2");
    Dataset none = table("DE,2019,5\nFR,3,4\n");
    assertThat(none.size()).isEqualTo(2);
    assertThat(none.remarks())
        .contains("no header, as the first row holds values: columns are called by their numbers");
    assertThat(table("[a],[b]\n1,2\n").size()).as("brackets are no JSON").isEqualTo(1);
  }

  @Test
  void aDetectorsColumnMayNameTheSamplesToo() throws IOException {
    TableOptions options = USUAL.like(Column.numbers(List.of("a", "b"))).withId("a");
    Dataset data = table("a,b\n7,2\n8,3\n", options);
    assertThat(data.sampleName(1)).isEqualTo("8");
    assertThat(Samples.all(data).get(1)).containsExactly(8, 3);
  }

  @Test
  void twoColumnsOfOneNameAreRefused() throws IOException {
    assertRefused(
        "a,b,a\n1,2,3\n", "FILE has the name 'a' in the columns [1, 3]; give them different names");
    assertThat(Column.names(table("a,b,a\n1,2,3\n", USUAL.withDrop("a")).columns()))
        .containsExactly("b");
  }

  private Dataset encoded(String text, Charset charset) throws IOException {
    return TableFile.read(Files.write(folder.resolve("t.csv"), text.getBytes(charset)), USUAL);
  }

  @Test
  void everyUsualEncodingGivesTheSameTable() throws IOException {
    String text = "stra\u00dfe,x\nS\u00fcd,1\nN\u00f6rd,2\n";
    for (Charset charset :
        List.of(
            StandardCharsets.UTF_8,
            StandardCharsets.ISO_8859_1,
            Charset.forName("windows-1252"),
            StandardCharsets.UTF_16)) {
      Dataset data = encoded(text, charset);
      assertThat(data.columns().get(0))
          .as("%s", charset)
          .isEqualTo(Column.category("stra\u00dfe", List.of("N\u00f6rd", "S\u00fcd")));
      boolean western = !charset.name().startsWith("UTF");
      assertThat(data.remarks().stream().anyMatch(line -> line.contains("Windows-1252")))
          .as("%s", charset)
          .isEqualTo(western);
    }
  }

  @Test
  void damagedUtf8IsNotTakenForAnotherEncoding() throws IOException {
    byte[] bytes = "a,x\nS\u00fcd,1\nN\u00f6rd,2\nS\u00fcd,3\n".getBytes(StandardCharsets.UTF_8);
    bytes[bytes.length - 5] = 'z'; // the second byte of the last u umlaut
    Path file = Files.write(folder.resolve("t.csv"), bytes);
    assertThatThrownBy(() -> TableFile.read(file, USUAL))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("neither UTF-8 nor Windows-1252");
  }

  @Test
  void aQuoteThatIsNeverClosedIsNoticed() {
    assertThatThrownBy(() -> table("a,b\n1,\"x\n2,3\n4,5\n"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("cannot be read as a table after row 1")
        .hasMessageEndingWith("perhaps an open quote");
    assertThatThrownBy(() -> table("a,b\n1,\"x\n" + "2,3\n".repeat(1 << 20)))
        .hasMessageContaining("after row 1 (a field of more than 4,194,304 characters); mend")
        .hasMessageEndingWith("perhaps an open quote");
  }

  @Test
  void aRowOfLongTextIsNoCategory() throws IOException {
    assertThat(table("a,b\n1," + "x".repeat(300) + "\n").remarks())
        .containsExactly("numbers: 1 [a]", "left out, long texts: 1 [b]");
  }

  @Test
  void aLineInFrontOfTheHeaderIsSeenInTheMessage() {
    assertThatThrownBy(() -> table("# made by hand\na,b\n1,2\n"))
        .hasMessageContaining("row 2 of")
        .hasMessageContaining("has 1 value, the header has 4 [#, made, by, hand]; mend the row");
  }

  @Test
  void aMillionColumnsAreNoTable() {
    assertThatThrownBy(() -> table("1,".repeat(1_000_000) + "1\n"))
        .isInstanceOf(DataException.class)
        .hasMessageEndingWith(
            "has more than 16,384 columns in row 1; leave some out, or save numbers as .npy");
  }
}
