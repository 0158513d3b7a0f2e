package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.cli.CommandLineTest.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MethodOptionsTest {

  @TempDir private Path folder;

  @BeforeEach
  void writeTable() throws IOException {
    Random random = new Random(1);
    String rows =
        IntStream.range(0, 200)
            .mapToObj(i -> random.nextGaussian() + "," + random.nextGaussian() + "\n")
            .collect(Collectors.joining());
    Files.writeString(folder.resolve("t.csv"), "a,b\n" + rows);
  }

  private Outcome train(String words) {
    return trainAtLength("--epochs 1 " + words);
  }

  private Outcome trainAtLength(String words) {
    String line =
        "train --data %s --out %s %s"
            .formatted(folder.resolve("t.csv"), folder.resolve("d.onnx"), words);
    return CommandLineTest.run(line.split(" "));
  }

  @Test
  void aScoreThatTheMethodLacksIsRefusedBeforeItLearns() {
    for (String method : new String[] {"st_rkm", "robust_rkm", "vae", "gan"}) {
      Outcome outcome = train("--method %s --score max_softmax".formatted(method));
      assertThat(outcome.code()).as(method).isEqualTo(1);
      assertThat(outcome.err()).contains(method + " has no score 'max_softmax'; choose one of");
      assertThat(outcome.out()).doesNotContain("learning");
      assertThat(folder.resolve("d.onnx")).doesNotExist();
    }
  }

  @Test
  void whatIsWrongIsSaidBeforeDataIsRead() {
    String missing = "train --data none.csv --out %s ".formatted(folder.resolve("d.onnx"));
    for (String words :
        new String[] {
          "--score x", "--method pca --auxiliary noise", "--method vae --contamination 0.1"
        }) {
      Outcome outcome = CommandLineTest.run((missing + words).split(" "));
      assertThat(outcome.err()).as(words).doesNotContain("none.csv");
      assertThat(outcome.code()).as(words).isNotZero();
    }
  }

  @Test
  void whatTheMethodWouldIgnoreIsRefused() {
    Outcome auxiliary = train("--method pca --auxiliary noise");
    assertThat(auxiliary.code()).isEqualTo(2);
    assertThat(auxiliary.err()).contains("the method pca makes no use of --auxiliary");
    Outcome contamination = train("--method vae --contamination 0.1");
    assertThat(contamination.code()).isEqualTo(2);
    assertThat(contamination.err()).contains("the method vae makes no use of --contamination");
    for (String option :
        new String[] {
          "--preset paper",
          "--network dense",
          "--loss mse",
          "--epochs 5",
          "--batch 8",
          "--resume",
          "--curve curve.png"
        }) {
      Outcome outcome = trainAtLength("--method kernel_density " + option);
      assertThat(outcome.code()).as(option).isEqualTo(2);
      assertThat(outcome.err())
          .contains("the method kernel_density makes no use of " + option.split(" ")[0]);
    }
  }

  @Test
  void thePresetSaysHowTheUsualMethodLearnsAlsoWhereItIsNamed() {
    for (String words : new String[] {"--preset paper", "--preset paper --method st_rkm"}) {
      Outcome outcome = train(words);
      assertThat(outcome.code()).as(outcome.err()).isZero();
      Outcome inspect =
          CommandLineTest.run("inspect", "--json", folder.resolve("d.onnx").toString());
      assertThat(inspect.out())
          .as(words)
          .containsPattern("\"method\" ?: ?\"st_rkm_published\"")
          .containsPattern("\"score\" ?: ?\"full_energy\"");
    }
    for (String option : new String[] {"--suspects s.csv", "--contamination auto"}) {
      Outcome outcome = train("--preset paper " + option);
      assertThat(outcome.code()).as(option).isEqualTo(2);
      assertThat(outcome.err())
          .contains("the method st_rkm_published makes no use of " + option.split(" ")[0]);
    }
  }

  @Test
  void thoroughTrainingIsRefusedWhereSomethingElseSetsTheEpochs() {
    String start = "train --data none.csv --out %s --thorough ".formatted(folder.resolve("d.onnx"));
    Outcome epochs = CommandLineTest.run((start + "--epochs 9").split(" "));
    assertThat(epochs.code()).isEqualTo(2);
    assertThat(epochs.err())
        .contains("--thorough and --epochs both set the number of epochs; leave one of them out");
    Outcome paper = CommandLineTest.run((start + "--preset paper").split(" "));
    assertThat(paper.code()).isEqualTo(2);
    assertThat(paper.err()).contains("--thorough and --preset paper both set the number");
    for (String method : new String[] {"vae", "pca"}) {
      Outcome other = CommandLineTest.run((start + "--method " + method).split(" "));
      assertThat(other.code()).as(method).isEqualTo(2);
      assertThat(other.err())
          .contains("the method %s makes no use of --thorough".formatted(method));
    }
    Outcome energy = CommandLineTest.run((start + "--score full_energy").split(" "));
    assertThat(energy.code()).isEqualTo(2);
    assertThat(energy.err())
        .contains("with --score full_energy training is as long as it helps, also without")
        .contains("--thorough; leave one of them out");
  }
}
