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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Guarantees made and kept on the command line, by a detector of two sites. */
class GuaranteeCommandsTest {

  @TempDir static Path folder;

  private static Path detector;

  @BeforeAll
  static void train() throws IOException {
    detector = folder.resolve("sites.onnx");
    Outcome train =
        run(
            "train --by-label --label site --false-alarm 0.1 --epochs 30 --device cpu",
            "--data",
            rows("learn.csv", 1, 400, 0),
            "--out",
            detector.toString());
    assertThat(train.err()).isEmpty();
    assertThat(train.out())
        .contains("of normal samples of every label it flags at most 10 % on average")
        .contains("sites.onnx --by-label --label site --data ...");
  }

  /** The first arguments are one text, the others are taken as they are. */
  private static Outcome run(String words, String... others) {
    return CommandLineTest.run(
        Stream.concat(Stream.of(words.split(" ")), Stream.of(others)).toArray(String[]::new));
  }

  private static Outcome score(String words, String data) {
    return run("score --detector " + detector + " --data " + data + " " + words);
  }

  /** Measurements of two sites, the second noisier; the last rows have nothing to do with them. */
  private static String rows(String name, long seed, int count, int strangers) throws IOException {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder("a,b,c,site\n");
    for (int i = 0; i < count; i++) {
      double a = random.nextGaussian();
      boolean noisy = i % 4 == 0;
      double b = i < count - strangers ? a + (noisy ? 0.5 : 0.1) * random.nextGaussian() : 40 - a;
      text.append("%s,%s,%s,%s%n".formatted(a, b, a - b, noisy ? "noisy" : "quiet"));
    }
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static List<String> verdicts(Outcome outcome, String ending) {
    return outcome.out().lines().filter(line -> line.contains("," + ending + ",")).toList();
  }

  @Test
  void aGuaranteeForEveryLabelIsKeptForEach() throws IOException {
    String data = rows("new.csv", 2, 2000, 0);
    Outcome all = score("--label site", data);
    Outcome each = score("--label site --by-label", data);
    assertThat(each.err()).contains("of normal samples of every label it would be at most 10 % on");
    long together = flagged(all, "noisy");
    long apart = flagged(each, "noisy");
    // Guaranteed for all are 50 of 500: with one line for both, noisy rows exceed that by far.
    assertThat(together).as("of 500, one line for both").isGreaterThan(75);
    // 25 of 100 noisy rows are held out: 2 of 26 on average, 0.3 to 24 % in 98 of 100 cases.
    assertThat(apart).as("of 500, by label").isBetween(1L, 120L);
    // Of the quiet ones 75 of 300: 7 of 76 on average, 1.5 to 25 % in all but 2 of 10,000 cases.
    assertThat(flagged(each, "quiet")).as("of 1,500").isBetween(22L, 375L);
  }

  private static long flagged(Outcome outcome, String label) {
    return outcome
        .out()
        .lines()
        .filter(line -> line.contains("," + label + ",") && line.contains(",true,"))
        .count();
  }

  @Test
  void anotherGuaranteeCanBeMadeWhenJudging() throws IOException {
    String data = rows("guarantee.csv", 3, 1000, 0);
    long usual = verdicts(score("", data), "true").size();
    Outcome looser = score("--false-alarm 0.3", data);
    assertThat(looser.err()).contains("of normal samples it would be at most 30 % on average");
    assertThat(verdicts(looser, "true")).hasSizeGreaterThan((int) usual);
    Outcome surer = score("--risk 0.05", data);
    assertThat(surer.err())
        .contains("it would be at most 10 %, with a risk of 5 % that it is more");
    assertThat(verdicts(surer, "true")).hasSizeLessThan((int) usual);
    Outcome tooMuch = score("--false-alarm 0.001", data);
    assertThat(tooMuch.code()).isEqualTo(1);
    assertThat(tooMuch.err().lines())
        .containsExactly(
            "stranger: a false-alarm rate of 0.001 needs at least 999 held-out scores, there are"
                + " 100; train with that guarantee, or raise it");
    assertThat(score("--by-label --label site --false-alarm 0.02", data).err())
        .contains("group 'noisy' has 25 held-out scores, a false-alarm rate of 0.02 needs");
  }

  @Test
  void aDetectorByLabelIsRecalibratedByLabel() throws IOException {
    String data = rows("may.csv", 10, 800, 0);
    String out = folder.resolve("may.onnx").toString();
    assertThat(recalibrate(data, "--out", out).err())
        .contains("is calibrated by label, the samples of may.csv have none", "(--label NAME)");
    Outcome outcome = recalibrate(data, "--label", "site", "--out", out);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).contains("the 800 of may.csv, of every label, it flags at most 10 %");
    assertThat(run("inspect " + out).out()).contains("held out of each noisy: 200, quiet: 600");
    String learned = folder.resolve("learn.csv").toString();
    assertThat(recalibrate(learned, "--label", "site", "--out", out + "2").err())
        .contains("the 400 samples of learn.csv are those that the detector learned from");
  }

  private static Outcome recalibrate(String data, String... others) {
    return run("recalibrate --detector %s --data %s".formatted(detector, data), others);
  }

  @Test
  void aListOfStrangersHoldsFewNormalSamples() throws IOException {
    Outcome outcome = score("--false-discovery 0.2", rows("list.csv", 4, 300, 60));
    List<String> named = verdicts(outcome, "true");
    assertThat(named).hasSizeBetween(60, 100);
    assertThat(named.stream().filter(line -> Integer.parseInt(line.split(",")[0]) >= 240))
        .as("the strangers are rows 240 to 299")
        .hasSize(60);
    assertThat(outcome.err())
        .contains("of those, at most 20 % on average are normal; 100 held-out scores cannot name")
        .contains("fewer than 15");
    Outcome quiet = score("--false-discovery 0.2", rows("quiet.csv", 5, 300, 0));
    assertThat(verdicts(quiet, "true")).isEmpty();
    assertThat(score("--false-discovery 0.2 --risk 0.1", folder + "/quiet.csv").code())
        .isEqualTo(2);
    assertThat(score("--false-discovery 0.001", folder + "/quiet.csv").err())
        .contains("needs at least 999 held-out scores, there are 100");
  }

  @Test
  void inspectShowsTheGuarantee() {
    assertThat(run("inspect " + detector).out())
        .contains("false alarms     at most 10 % on average")
        .contains("held out         100 scores; p-values up to 0.1040 are flagged")
        .containsPattern("held out of each noisy: \\d+, quiet: \\d+");
    assertThat(run("inspect --json " + detector).out())
        .contains("\"by_label\" : true")
        .containsPattern("\"noisy\" : \\d+");
  }

  @Test
  void driftIsFoundSoonAfterItBegins() throws IOException {
    Path plot = folder.resolve("drift.png");
    Outcome drift = drift("--alpha 0.005 --plot " + plot, rows("drift.csv", 7, 1000, 400));
    assertThat(drift.code()).isEqualTo(3);
    assertThat(drift.out()).startsWith("drift in %,d samples of drift.csv".formatted(1000));
    Matcher martingale =
        Pattern.compile("martingale: alarm after (\\d+) samples, at sample (\\d+)")
            .matcher(drift.out());
    assertThat(martingale.find()).isTrue();
    assertThat(Integer.parseInt(martingale.group(1))).isBetween(601, 640);
    assertThat(drift.out())
        .contains("window:     alarm after 650 samples, at sample 649")
        .contains("with a probability of at most 0.5 %");
    assertThat(plot).isNotEmptyFile();
  }

  @Test
  void whereNothingDriftsNoneIsFound() throws IOException {
    Outcome quiet = drift("--alpha 0.005", rows("steady.csv", 8, 1000, 0));
    assertThat(quiet.code()).isZero();
    assertThat(quiet.out())
        .startsWith("no drift in %,d samples of steady.csv".formatted(1000))
        .contains("an alarm takes 400")
        .contains("no alarm in 20 looks");
    assertThat(drift("--alpha 2", folder + "/steady.csv").err())
        .contains("'--alpha': must lie between 0 and 1, such as 0.05, got 2");
  }

  @Test
  void samplesThatAreTooFewToTellDriftAreCalledSo() throws IOException {
    Outcome few = drift("--alpha 0.005", rows("few.csv", 11, 3, 0));
    assertThat(few.code()).isZero();
    assertThat(few.out())
        .containsPattern("^too few samples to tell: 3 of few.csv, an alarm takes at least \\d+\\R")
        .contains("window:     no look, the first is after 50 samples")
        .doesNotContain("no drift");
  }

  private static Outcome drift(String words, String data) {
    String command = "drift --fail-on-drift --window 50 --detector %s --data %s %s";
    return run(command.formatted(detector, data, words));
  }

  @Test
  void reasonsDoNotChangeWhatIsGuaranteed() throws IOException {
    String data = rows("reasons.csv", 9, 300, 20);
    for (String guarantee : List.of("--by-label", "--false-discovery 0.2", "--false-alarm 0.3")) {
      Outcome plain = score("--label site " + guarantee, data);
      Outcome explained = score("--label site --explain " + guarantee, data);
      assertThat(explained.err()).isEqualTo(plain.err()).contains("are strangers");
      assertThat(explained.out().lines().map(GuaranteeCommandsTest::verdict))
          .as(guarantee)
          .containsExactlyElementsOf(plain.out().lines().toList());
    }
  }

  /** The ten columns before the reasons. */
  private static String verdict(String line) {
    return String.join(",", List.of(line.split(",")).subList(0, 10));
  }

  @Test
  void labelsThatAreMissingOrUnknownAreNamed() throws IOException {
    String data = rows("labels.csv", 6, 100, 0);
    assertThat(score("--by-label", data).err())
        .contains("labels.csv has samples without a label")
        .contains("--label");
    Path other = Path.of(data);
    String rows = Files.readString(other);
    Files.writeString(other, rows.replace("quiet", "new"));
    assertThat(score("--by-label --label site", data).err())
        .contains(
            "sample 1 of labels.csv: no held-out sample is of group 'new'; known are 'noisy'",
            "; mend its label, or recalibrate with normal samples of all labels");
    Files.writeString(other, rows.replace("quiet", ""));
    assertThat(score("--by-label --label site", data).err())
        .contains("sample 1 of labels.csv has no label, others have; fill it in or leave");
    String never = folder.resolve("never.onnx").toString();
    assertThat(run("train --by-label --label site", "--data", data, "--out", never).err())
        .contains("sample 1 of labels.csv has no label");
  }

  @Test
  void tooFewSamplesAreSaidBeforeTraining() {
    Outcome outcome =
        run(
            "train --epochs 1 --by-label --label site --risk 0.01",
            "--data",
            folder.resolve("learn.csv").toString(),
            "--out",
            folder.resolve("never.onnx").toString());
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.out()).doesNotContain("learning from");
    assertThat(outcome.err())
        .contains("label 'noisy' of learn.csv has 100 samples, a false-alarm rate of 0.05 at a")
        .contains("risk of 0.01 needs at least 105; add samples or raise it");
  }
}
