package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.cli.CommandLineTest.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuspectsOptionTest {

  @TempDir private Path folder;

  /** One order in twenty is far off; names hold a comma and a quote. */
  @BeforeEach
  void writeTables() throws IOException {
    Files.writeString(folder.resolve("mix.csv"), table(20));
    Files.writeString(folder.resolve("clean.csv"), table(Integer.MAX_VALUE));
  }

  private static String table(int every) {
    Random random = new Random(1);
    StringBuilder text = new StringBuilder("order,size,price,weight\n");
    for (int i = 0; i < 400; i++) {
      boolean strange = i % every == every - 1;
      double size = random.nextGaussian();
      text.append("\"%s, \"\"%d\"\"\"".formatted(strange ? "fraud" : "order", i))
          .append(",%.4f".formatted(size))
          .append(",%.4f".formatted(size + 0.1 * random.nextGaussian() + (strange ? 9 : 0)))
          .append(",%.4f%n".formatted(random.nextGaussian() + (strange ? 7 : 0)));
    }
    return text.toString();
  }

  private Outcome train(String table, String words) {
    String line =
        "train --data %s --id order --out %s --epochs 1 %s"
            .formatted(folder.resolve(table), folder.resolve("d.onnx"), words);
    return CommandLineTest.run(line.trim().split(" "));
  }

  @Test
  void suspectsAreListedWithTheirNamesTheStrangestFirst() throws IOException {
    Path file = folder.resolve("suspects.csv");
    for (String words : List.of("", "--contamination auto ", "--contamination 0.05 ")) {
      Outcome outcome = train("mix.csv", words + "--suspects " + file);
      assertThat(outcome.code()).as(outcome.err()).isZero();
      List<String> lines = Files.readAllLines(file);
      assertThat(lines.get(0)).isEqualTo("rank,sample,label,suspicion,counts_half");
      assertThat(lines).hasSizeBetween(15, words.isEmpty() ? 25 : 91);
      for (int i = 1; i <= 15; i++) {
        assertThat(lines.get(i))
            .as("%s", words)
            .matches(i + ",\"fraud, \"\"\\d+\"\"\",,[0-9.]+," + !words.isEmpty());
      }
      assertThat(outcome.out()).contains("lists %d suspects".formatted(lines.size() - 1));
    }
  }

  @Test
  void suspectsAreListedWhereOneSampleIsLeftOutAtATime() throws IOException {
    Path file = folder.resolve("suspects.csv");
    Outcome outcome = train("mix.csv", "--leave-one-out --suspects " + file);
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(Files.readAllLines(file)).hasSizeBetween(20, 30);
    assertThat(outcome.out())
        .contains("of 400 samples to learn from look like strangers")
        .contains("look at them, and leave out those that are not normal")
        .doesNotContain("--contamination");
  }

  @Test
  void aContaminatedTableIsWarnedOfWithRemedies() {
    Outcome outcome = train("mix.csv", "");
    assertThat(outcome.out())
        .contains("samples to learn from look like strangers")
        .contains("the strangest samples: fraud, \"")
        .contains("--suspects FILE.csv")
        .contains("--contamination auto");
    assertThat(train("clean.csv", "").out()).doesNotContain("strangers");
  }

  @Test
  void trainAndInspectSayWhatTheGuaranteeIsAbout() {
    assertThat(train("mix.csv", "--contamination auto").out())
        .containsPattern("samples to learn from look like strangers; the 90 strangest count half")
        .contains("the guarantee is about the mix");
    Outcome inspect = CommandLineTest.run("inspect", folder.resolve("d.onnx").toString());
    assertThat(inspect.out()).containsPattern("suspects +\\d+ of 300 samples to learn from");
    assertThat(inspect.out()).contains("the guarantee is about the mix");
  }

  @Test
  void strangersMayHideInATableWhereNoneStandOut() {
    assertThat(train("clean.csv", "--contamination auto").out())
        .contains("no strangers stand out among the 300 samples to learn from; the 90 strangest");
  }

  @Test
  void wrongUsesAreRefused() {
    assertThat(train("mix.csv", "--contamination some").err())
        .contains("'some' is neither auto nor a share, such as 0.05");
    assertThat(train("mix.csv", "--contamination 0.9").err())
        .contains("the share of strangers must lie between 0 and 0.5, got 0.9");
    assertThat(train("mix.csv", "--method robust_rkm --contamination auto").err())
        .contains("the method robust_rkm needs a share, such as --contamination 0.05");
    assertThat(train("mix.csv", "--score kpca_error --contamination auto").err())
        .contains("the score kpca_error compares with no samples, so suspects cannot count half");
    assertThat(train("mix.csv", "--method pca --suspects s.csv").err())
        .contains("the method pca makes no use of --suspects");
    assertThat(train("mix.csv", "--suspects " + folder.resolve("mix.csv")).err())
        .contains("is the file of --data, which would be lost");
    assertThat(folder.resolve("d.onnx")).doesNotExist();
  }

  @Test
  void helpNamesTheOptions() {
    assertThat(CommandLineTest.run("train", "--help").out())
        .contains("--contamination=SHARE", "--suspects=FILE.csv");
    assertThat(CommandLineTest.run("benchmark", "--help").out()).contains("--contamination=SHARE");
  }
}
