package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.cli.CommandLineTest.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A detector of rows whose columns follow from one another, evaluated without any strangers. */
class MadeStrangersTest {

  @TempDir static Path folder;

  private static String evaluate;

  @BeforeAll
  static void train() throws IOException {
    Path detector = folder.resolve("rows.onnx");
    Outcome train =
        run("train --epochs 5 --device cpu --data " + rows("a.csv", 1) + " --out " + detector);
    assertThat(train.err()).isEmpty();
    evaluate = "evaluate --detector " + detector + " --in " + rows("normal.csv", 2);
  }

  private static Outcome run(String command) {
    return CommandLineTest.run(command.split(" "));
  }

  private static Path rows(String name, long seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder("a,b,c\n");
    for (int i = 0; i < 300; i++) {
      double a = random.nextGaussian();
      double b = 5 + a + 0.1 * random.nextGaussian();
      text.append("%s,%s,%s%n".formatted(a, b, -20 - a - b));
    }
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void strangersAreMadeOfNormalSamples() throws IOException {
    Path report = folder.resolve("report");
    Outcome outcome = run(evaluate + " --made --report " + report);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    String page = Files.readString(report.resolve("index.html"));
    for (String way : List.of("columns shuffled", "two values swapped", "one value tenfold")) {
      assertThat(flagged(outcome, "normal.csv, " + way)).as(way).isGreaterThan(90);
      assertThat(page).contains("normal.csv, " + way);
    }
    assertThat(flagged(outcome, "normal.csv")).isLessThan(20);
  }

  /** In percent. */
  private static double flagged(Outcome outcome, String set) {
    Matcher line =
        Pattern.compile(
                "^(?:flagged:)? *" + Pattern.quote(set) + " ([0-9.,]+) %", Pattern.MULTILINE)
            .matcher(outcome.out());
    assertThat(line.find()).as(set + " in " + outcome.out()).isTrue();
    return Double.parseDouble(line.group(1).replace(',', '.'));
  }

  @Test
  void madeStrangersStandBesideGivenOnesAndAreTheSameEveryTime() throws IOException {
    String both = evaluate + " --made --out-of " + rows("other.csv", 3);
    Outcome outcome = run(both);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().lines().filter(line -> line.endsWith("AUROC")))
        .extracting(line -> line.split(" {2,}")[0])
        .containsExactly(
            "other.csv",
            "normal.csv, columns shuffled",
            "normal.csv, two values swapped",
            "normal.csv, one value tenfold");
    assertThat(table(run(both))).isEqualTo(table(outcome));
  }

  private static String table(Outcome outcome) {
    return outcome.out().substring(outcome.out().indexOf("flagged:"));
  }

  @Test
  void withoutStrangersGivenOrMadeTheUsageIsWrong() {
    Outcome outcome = run(evaluate);
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err())
        .startsWith(
            "stranger: give sets of strangers with --out-of, or let them be made of the normal"
                + " samples with --made");
    assertThat(run("evaluate --help").out()).contains("--made").contains("No strangers at hand?");
  }
}
