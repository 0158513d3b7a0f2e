package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Plural;
import dev.stranger.Remedy;
import dev.stranger.Shape;
import dev.stranger.UnusableColumnsException;
import dev.stranger.series.Clock;
import dev.stranger.series.Recording;
import dev.stranger.series.Windowed;
import dev.stranger.series.Windowing;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingFilesTest {

  @TempDir private Path folder;

  private static Dataset read(Path path, WindowOptions windows) {
    return DataFiles.open(path, null, DataOptions.DEFAULT.withWindows(windows));
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static String rows(int count, IntFunction<String> row) {
    return IntStream.range(0, count).mapToObj(row).collect(Collectors.joining("\n", "", "\n"));
  }

  /** A row a second, whose values are the step and its double. */
  private static String step(int i) {
    return "2024-03-01T00:%02d:%02dZ,%d,%d".formatted(i / 60, i % 60, i, 2 * i);
  }

  private static Windowed windows(Dataset data) {
    return Objects.requireNonNull(data.windows());
  }

  private static void assertRefused(Path path, WindowOptions windows, String... words) {
    assertThatThrownBy(() -> read(path, windows))
        .isInstanceOf(DataException.class)
        .message()
        .contains(words)
        .doesNotContain("\n");
  }

  private void assertRefused(String text, String... words) throws IOException {
    assertRefused(write("x.csv", text), WindowOptions.of(4, 0), words);
  }

  @Test
  void rowsAreStepsAndColumnsAreChannels() throws IOException {
    Path file = write("x.csv", "time,a,b\n" + rows(100, RecordingFilesTest::step));
    Dataset data = read(file, WindowOptions.of(8, 0));
    assertThat(data.shape()).isEqualTo(Shape.of(2, 8));
    Windowing windowing = windows(data).windowing();
    assertThat(windowing.channels()).containsExactly("a", "b");
    assertThat(windowing.stride()).isEqualTo(2);
    assertThat(windowing.clock().step()).isEqualTo(1);
    assertThat(windowing.clock().column()).isEqualTo("time");
    Recording recording = windows(data).recordings().get(0);
    assertThat(recording.time(65, windowing.clock())).isEqualTo("2024-03-01T00:01:05");
    assertThat(recording.values()[1][65]).isEqualTo(130);
    assertThat(windows(data).notes())
        .containsExactly("the time is in column 'time', a step is 1 s");
  }

  @Test
  void columnsWithoutANameAreCalledByTheirNumbers() throws IOException {
    Path file = write("x.csv", ",flow,temp\n" + rows(20, i -> i + "," + i % 7 + "," + i % 5));
    Dataset data = read(file, WindowOptions.of(4, 0));
    assertThat(windows(data).windowing().channels()).containsExactly("1", "flow", "temp");
  }

  @Test
  void channelsWithMoreDigitsThanFloatsAreNamed() throws IOException {
    Path file =
        write("x.csv", "hz,dbm\n" + rows(99, i -> (868_300_000 + i * 37 % 700) + "," + i % 7));
    assertThat(windows(read(file, WindowOptions.of(4, 0))).notes())
        .contains(
            "lose digits that tell steps apart, as floats keep seven, subtract an offset: 1 [hz]");
  }

  @Test
  void windowsToLearnFromBeginAtAllHoursOfADay() throws IOException {
    Path file = write("x.csv", "a\n" + rows(2000, i -> "" + i % 24));
    Dataset learnt = read(file, WindowOptions.of(64, 0));
    Dataset judged = read(file, WindowOptions.like(windows(learnt).windowing()));
    Dataset asked = read(file, WindowOptions.of(64, 16));
    assertThat(hours(learnt)).isEqualTo(24);
    assertThat(hours(judged)).isEqualTo(3);
    assertThat(hours(asked)).isEqualTo(3);
    assertThat(windows(learnt).windowing().stride()).isEqualTo(16);
    assertThat(windows(learnt).notes())
        .containsExactly(
            "to learn from, one every 13 steps: they begin at all moments of what repeats");
    assertThat(windows(judged).notes()).isEmpty();
  }

  /** At how many hours windows begin, but for the last one, which ends with the recording. */
  private static long hours(Dataset data) {
    return LongStream.range(0, data.size() - 1)
        .map(i -> windows(data).start(i) % 24)
        .distinct()
        .count();
  }

  @Test
  void timesAreFoundByNameOrByDates() throws IOException {
    String[] heads = {"Timestamp,a", "t_ms,a", "when,a", "date time,a"};
    String[] columns = {"Timestamp", "", "when", "date time"};
    String[] times = {"%d", "%d", "2024-03-01 00:00:%02d", "01.03.2024 00:00:%02d"};
    for (int i = 0; i < heads.length; i++) {
      String time = times[i];
      Path file =
          write(
              "t%d.csv".formatted(i), heads[i] + "\n" + rows(30, r -> time.formatted(r) + "," + r));
      assertThat(windows(read(file, WindowOptions.of(4, 0))).windowing().clock().column())
          .as(heads[i])
          .isEqualTo(columns[i]);
    }
  }

  @Test
  void aFileWithoutHeaderOrTimeIsCounted() throws IOException {
    Path file = write("x.tsv", rows(20, i -> i + "\t" + -i));
    Windowed windows = windows(read(file, WindowOptions.of(4, 4)));
    assertThat(windows.windowing().channels()).containsExactly("1", "2");
    assertThat(windows.windowing().clock().isTimed()).isFalse();
    assertThat(windows.recordings().get(0).steps()).isEqualTo(20);
  }

  @Test
  void eachFileOfAFolderIsARecordingAndShortOnesAreNamed() throws IOException {
    for (int i = 0; i < 3; i++) {
      write("run%d.csv".formatted(i), "b,a\n" + rows(i == 1 ? 5 : 40, r -> r + ",7"));
    }
    write("run3.csv", "a,b\n" + rows(40, r -> "7," + r));
    Windowed windows = windows(read(folder, WindowOptions.of(10, 10)));
    assertThat(windows.recordings())
        .extracting(Recording::name)
        .containsExactly("run0.csv", "run1.csv", "run2.csv", "run3.csv");
    assertThat(windows.notes())
        .containsExactly("1 of 4 recordings is shorter than a window and left out: [run1.csv]");
    assertThat(windows.recordings().get(3).values()[0][5]).isEqualTo(5);
    assertThat(DataFiles.kind(folder, null)).isEqualTo(DataKind.TABLE);
    assertThat(DataFiles.open(folder, null, DataOptions.DEFAULT).size()).isEqualTo(125);
  }

  @Test
  void anEntityTellsRecordingsApartAlsoWhereTheirRowsAreMixed() throws IOException {
    Path file =
        write(
            "x.csv",
            "time,pump,a\n" + rows(60, i -> i / 2 + "," + (i % 2 == 0 ? "P" : "Q") + "," + i));
    Windowed windows = windows(read(file, WindowOptions.of(4, 0).withEntity("pump")));
    assertThat(windows.recordings()).extracting(Recording::name).containsExactly("P", "Q");
    assertThat(windows.recordings().get(1).values()[0]).startsWith(1, 3, 5);
    assertThat(windows.windowing().channels()).containsExactly("a");
    assertRefused(file, WindowOptions.of(4, 0), "text in [pump]", "tells recordings apart");
  }

  @Test
  void smallHolesAreFilledInAndSaid() throws IOException {
    String text =
        "time,a,b\n"
            + rows(40, i -> i == 7 || i == 8 ? "" : i + "," + 3 * i + "," + (i == 20 ? "NA" : -i));
    Windowed windows = windows(read(write("x.csv", text), WindowOptions.of(4, 0)));
    Recording recording = windows.recordings().get(0);
    assertThat(recording.steps()).isEqualTo(40);
    for (int i = 0; i < 40; i++) {
      assertThat(recording.values()[0][i]).isEqualTo(3 * i);
      assertThat(recording.values()[1][i]).isEqualTo(-i);
    }
    assertThat(windows.notes())
        .contains(
            "x.csv: 2 of 40 steps lie between its rows and were filled in, a step is 1",
            "x.csv: 1 missing value was filled in");
  }

  @Test
  void timesThatTrembleAreTakenAsTheyAre() throws IOException {
    String text = "time,a\n" + rows(50, i -> i + 0.04 * (i % 2) + "," + i * i);
    Windowed windows = windows(read(write("x.csv", text), WindowOptions.of(4, 0)));
    assertThat(windows.recordings().get(0).values()[0][33]).isEqualTo(33 * 33);
    assertThat(windows.notes()).hasSize(1);
  }

  @Test
  void decimalCommasWesternTextAndJsonAreRead() throws IOException {
    Path commas = write("c.csv", "time;a\n" + rows(9, i -> i + ",5;1," + i));
    assertThat(windows(read(commas, WindowOptions.of(4, 0))).recordings().get(0).values()[0])
        .startsWith(1, 1.1f, 1.2f);
    Path western = folder.resolve("w.csv");
    Files.write(western, ("Wärme\n" + rows(9, i -> "" + i)).getBytes(StandardCharsets.ISO_8859_1));
    assertThat(windows(read(western, WindowOptions.of(4, 0))).windowing().channels())
        .containsExactly("Wärme");
    Path json = write("j.jsonl", rows(9, i -> "{\"time\": %d, \"a\": %d}".formatted(i, 2 * i)));
    Windowed windows = windows(read(json, WindowOptions.of(4, 0)));
    assertThat(windows.windowing().clock().isTimed()).isTrue();
    assertThat(windows.recordings().get(0).values()[0]).endsWith(14, 16);
    assertRefused("a;b\n1,5;2.5\n1,5;2,5\n", "in column", "a channel holds numbers");
    assertRefused("a;b\n1,5;2\n1,5;2.5\n", "a decimal point and others with a comma");
  }

  @Test
  void apostrophesBetweenThousandsGoWithAPointAndWithAComma() throws IOException {
    String swiss = "a;b\n" + rows(8, i -> i % 2 == 0 ? "1'234;0%s5" : "0%s5;1'234");
    for (String mark : List.of(".", ",")) {
      Path file = write("s.csv", swiss.replace("%s", mark));
      float[][] values = windows(read(file, WindowOptions.of(4, 0))).recordings().get(0).values();
      assertThat(values[0]).startsWith(1234, 0.5f);
      assertThat(values[1]).startsWith(0.5f, 1234);
    }
    assertRefused("a;b\n1'234;2,5\n1'234;2.5\n", "a decimal point and others with a comma");
  }

  @Test
  void aRecordingComesThroughStandardInputToo() throws IOException {
    InputStream before = System.in;
    try {
      System.setIn(
          new ByteArrayInputStream(
              ("a,b\n" + rows(9, i -> i + ",1")).getBytes(StandardCharsets.UTF_8)));
      DataOptions options = DataOptions.DEFAULT.withWindows(WindowOptions.of(4, 0));
      Dataset data = DataFiles.openStandardInput(options);
      assertThat(data.sampleName(1)).isEqualTo("standard input:1-4");
    } finally {
      System.setIn(before);
    }
  }

  private static String minutes(int rows, IntFunction<String> time) {
    return "time,a\n" + rows(rows, i -> time.apply(i) + "," + i);
  }

  @Test
  void windowsDoNotCrossAGapInTime() throws IOException {
    String text = minutes(40, i -> "2024-03-01 %02d:%02d".formatted(i < 16 ? 8 : 11, i));
    Windowed windows = windows(read(write("x.csv", text), WindowOptions.of(4, 0)));
    assertThat(windows.recordings())
        .extracting(Recording::name)
        .containsExactly("x.csv#1", "x.csv#2");
    Recording second = windows.recordings().get(1);
    assertThat(second.values()[0]).startsWith(16, 17).endsWith(39).hasSize(24);
    assertThat(second.time(1, windows.windowing().clock())).isEqualTo("2024-03-01T11:17:00");
    assertThat(windows.notes())
        .contains(
            "x.csv: 1 gap, windows do not cross them: [time jumps by 3.016667 h after row 17]");
  }

  @Test
  void windowsDoNotCrossMissingValues() throws IOException {
    String text =
        "time,a,b\n"
            + rows(40, i -> i + "," + (i == 20 ? "" : i) + "," + (4 < i && i < 12 ? "" : i));
    Windowed windows = windows(read(write("x.csv", text), WindowOptions.of(4, 0)));
    assertThat(windows.recordings()).extracting(Recording::steps).containsExactly(5, 28);
    assertThat(windows.recordings().get(1).start()).isEqualTo(12);
    assertThat(windows.recordings().get(1).values()[0]).startsWith(12, 13).endsWith(39);
    assertThat(windows.notes())
        .contains(
            "x.csv: 1 missing value was filled in",
            "x.csv: 1 gap, windows do not cross them: [no value in 'b' for 7 steps after row 6]");
    String late = "a,b\n" + rows(40, i -> i + "," + (i < 7 ? "" : i));
    assertThat(windows(read(write("y.csv", late), WindowOptions.of(4, 0))).notes())
        .contains(
            "y.csv: 1 gap, windows do not cross them: [no value in 'b' for 7 steps from the start]");
  }

  @Test
  void partsWithoutTimesLieAsFarApartAsTheirRows() throws IOException {
    String text = "a\n" + rows(43, i -> 20 <= i && i < 23 ? "NA" : "" + i);
    Dataset data = read(write("x.csv", text), WindowOptions.of(4, 1));
    assertThat(windows(data).recordings()).extracting(Recording::start).containsExactly(0d, 23d);
    for (int i = 0; i < data.size(); i++) {
      assertThat(windows(data).place(i)).isEqualTo((long) Samples.all(data).get(i)[0]);
    }
  }

  private void writeDay(String name, int day) throws IOException {
    write(
        name,
        "time,pump,a\n"
            + rows(20, i -> "%d,%s,%d".formatted(10 * day + i / 2, i % 2 == 0 ? "Q" : "P", i)));
  }

  @Test
  void daysOfAPumpFollowOneAnother() throws IOException {
    writeDay("may.csv", 1);
    writeDay("june.csv", 2); // before May by name
    Dataset data = read(folder, WindowOptions.of(4, 1).withEntity("pump"));
    assertThat(windows(data).recordings())
        .extracting(Recording::name)
        .containsExactly("may.csv/Q", "june.csv/Q", "may.csv/P", "june.csv/P");
    int windows = 7;
    assertThat(LongStream.range(0, 4).map(i -> windows(data).place(i * windows)))
        .containsExactly(0L, 10L, 28L, 38L);
  }

  @Test
  void ofManyGapsTheFirstAreNamed() throws IOException {
    String text = "time,a\n" + rows(200, i -> i + i / 10 * 5 + ",1");
    assertThat(windows(read(write("x.csv", text), WindowOptions.of(4, 0))).notes())
        .element(1, InstanceOfAssertFactories.STRING)
        .startsWith("x.csv: 19 gaps, windows do not cross them: [time jumps by 6 after row 11, ")
        .endsWith("time jumps by 6 after row 81 and 11 more]");
  }

  @Test
  void whatIsMostlyGapsIsRefusedToLearnFromAndJudgedWhereItIsWhole() throws IOException {
    String irregular = "time,a\n" + rows(40, i -> i + i / 2 * 4 + ",1");
    assertRefused(
        irregular,
        "x.csv has 19 gaps, too many for windows of 4 steps, the first: time jumps by 5 after row 3",
        "bring it to equal steps");
    assertRefused("a,b\n" + rows(40, i -> i + ",null"), "x.csv has no value in 'b'; leave");
    Path good = write("good.csv", "time,a\n" + rows(40, i -> i + ",1"));
    Windowing windowing = windows(read(good, WindowOptions.of(4, 0))).windowing();
    Path bad = write("bad.csv", "time,a\n" + rows(40, i -> (i < 25 ? i : 5 * i) + ",1"));
    assertThat(read(bad, WindowOptions.like(windowing)).size()).isEqualTo(22);
  }

  @Test
  void timesThatCanBeReadInTwoWaysAreRefused() throws IOException {
    assertRefused(
        minutes(9, i -> "03/04/2024 08:%02d".formatted(i)),
        "x.csv has dates such as '03/04/2024 08:00', whose day and month cannot be told apart");
  }

  @Test
  void datesWithSlashesAreReadAsTheWholeFileOrTheDetectorSays() throws IOException {
    Path day = write("d.csv", minutes(20, i -> "%02d/04/2024 08:00".formatted(i + 1)));
    Path month = write("m.csv", minutes(20, i -> "4/%d/2024 8:00 AM".formatted(i + 1)));
    Path open = write("o.csv", minutes(9, i -> "%02d/04/2024 08:00".formatted(i + 1)));
    for (Path file : List.of(day, month)) {
      Windowed windows = windows(read(file, WindowOptions.of(4, 0)));
      Clock clock = windows.windowing().clock();
      assertThat(clock.duration(clock.step())).isEqualTo("1 d");
      assertThat(windows.recordings().get(0).time(2, clock)).isEqualTo("2024-04-03T08:00:00");
    }
    Windowing known = windows(read(day, WindowOptions.of(4, 0))).windowing();
    Windowed judged = windows(read(open, WindowOptions.like(known)));
    assertThat(judged.recordings().get(0).time(8, known.clock())).isEqualTo("2024-04-09T08:00:00");
    assertRefused(open, WindowOptions.of(4, 0), "cannot be told apart; write them as 2025-12-31");
  }

  @Test
  void theFirstRowWithoutAHeaderTellsDayAndMonthApartToo() throws IOException {
    String rows = rows(12, i -> "%02d/01/2026,%d".formatted(i + 1, i));
    Path file = write("x.csv", "31/12/2025,5\n01/01/2026,6\n" + rows.replaceFirst(".*\n", ""));
    Windowed windows = windows(read(file, WindowOptions.of(4, 0)));
    assertThat(windows.recordings().get(0).time(1, windows.windowing().clock()))
        .isEqualTo("2026-01-01T00:00:00");
  }

  @Test
  void aDamagedDateIsNamedAlsoWhereItHidesDayAndMonth() throws IOException {
    String good = rows(20, i -> "%02d/04/2024,%d".formatted(i + 1, i));
    for (String damaged : List.of("", "soon", "45/04/2024", "2/30")) {
      String rows = good.replaceFirst("03/04/2024", damaged);
      assertRefused(
          "time,a\n" + rows,
          "row 4 of",
          "has '%s' in the time column".formatted(damaged),
          "a date");
    }
  }

  @Test
  void aDateAndAClockInTwoColumnsAreRefused() throws IOException {
    assertRefused(
        "date,clock,a\n" + rows(9, i -> "2024-03-01,08:%02d,%d".formatted(i, i)),
        "x.csv has times in two columns, 'date' and 'clock'; join them into one");
  }

  @Test
  void textAmongTheChannelsIsNamedToDrop() throws IOException {
    Path file = write("x.csv", "time,a,mode\n" + rows(9, i -> i + "," + i + ",run"));
    assertThatThrownBy(() -> read(file, WindowOptions.of(4, 0)))
        .asInstanceOf(InstanceOfAssertFactories.type(UnusableColumnsException.class))
        .satisfies(
            e -> {
              assertThat(e.columns()).containsExactly("mode");
              assertThat(e.remedies()).containsExactly(Remedy.ENTITY);
            });
  }

  @Test
  void filesWithDifferentTimesAreRefusedByName() throws IOException {
    Path first = write("a.csv", minutes(50, i -> "2024-03-01 08:%02d:00".formatted(i)));
    Path second = write("b.csv", minutes(40, i -> "" + i));
    assertRefused(
        folder,
        WindowOptions.of(4, 0).withTime("time"),
        "%s has other times than %s: numbers and dates; give all".formatted(second, first));
  }

  @Test
  void filesWithDifferentStepsAreRefused() throws IOException {
    write("a.csv", minutes(50, i -> "2024-03-01 08:%02d:00".formatted(i)));
    write("b.csv", minutes(40, i -> "2024-03-01 08:00:%02d".formatted(i)));
    assertRefused(
        folder,
        WindowOptions.of(4, 0),
        "b.csv has a step of 1 s, the usual one of these recordings is 1 min; resample");
  }

  @Test
  void valuesBeyondAFloatAreNamed() throws IOException {
    for (String value : List.of("1e99", "-1e39", "1e999")) {
      assertRefused(
          "time,a\n0,1\n1,%s\n2,1\n3,1\n".formatted(value),
          "row 3 of",
          "'%s' in column 'a', a channel holds numbers".formatted(value));
    }
  }

  @Test
  void betweenTheLargestValuesLiesNothingInfinite() throws IOException {
    Dataset data =
        read(write("x.csv", "time,a\n0,-3e38\n1,-3e38\n3,3e38\n4,3e38\n"), WindowOptions.of(4, 0));
    assertThat(windows(data).recordings().get(0).values()[0])
        .containsExactly(-3e38f, -3e38f, 0, 3e38f, 3e38f);
  }

  @Test
  void timeMustGoForward() throws IOException {
    String head = "time,a\n0,1\n1,1\n2,1\n";
    assertRefused(head + "1,1\n", "time goes backwards in row 5 of", "from 2 to 1; sort the rows");
    assertRefused(
        "time,a\n2024-10-27 02:58,1\n2024-10-27 02:59,1\n2024-10-27 02:00,1\n",
        "goes backwards in row 4 of",
        "write times in UTC if clocks were set back");
    assertRefused(head + "2,1\n", "rows 4 and 5 of", "have the same time 2; remove one");
    assertRefused(head + "soon,1\n", "row 5 of", "'soon' in the time column 'time', a number");
  }

  @Test
  void seriesWithTimesAreProbablyARecording() throws IOException {
    Path file = write("x.csv", "time,a\n2024-03-01 08:00,1\n2024-03-01 08:01,2\n");
    assertThatThrownBy(
            () ->
                DataFiles.open(
                    file, null, new DataOptions(TableOptions.DEFAULT, ImageOptions.DEFAULT, true)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("in column 'time', not a finite number")
        .hasMessageContaining("if each row is a time step of a recording cut it into windows");
  }

  @Test
  void damagedTablesAreRefusedInOneLine() throws IOException {
    assertRefused("", "is empty");
    assertRefused("time,a\n", "has a header but no rows");
    assertRefused("a,a\n1,2\n", "the name 'a' in the columns [1, 2]");
    assertRefused("a,b\n1,2\n1\n", "row 3 of", "has 1 value, the first row has 2");
    assertRefused("a,b\n1,2\n1,x\n", "row 3 of", "has 'x' in column 'b', a channel holds numbers");
    assertRefused("a,b\n1,2\n1,3\n", "has 2 steps, a window has 4");
    assertRefused("a\n1\n\"2\n3\n", "x.csv");
    assertRefused(
        write("y.csv", "a\n" + rows(9, i -> "1")),
        WindowOptions.of(4, 0).withTime("b"),
        "has no column 'b'");
  }

  @Test
  void recordingsOfADetectorNeedItsChannelsAndItsStep() throws IOException {
    Path file = write("x.csv", "time,a,b\n" + rows(100, RecordingFilesTest::step));
    Windowing windowing = windows(read(file, WindowOptions.of(8, 0))).windowing();
    Path turned =
        write(
            "y.csv",
            "b,more,a,time\n"
                + rows(50, i -> 2 * i + ",x," + i + ",2025-01-01T00:00:%02d".formatted(i)));
    Dataset same = read(turned, WindowOptions.like(windowing));
    assertThat(windows(same).recordings().get(0).values()[1][30]).isEqualTo(60);
    assertThat(windows(same).windowing()).isEqualTo(windowing);
    Path slow =
        write("z.csv", "time,a,b\n" + rows(50, i -> "2024-03-01 00:%02d:00,1,2".formatted(i)));
    assertRefused(
        slow, WindowOptions.like(windowing), "has a step of 1 min, the detector expects 1 s");
    assertRefused(
        write("w.csv", "time,a\n" + rows(9, i -> i + ",1")),
        WindowOptions.like(windowing),
        "has no column 'b'");
  }

  @Test
  void whatADetectorCannotJudgeIsRefusedWithTheReason() throws IOException {
    Path file = write("x.csv", "time,a,b\n" + rows(100, RecordingFilesTest::step));
    WindowOptions known =
        WindowOptions.like(windows(read(file, WindowOptions.of(8, 0))).windowing());
    assertRefused(
        write("y.csv", "time,a,b\n" + rows(20, i -> i + ",1,2")),
        known,
        "y.csv has numbers in 'time', the detector learnt from dates");
    assertRefused(
        write(
            "z.csv",
            "time,a,b\n" + rows(20, i -> "2024-03-01 00:00:%04.1f,1,2".formatted(i * 1.2))),
        known,
        "z.csv has a step of 1.2 s, the detector expects 1 s");
    for (int count : new int[] {1, 7}) {
      assertRefused(
          write("s.csv", "time,a,b\n" + rows(count, RecordingFilesTest::step)),
          known,
          "the longest recording of s.csv has %s, the detector judges"
              .formatted(Plural.of(count, "step")));
    }
  }

  @Test
  void anArrayHasNoTimes() throws IOException {
    Path file = write("x.csv", "time,a,b\n" + rows(100, RecordingFilesTest::step));
    Windowing known = windows(read(file, WindowOptions.of(8, 0))).windowing();
    Path array = folder.resolve("r.npy");
    byte[] floats = TestFiles.floats(ByteOrder.LITTLE_ENDIAN, new float[2 * 20]);
    Files.write(array, TestFiles.npy("'<f4'", false, "(20, 2)", floats));
    Recording recording = windows(read(array, WindowOptions.like(known))).recordings().get(0);
    assertThat(recording.time(3, known.clock())).isEmpty();
  }

  @Test
  void arraysAreRecordingsOfTheirChannels() throws IOException {
    float[] values = new float[2 * 3 * 10];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    byte[] floats = TestFiles.floats(ByteOrder.LITTLE_ENDIAN, values);
    Path stack = folder.resolve("s.npy");
    Files.write(stack, TestFiles.npy("'<f4'", false, "(2, 3, 10)", floats));
    Dataset cut = read(stack, WindowOptions.of(4, 2));
    assertThat(cut.shape()).isEqualTo(Shape.of(3, 4));
    assertThat(cut.size()).isEqualTo(8);
    assertThat(Samples.all(cut).get(5)).startsWith(32, 33, 34, 35, 42);
    Path rows = folder.resolve("r.npy");
    Files.write(rows, TestFiles.npy("'<f4'", false, "(20, 3)", floats));
    Dataset one = read(rows, WindowOptions.of(4, 2));
    assertThat(windows(one).recordings()).hasSize(1);
    assertThat(Samples.all(one).get(0)).startsWith(0, 3, 6, 9, 1);
  }

  @Test
  void anArrayOfSeriesIsNoPicture() throws IOException {
    byte[] floats = TestFiles.floats(ByteOrder.LITTLE_ENDIAN, new float[2 * 6 * 64]);
    Path file = folder.resolve("s.npy");
    Files.write(file, TestFiles.npy("'<f4'", false, "(2, 6, 64)", floats));
    assertThatThrownBy(() -> DataFiles.open(file, null, DataOptions.DEFAULT))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("arrays of 6x64, which is no shape of pictures; read them as series");
    DataOptions series = new DataOptions(TableOptions.DEFAULT, ImageOptions.DEFAULT, true);
    assertThat(DataFiles.open(file, null, series).shape()).isEqualTo(Shape.of(6, 64));
    assertThat(DataFiles.kind(file, null)).isEqualTo(DataKind.STACK);
  }
}
