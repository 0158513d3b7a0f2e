package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.cli.CommandLineTest.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.util.DefaultLocale;

/** Long recordings of several channels, from training to marked spans. */
class RecordingCommandsTest {

  private static final Pattern SPAN =
      Pattern.compile("\\(steps ([\\d,]+) to ([\\d,]+)\\), p-value [\\d.]+(, most in (\\w+))?");

  @TempDir private static Path folder;

  private static Path detector;
  private static Path strange;

  @BeforeAll
  static void learn() throws IOException {
    Path normal = Machine.run(8000, 1).write(folder.resolve("normal.csv"));
    detector = folder.resolve("machine.onnx");
    strange =
        Machine.run(4000, 2)
            .spike(500, 1)
            .dropout(1200, 1230, 3)
            .frequency(1800, 1860, 2)
            .swap(2500, 2540, 0, 3)
            .drift(3200, 3400, 1)
            .write(folder.resolve("strange.csv"));
    Outcome train =
        run(
            "train --method neighbours --device cpu --series --window 40 --data %s --out %s"
                .formatted(normal, detector));
    assertThat(train.err()).isEmpty();
    assertThat(train.out())
        .contains("samples of 4x40")
        .contains("windows of 40 steps, one every 10 steps; recordings: 1; channels: [turn, heat")
        .contains("the time is in column 'time', a step is 1 min")
        .contains("score --detector %s --data".formatted(detector))
        .doesNotContain("note:");
  }

  private static Outcome run(String words) {
    return CommandLineTest.run(words.split(" "));
  }

  private static Outcome score(String more) {
    return run("score --detector %s ".formatted(detector) + more);
  }

  private record Marked(int from, int to, @Nullable String channel) {}

  private static List<Marked> spans(String out) {
    List<Marked> spans = new ArrayList<>();
    for (MatchResult found : SPAN.matcher(out).results().toList()) {
      spans.add(
          new Marked(
              Integer.parseInt(found.group(1).replace(",", "")),
              Integer.parseInt(found.group(2).replace(",", "")),
              found.group(4)));
    }
    return spans;
  }

  @Test
  void everyFaultIsMarkedWhereItIs() {
    Outcome found = score("--data " + strange);
    assertThat(found.code()).isZero();
    List<Marked> spans = spans(found.out());
    int[][] faults = {{500, 500}, {1200, 1229}, {1800, 1859}, {2500, 2539}, {3300, 3399}};
    for (int[] fault : faults) {
      assertThat(spans)
          .as("fault at %d in %s", fault[0], found.out())
          .anyMatch(span -> span.from() <= fault[1] && fault[0] <= span.to());
    }
    assertThat(found.out()).contains("strange from 2024-03-01T0");
  }

  @Test
  void normalStepsAndWindowsAreFlaggedNoMoreOftenThanPromised() throws IOException {
    Path normal = Machine.run(8000, 3).write(folder.resolve("other.csv"));
    Path steps = folder.resolve("steps.csv");
    Path windows = folder.resolve("windows.csv");
    Outcome found = score("--data %s --steps %s --out %s".formatted(normal, steps, windows));
    List<String> lines = Files.readAllLines(steps);
    assertThat(lines).hasSize(8001);
    assertThat(lines.get(0)).isEqualTo("recording,step,time,score,p_value,ood,span,channel");
    assertThat(lines.get(66)).startsWith("other.csv,65,2024-03-01T01:05:00,");
    long strange = lines.stream().filter(line -> line.contains(",true,")).count();
    assertThat(strange / 8000.0).isLessThan(0.08);
    List<String> verdicts = Files.readAllLines(windows);
    assertThat(verdicts).hasSize(798); // (8,000 - 40) / 10 + 1, and a head
    long flagged = verdicts.stream().filter(line -> line.contains(",true,")).count();
    assertThat(flagged / 797.0).isBetween(0.005, 0.12);
    assertThat(found.out()).contains("%,d of 8,000 steps are strange".formatted(strange));
  }

  @Test
  void aRecordingReadAsSomethingElseIsNoticed() throws IOException {
    Path file = Machine.run(300, 4).write(folder.resolve("r.csv"));
    Path plain =
        Files.writeString(
            folder.resolve("plain.csv"), Files.readString(file).replaceAll("(?m)^[^,]*,", ""));
    String train =
        "train --method pca --device cpu --out %s --data ".formatted(folder.resolve("x.onnx"));
    Outcome series = run(train + plain + " --series");
    assertThat(series.code()).isEqualTo(1);
    assertThat(series.err())
        .contains("each row of plain.csv would be a series of 4 steps, too short for one")
        .contains("(--series --window N)")
        .hasLineCount(1);
    assertThat(run(train + plain).out())
        .contains("note: the rows of plain.csv look like time steps of a recording")
        .contains("add --series --window N");
  }

  @Test
  void wrongOptionsAreRefused() {
    String train = "train --out %s --data %s ".formatted(folder.resolve("x.onnx"), strange);
    assertThat(run(train + "--window 40").err()).contains("--window cuts recordings; add --series");
    assertThat(run(train + "--series --stride 4").err())
        .contains("--stride is for recordings; add --series --window N");
    assertThat(run(train + "--series --window 4 --stride 5").err())
        .contains("--stride 5 leaves steps out between windows of 4; choose 4 or less");
    assertThat(run(train + "--series --window 9000").err())
        .contains("the longest recording of strange.csv has 4,000 steps, a window has 9,000");
    assertThat(run(train + "--series --window 400").err())
        .contains("windows that do not overlap, a false-alarm rate of 0.05 needs at least 76");
  }

  @Test
  void optionsOfTablesAreRefused() {
    String train =
        "train --series --window 9 --out %s --data %s "
            .formatted(folder.resolve("x.onnx"), strange);
    assertThat(run(train + "--id time").err()).contains("--id is for tables, windows are named by");
    assertThat(run(train + "--types heat=category").err())
        .contains("--types is for tables, a channel holds numbers");
    assertThat(run(train + "--label heat").err()).contains("windows have no labels");
    Outcome byLabel = run(train + "--by-label");
    assertThat(byLabel.code()).isEqualTo(2);
    assertThat(byLabel.err()).contains("windows have no labels; leave out --by-label");
  }

  @Test
  void whatIsWrittenOfWindowsAloneNeedsAFileForThem() {
    for (String option : new String[] {"--explain", "--spreadsheet-safe"}) {
      Outcome outcome = score("--data %s %s".formatted(strange, option));
      assertThat(outcome.code()).as(option).isEqualTo(2);
      assertThat(outcome.err())
          .contains("%s is for the verdicts of windows; add --out FILE.csv".formatted(option));
    }
  }

  @Test
  @DefaultLocale("ar-EG")
  void filesOfStepsAreTheSameInEveryLanguage() throws IOException {
    Path steps = folder.resolve("language.csv");
    assertThat(score("--data %s --steps %s".formatted(strange, steps)).code()).isZero();
    assertThat(Files.readString(steps)).matches("\\p{ASCII}*");
  }

  @Test
  void namesOfRecordingsAreNoFormulas() throws IOException {
    Path formula = Files.copy(strange, folder.resolve("=1+1.csv"));
    Path steps = folder.resolve("safe.csv");
    Outcome outcome = score("--data %s --steps %s --spreadsheet-safe".formatted(formula, steps));
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(Files.readAllLines(steps).get(1)).startsWith("'=1+1.csv,0,2024");
  }

  @Test
  void infoSaysHowARecordingIsRead() {
    assertThat(run("data info --series --window 40 " + strange).out())
        .contains("windows of 40 steps, one every 10 steps; recordings: 1; channels: [turn, heat")
        .contains("the time is in column 'time', a step is 1 min");
  }

  @Test
  void channelsThatOnlyGrowOrNeverChangeAreNamed() throws IOException {
    StringBuilder text = new StringBuilder("unix,mode,load\n");
    for (int i = 0; i < 100; i++) {
      text.append("%d,3,%d%n".formatted(1709280000 + 600 * i, i % 7));
    }
    Path file = Files.writeString(folder.resolve("odd.csv"), text);
    assertThat(run("data info --series --window 9 " + file).out())
        .contains("these channels only grow, so later recordings will look strange: [unix]")
        .contains("(--drop unix)")
        .contains("always the same, another value would be strange: [mode]");
    assertThat(run("data info --series --window 9 --time unix --drop mode " + file).out())
        .doesNotContain("grow")
        .doesNotContain("the same");
  }

  @Test
  void channelsThatOnlyGrowAreNamedAsOptionsReadThem() throws IOException {
    StringBuilder text = new StringBuilder("load,\"run, h\",pump's,count\n");
    for (int i = 0; i < 100; i++) {
      text.append("%d,%d,%d,%d%n".formatted(i % 7, i, 2 * i, 3 * i));
    }
    Path file = Files.writeString(folder.resolve("names.csv"), text);
    String info = "data info --series --window 9 " + file;
    assertThat(run(info).out())
        .contains("look strange: [run, h, pump's, count]")
        .contains("(--drop 2,3,count)");
    assertThat(run(info + " --drop 2,3,count").out()).doesNotContain("grow");
  }

  @Test
  void channelsOfAnArrayThatOnlyGrowGetNoOptions() throws IOException {
    String header = "{'descr': '|u1', 'fortran_order': False, 'shape': (100, 2), }\n";
    StringBuilder rows = new StringBuilder("\u0093NUMPY\1\0");
    rows.append((char) header.length()).append('\0').append(header);
    for (int i = 0; i < 100; i++) {
      rows.append((char) i).append((char) (i % 7));
    }
    Path file = Files.writeString(folder.resolve("rows.npy"), rows, StandardCharsets.ISO_8859_1);
    assertThat(run("data info --series --window 9 " + file).out())
        .contains("will look strange: [1]; leave them out")
        .doesNotContain("--drop")
        .doesNotContain("--time");
  }

  @Test
  void scoreSaysWhatItFilledIn() throws IOException {
    List<String> lines = Files.readAllLines(strange);
    lines.remove(700);
    Path holed = Files.write(folder.resolve("holed.csv"), lines);
    assertThat(score("--data " + holed).err())
        .contains("holed.csv: 1 of 4,000 steps lie between its rows and were filled in");
  }

  @Test
  void trainCountsOnlyTheWindowsThatItLearnsFrom() {
    String train =
        "train --epochs 1 --device cpu --series --window 40 --data %s --out %s"
            .formatted(folder.resolve("normal.csv"), folder.resolve("y.onnx"));
    Outcome trained = run(train);
    assertThat(trained.err()).isEmpty();
    String learnt = found("learning from ([\\d,]+) of them", trained.out());
    String card = run("inspect " + folder.resolve("y.onnx")).out();
    assertThat(found("trained on +normal.csv, ([\\d,]+) samples", card)).isEqualTo(learnt);
  }

  private static String found(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().findFirst().orElseThrow().group(1);
  }

  @Test
  void driftAndRecalibrationSeeWindowsThatDoNotOverlap() throws IOException {
    Path normal = Machine.run(4000, 5).write(folder.resolve("later.csv"));
    Outcome drift = run("drift --detector %s --data %s".formatted(detector, normal));
    assertThat(drift.out()).containsPattern("in [678]\\d samples of later.csv");
    Outcome again =
        run(
            "recalibrate --detector %s --data %s --out %s"
                .formatted(detector, normal, folder.resolve("again.onnx")));
    assertThat(again.out()).containsPattern("of samples like the [678]\\d of later.csv");
    assertThat(run("inspect " + folder.resolve("again.onnx")).out())
        .contains("windows of 40 steps, one every 10; a step is 1 min, by 'time'; channels [turn");
  }
}
