package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.stranger.cli.CommandLineTest.Outcome;
import dev.stranger.metric.RankMetrics;
import dev.stranger.score.Device;
import dev.stranger.train.torch.Compute;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two detectors of one table are evaluated. */
class EvaluateCommandTest {

  @TempDir static Path folder;

  private static Path learned;
  private static Path normal;
  private static Path strange;
  private static Path first;
  private static Path second;

  @BeforeAll
  static void train() throws IOException {
    learned = rows("learned.csv", 1, 300, 0.1);
    normal = rows("normal.csv", 2, 400, 0.1);
    strange = rows("strange.csv", 3, 200, 0.4);
    first = detector(learned, 0);
    second = detector(learned, 1);
  }

  private static Path detector(Path data, int seed) {
    Path file = folder.resolve(data.getFileName() + "-" + seed + ".onnx");
    Outcome train =
        CommandLineTest.run(
            ("train --epochs 30 --device cpu --data %s --out %s --seed %d")
                .formatted(data, file, seed)
                .split(" "));
    assertThat(train.err()).isEmpty();
    return file;
  }

  /** The second column follows the first, more or less closely. */
  private static Path rows(String name, long seed, int count, double noise) throws IOException {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder("size,weight,age\n");
    for (int i = 0; i < count; i++) {
      double size = random.nextGaussian();
      double weight = size + noise * random.nextGaussian();
      text.append("%s,%s,%s%n".formatted(size, weight, random.nextGaussian()));
    }
    return Files.writeString(folder.resolve(name), text);
  }

  private static Outcome evaluate(String words) {
    return CommandLineTest.run(("evaluate " + words).split(" "));
  }

  private static double[] scores(Path data) {
    Outcome scored =
        CommandLineTest.run(
            ("score --detector " + first + " --data " + data + " --out " + folder + "/s.csv")
                .split(" "));
    assertThat(scored.err()).isEmpty();
    try {
      return Files.readAllLines(folder.resolve("s.csv")).stream()
          .skip(1)
          .mapToDouble(line -> Double.parseDouble(line.split(",")[2]))
          .toArray();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aDeviceThatIsNotThereIsRefusedInOneLine() {
    assumeFalse(Device.onnxRuntimeHasCuda() || Compute.hasCuda());
    String sets = " --in " + normal + " --out-of " + strange;
    Outcome evaluated = evaluate("--detector " + first + " --device cuda" + sets);
    Outcome scored =
        CommandLineTest.run(
            ("score --device cuda:1 --detector " + first + " --data " + normal).split(" "));
    for (Outcome outcome : List.of(evaluated, scored)) {
      assertThat(outcome.code()).isEqualTo(1);
      assertThat(outcome.err().lines()).hasSize(1);
      assertThat(outcome.err())
          .contains("libtorch is here without CUDA, which STRANGER_GPU=1 brings")
          .contains("use the CPU, or see docs/gpu.md (--device cpu)");
    }
    assertThat(evaluate("--detector " + first + " --device gpu" + sets).err())
        .startsWith("stranger: there is no device 'gpu'");
    assertThat(evaluate("--detector " + first + " --device cuda-bf16" + sets).err())
        .startsWith("stranger: device 'cuda-bf16' is for training");
  }

  @Test
  void withoutAGpuAutoIsTheCpu() {
    assumeFalse(Device.onnxRuntimeHasCuda());
    String words = "--detector " + first + " --in " + normal + " --out-of " + strange;
    assertThat(evaluate(words + " --device auto")).isEqualTo(evaluate(words));
  }

  @Test
  void theNumbersAreThoseOfTheScoresThatTheScoreCommandWrites() {
    Outcome outcome =
        evaluate("--detector %s --in %s --out-of %s".formatted(first, normal, strange));
    assertThat(outcome.err()).isEmpty();
    RankMetrics expected = RankMetrics.of(scores(normal), scores(strange));
    assertThat(outcome.out())
        .containsPattern(
            "score +%.2f +%.2f".formatted(100 * expected.fpr95(), 100 * expected.auroc()));
    assertThat(expected.auroc()).isGreaterThan(0.7);
  }

  @Test
  void severalDetectorsGiveIntervalsAndBaselinesHaveNone() throws IOException {
    Path report = folder.resolve("report");
    Outcome outcome =
        evaluate(
            "--detector %s %s --in %s --out-of %s --baselines %s --report %s"
                .formatted(first, second, normal, strange, learned, report));
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .containsPattern("score +[\\d.]+ \\+-[\\d.]+ +[\\d.]+ \\+-[\\d.]+")
        .containsPattern("Mahalanobis distance +[\\d.]+ +[\\d.]+\n")
        .containsPattern("isolation forest +[\\d.]+ +[\\d.]+\n")
        .contains("The report is " + report.resolve("index.html"));
    assertThat(report.toFile().list())
        .containsExactlyInAnyOrder("index.html", "metrics.csv", "metrics.json");
    // Six scores by two detectors, five baselines that are the same for both, and the head.
    assertThat(Files.readAllLines(report.resolve("metrics.csv"))).hasSize(6 * 2 + 5 + 1);
    assertThat(Files.readString(report.resolve("index.html")))
        .contains("weight")
        .contains("direction in the subspace");
  }

  @Test
  void detectorsOfOtherSamplesAndTheSameSetTwiceAreRefused() throws IOException {
    Path wide = Files.writeString(folder.resolve("wide.csv"), wide());
    Outcome mixed =
        evaluate(
            "--detector %s %s --in %s --out-of %s"
                .formatted(first, detector(wide, 0), normal, strange));
    assertThat(mixed.code()).isEqualTo(1);
    assertThat(mixed.err()).contains("takes samples of 3").contains("evaluate them one by one");
    Outcome twice =
        evaluate("--detector %s --in %s --out-of %s %s".formatted(first, normal, strange, strange));
    assertThat(twice.code()).isEqualTo(1);
    assertThat(twice.err().lines()).hasSize(1);
    assertThat(twice.err()).contains("strange").contains("give each once");
    Outcome same =
        evaluate("--detector %s %s --in %s --out-of %s".formatted(first, first, normal, strange));
    assertThat(same.err()).contains("is given twice");
  }

  @Test
  void detectorsOfOtherColumnsAreRefused() throws IOException {
    Path turned = Files.writeString(folder.resolve("turned.csv"), turned());
    Outcome outcome =
        evaluate(
            "--detector %s %s --in %s --out-of %s"
                .formatted(first, detector(turned, 0), normal, strange));
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.err())
        .contains("columns [size, weight, age]")
        .contains("columns [age, weight, size]");
  }

  private static String turned() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line : Files.readAllLines(learned)) {
      String[] fields = line.split(",");
      text.append("%s,%s,%s%n".formatted(fields[2], fields[1], fields[0]));
    }
    return text.toString();
  }

  private static String wide() {
    Random random = new Random(4);
    StringBuilder text = new StringBuilder("a,b,c,d\n");
    for (int i = 0; i < 200; i++) {
      double a = random.nextGaussian();
      text.append("%s,%s,%s,%s%n".formatted(a, random.nextGaussian(), -a, random.nextGaussian()));
    }
    return text.toString();
  }
}
