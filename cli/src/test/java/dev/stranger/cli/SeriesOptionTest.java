package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.cli.CommandLineTest.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Series in files whose names say nothing. */
class SeriesOptionTest {

  private static final int STEPS = 24;

  @TempDir private static Path folder;

  private static Path labelled;
  private static Path plain;
  private static Path detector;

  @BeforeAll
  static void learn() throws IOException {
    labelled = write("S_ODD.tsv", "1\t");
    plain = write("stream.tsv", "");
    detector = folder.resolve("s.onnx");
    Outcome train = train("--data %s --series --label 1 --out %s".formatted(labelled, detector));
    assertThat(train.err()).isEmpty();
    assertThat(train.out())
        .contains("samples of 1x24")
        .contains("score --detector %s --series --data".formatted(detector))
        .doesNotContain("note:");
  }

  private static Path write(String name, String before) throws IOException {
    Random random = new Random(1);
    String text =
        IntStream.range(0, 120)
            .mapToObj(row -> before + wave(random.nextDouble(), random) + "\n")
            .collect(Collectors.joining());
    return Files.writeString(folder.resolve(name), text);
  }

  private static String wave(double phase, Random random) {
    return IntStream.range(0, STEPS)
        .mapToObj(t -> Math.sin(t / 3.0 + phase) + 0.1 * random.nextGaussian())
        .map(String::valueOf)
        .collect(Collectors.joining("\t"));
  }

  private static Outcome train(String words) {
    return run("train --method pca --device cpu " + words);
  }

  private static Outcome run(String words) {
    return CommandLineTest.run(words.split(" "));
  }

  @Test
  void theSameSeriesAreJudgedAlikeWithAndWithoutALabel() {
    String score = "score --detector " + detector;
    Outcome with = run(score + " --series --label 1 --data " + labelled);
    Outcome without = run(score + " --series --data " + plain);
    assertThat(with.code()).isZero();
    assertThat(with.out().lines()).hasSize(121);
    assertThat(without.out().lines().map(SeriesOptionTest::withoutLabel))
        .containsExactlyElementsOf(with.out().lines().map(SeriesOptionTest::withoutLabel).toList());
  }

  private static String withoutLabel(String line) {
    return line.replaceFirst("^(\\d+),[^,]*,", "$1,");
  }

  @Test
  void everyCommandThatJudgesTakesIt() {
    String series = " --series --label 1 --detector " + detector;
    for (String words :
        new String[] {
          "evaluate --made --in " + labelled,
          "explain --data " + labelled,
          "drift --data " + labelled
        }) {
      assertThat(run(words + series)).as(words).returns(0, Outcome::code);
    }
  }

  @Test
  void rowsThatWouldFitAreRefusedWithTheRemedy() {
    for (String words : new String[] {"score --data ", "explain --data ", "drift --data "}) {
      String command = words.replace("--", "--detector " + detector + " --");
      assertThat(run(command + plain).err())
          .isEqualToIgnoringNewLines(
              "stranger: stream.tsv has samples of 24, the detector expects 1x24; read its rows"
                  + " as series if they are (--series)");
      assertThat(run(command + labelled).err())
          .isEqualToIgnoringNewLines(
              "stranger: S_ODD.tsv has samples of 25, the detector expects 1x24; read its rows"
                  + " as series, and name column 1 as the label if its rows begin with one (--series"
                  + " --label NAME)");
      assertThat(run(command + labelled + " --series").err())
          .endsWith(
              "1x24; name column 1 as the label if its rows begin with one (--label NAME)"
                  + System.lineSeparator());
    }
  }

  @Test
  void aFirstColumnThatLooksLikeTheLabelIsLearntFromWithAWord() {
    String words = "--out %s --data ".formatted(folder.resolve("other.onnx"));
    String note =
        "note: column 1 of S_ODD.tsv holds whole numbers, the others do not; add --label 1 if it is"
            + " the label";
    assertThat(train(words + labelled).out().lines())
        .contains(note + ", and --series if the rows are series");
    assertThat(train(words + labelled + " --series").out().lines()).contains(note);
    assertThat(train(words + labelled + " --label 1").out()).doesNotContain("note:");
    assertThat(train(words + plain).out()).doesNotContain("note:");
  }

  @Test
  void kindsOfColumnsAreRefused() {
    Outcome outcome = run("data info --series --types 1=category " + labelled);
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err())
        .contains("--types is for tables, a series holds numbers; leave it out");
  }

  @Test
  void infoShowsWhatWouldBeLearntFrom() {
    String info = "data info " + labelled;
    assertThat(run(info).out()).contains("shape:   25").contains("labels:  none");
    assertThat(run(info + " --series --label 1").out())
        .contains("shape:   1x24")
        .contains("labels:  1");
  }
}
