package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.cli.CommandLineTest.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecalibrateCommandTest {

  private static final String HEARTS = "sprites:heart,size=300,seed=5";

  private static final String LEARNED = "sprites:square,size=400";

  @TempDir Path folder;

  private Path trained() {
    Path detector = folder.resolve("squares.onnx");
    Outcome outcome =
        CommandLineTest.run(
            "train",
            "--data",
            LEARNED,
            "--size",
            "16",
            "--epochs",
            "2",
            "--out",
            detector.toString());
    assertThat(outcome.code()).as(outcome.err()).isZero();
    return detector;
  }

  private Outcome recalibrate(Path detector, String data, Path out) {
    return CommandLineTest.run(
        "recalibrate", "--detector", detector.toString(), "--data", data, "--out", out.toString());
  }

  /** The lines of verdicts, without the header. */
  private static List<String> verdicts(Path detector) {
    Outcome outcome =
        CommandLineTest.run("score", "--detector", detector.toString(), "--data", HEARTS);
    assertThat(outcome.code()).as(outcome.err()).isZero();
    return outcome.out().lines().skip(1).filter(line -> line.contains(",")).toList();
  }

  private static long flagged(List<String> verdicts) {
    return verdicts.stream().filter(line -> line.contains(",true,")).count();
  }

  private static List<String> scores(List<String> verdicts) {
    return verdicts.stream().map(line -> line.split(",")[2]).toList();
  }

  @Test
  void theGuaranteeIsAboutTheNewSamplesAndScoresStay() {
    Path squares = trained();
    Path hearts = folder.resolve("hearts.onnx");
    Outcome outcome = recalibrate(squares, HEARTS, hearts);
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(outcome.out())
        .contains("hearts.onnx is written; of samples like the 300 of")
        .contains("at most 5 % on average");
    assertThat(flagged(verdicts(squares))).isGreaterThan(15);
    assertThat(flagged(verdicts(hearts))).isLessThanOrEqualTo(15).isGreaterThan(10);
    assertThat(scores(verdicts(hearts))).isEqualTo(scores(verdicts(squares)));
  }

  @Test
  void tooFewSamplesAndTheFileItselfAreRefused() {
    Path squares = trained();
    Path other = folder.resolve("other.onnx");
    assertThat(recalibrate(squares, "sprites:heart,size=10", other).err())
        .contains("needs at least 19 held-out scores, there are 10");
    assertThat(other).doesNotExist();
    assertThat(recalibrate(squares, HEARTS, squares).err()).contains("which would be lost");
  }

  @Test
  void theTrainingDataIsRefusedAndMeasuredWithAWarning() {
    Path squares = trained();
    Path other = folder.resolve("same.onnx");
    assertThat(recalibrate(squares, LEARNED, other).err())
        .contains("the 400 samples of", "give normal samples that it did not learn from");
    assertThat(other).doesNotExist();
    Outcome measured = evaluate(squares, LEARNED);
    assertThat(measured.code()).as(measured.err()).isZero();
    assertThat(measured.err()).contains("is the training data, which detectors judge too kindly");
    assertThat(evaluate(squares, "sprites:square,size=400,seed=7").err())
        .doesNotContain("training data");
  }

  private static Outcome evaluate(Path detector, String in) {
    return CommandLineTest.run(
        "evaluate", "--detector", detector.toString(), "--in", in, "--out-of", HEARTS);
  }

  @Test
  void aTableIsNoneOfTheDetectorsPictures() throws IOException {
    Path table = Files.writeString(folder.resolve("t.csv"), "a,b\nred,1\nblue,2\n");
    assertThat(evaluate(trained(), table.toString()).err())
        .contains("t.csv is a table, the detector judges pictures of ", "; give it pictures")
        .doesNotContain("--label");
  }
}
