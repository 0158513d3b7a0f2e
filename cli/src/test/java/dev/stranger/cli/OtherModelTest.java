package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.DetectorFileException;
import dev.stranger.Energies;
import dev.stranger.Explanation;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.RequestException;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.cli.CommandLineTest.Outcome;
import dev.stranger.evaluate.Evaluator;
import dev.stranger.evaluate.Findings;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.evaluate.ScoreKind;
import dev.stranger.metric.RankMetrics;
import dev.stranger.metric.ScoreComparison;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorDraft;
import dev.stranger.score.DetectorFile;
import dev.stranger.score.Explained;
import dev.stranger.score.Metadata;
import dev.stranger.score.OpenOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A classifier is a detector like any other: energies of its own, a score that is never positive,
 * no reconstruction.
 */
class OtherModelTest {

  private static final PointClassifier MODEL = PointClassifier.USUAL;

  @TempDir static Path folder;

  private static Path file;
  private static Detector detector;

  /** Points of a class lie far out; strangers lie where all classes meet. */
  private static final float[][] HELD_OUT = points(1, 99, 2);

  private static final float[][] NORMAL = points(2, 300, 2);
  private static final float[][] STRANGE = points(3, 200, 0.5);

  @BeforeAll
  static void write() {
    file = MODEL.write(folder.resolve("points.onnx"), HELD_OUT);
    detector = Detector.open(file);
  }

  @AfterAll
  static void close() {
    detector.close();
  }

  private static float[][] points(long seed, int count, double spread) {
    Random random = new Random(seed);
    float[][] points = new float[count][];
    for (int i = 0; i < count; i++) {
      points[i] =
          new float[] {
            (float) (spread * random.nextGaussian()), (float) (spread * random.nextGaussian())
          };
    }
    return points;
  }

  private static MemoryDataset set(String name, float[][] points) {
    return MemoryDataset.of(name, Shape.of(2), Range.ANY, points);
  }

  private static double[] scores(float[][] points) {
    return Arrays.stream(points).mapToDouble(p -> MODEL.energies(p).of("max_softmax")).toArray();
  }

  @Test
  void verdictsHoldTheEnergiesOfTheModelByName() {
    Calibration calibration = detector.calibration();
    for (float[] point : NORMAL) {
      Verdict verdict = detector.judge(point);
      Energies expected = MODEL.energies(point);
      for (String name : List.of("max_softmax", "logit_energy")) {
        assertThat(verdict.energies().of(name)).isCloseTo(expected.of(name), within(1e-5f));
      }
      assertThat(verdict.score()).isNegative().isEqualTo(verdict.energies().of("max_softmax"));
      assertThat(verdict.pValue()).isEqualTo(calibration.pValue(verdict.score()));
      assertThat(verdict.ood()).isEqualTo(detector.bound().flags(verdict.pValue()));
      assertThat(verdict.energies().names()).isSameAs(detector.metadata().energies());
    }
  }

  @Test
  void theMeetingPointOfAllClassesIsStrangeAndTheHeartOfOneIsNot() {
    assertThat(detector.judge(new float[] {0, 0}).score()).isCloseTo(-1 / 3f, within(1e-6f));
    assertThat(detector.judge(new float[] {0, 0}).ood()).isTrue();
    assertThat(detector.judge(new float[] {5, 0}).ood()).isFalse();
  }

  @Test
  void whatTheModelDoesNotHaveIsRefusedInOneLine() {
    assertThat(detector.hasReconstruction()).isFalse();
    for (String output : List.of("reconstruction", "statistics", "coordinates")) {
      assertThatThrownBy(() -> ask(output))
          .isInstanceOf(RequestException.class)
          .hasMessage(
              "%s gives no %s of samples; its model has the outputs energies, score, parts, p_value"
                  .formatted(file, output));
    }
    assertThatThrownBy(detector.judge(new float[2]).energies()::fullEnergy)
        .hasMessage(
            "there is no energy 'full_energy'; this detector has max_softmax, logit_energy");
  }

  private static float[] ask(String output) {
    return switch (output) {
      case "reconstruction" -> detector.reconstruct(new float[2], 1);
      case "statistics" -> detector.statistics(new float[2], 1);
      default -> detector.coordinates(new float[2], 1);
    };
  }

  @Test
  void explanationsHaveNoReconstructionAndNothingIsCalledLow() {
    List<Explained> explained = new ArrayList<>();
    detector.explain(set("points", NORMAL), (batch, some) -> explained.addAll(some));
    for (int i = 0; i < NORMAL.length; i++) {
      Explanation explanation = detector.explain(NORMAL[i]);
      assertThat(explanation.reconstruction()).isNull();
      assertThat(explanation.reasons().inWords()).isEqualTo(PointClassifier.PART);
      assertThat(explained.get(i).reasons().inWords()).isEqualTo(PointClassifier.PART);
    }
  }

  @Test
  void anEvaluationComparesTheScoresThatThereAre() {
    Findings findings =
        new Evaluator(set("normal", NORMAL), List.of(set("strange", STRANGE)), List.of(), n -> {})
            .evaluate(List.of(file));
    assertThat(findings.normal().kinds())
        .extracting(ScoreKind::title)
        .containsExactly("score", "max softmax", "logit energy");
    ScoreKind score = findings.normal().kinds().get(0);
    double auroc =
        findings.evaluation().row("strange", score).summary(ScoreComparison::auroc).mean();
    assertThat(auroc)
        .isCloseTo(RankMetrics.of(scores(NORMAL), scores(STRANGE)).auroc(), within(1e-3))
        .isGreaterThan(0.7);
    assertThat(findings.pictures().get(0).samples())
        .hasSize(8)
        .extracting(Example::explanation)
        .allMatch(explanation -> explanation.reconstruction() == null);
  }

  @Test
  void detectorsWithOtherEnergiesAreNotEvaluatedTogether() {
    Path other =
        new PointClassifier(List.of("max_softmax", "odin"), 2)
            .write(folder.resolve("other.onnx"), HELD_OUT);
    assertThatThrownBy(() -> Evaluator.requireAlike(List.of(file, other), OtherModelTest::metadata))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "%s gives score, max_softmax, logit_energy; %s gives score, max_softmax, odin; evaluate"
                    .formatted(file, other)
                + " them one by one");
    Path sharper =
        new PointClassifier(MODEL.names(), 3).write(folder.resolve("sharper.onnx"), HELD_OUT);
    assertThat(Evaluator.requireAlike(List.of(file, sharper), OtherModelTest::metadata).energies())
        .isEqualTo(MODEL.names());
  }

  private static Metadata metadata(Path detector) {
    return DetectorFile.metadata(detector, OpenOptions.DEFAULT);
  }

  @Test
  void everyDetectorIsOpenedOnceAndClosedBeforeTheNext() {
    Path sharper =
        new PointClassifier(MODEL.names(), 3).write(folder.resolve("sharp.onnx"), HELD_OUT);
    List<Path> opened = new ArrayList<>();
    List<Detector> detectors = new ArrayList<>();
    new Evaluator(set("normal", NORMAL), List.of(set("strange", STRANGE)), List.of(), n -> {})
        .evaluate(
            List.of(file, sharper),
            path -> {
              assertThat(detectors).allMatch(OtherModelTest::isClosed);
              opened.add(path);
              detectors.add(Detector.open(path));
              return detectors.get(detectors.size() - 1);
            });
    assertThat(opened).containsExactly(file, sharper);
    assertThat(detectors).allMatch(OtherModelTest::isClosed);
  }

  private static boolean isClosed(Detector detector) {
    try {
      detector.judge(NORMAL[0]);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  @Test
  void aGraphThatGivesMoreEnergiesThanItsMetadataNamesIsRefused() {
    byte[] model =
        new PointClassifier(List.of("odin"), 2).model(Calibration.of(new float[9]), Map.of());
    assertThatThrownBy(() -> DetectorDraft.open(model, "f.onnx"))
        .isInstanceOf(DetectorFileException.class)
        .hasMessage("f.onnx has energies of [2] for each sample, its metadata names 1: odin");
  }

  @Test
  void aFileThatJudgesOtherwiseThanItDidIsRefused() {
    Calibration calibration = detector.calibration();
    float[] points = {1, 2, 3, 4, -1, 0};
    PointClassifier blunt = new PointClassifier(MODEL.names(), 0.1f);
    Path changed = folder.resolve("changed.onnx");
    DetectorDraft.write(MODEL.model(calibration, blunt.vectors(calibration, points)), changed);
    assertThatThrownBy(() -> Detector.open(changed))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageContaining("does not judge as it did when it was trained")
        .hasMessageContaining("max softmax of sample 0 was -0.40");
    assertThat(detector.verify()).isEmpty();
  }

  private static Outcome run(String words) {
    return CommandLineTest.run(words.split(" "));
  }

  private static Path csv(String name, float[][] points) throws IOException {
    StringBuilder text = new StringBuilder("east,north\n");
    for (float[] point : points) {
      text.append("%s,%s%n".formatted(point[0], point[1]));
    }
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void scoresAreWrittenUnderTheNamesOfTheEnergies() throws IOException {
    String judging = "score --explain --detector %s --data %s --out %s/";
    Path data = csv("normal.csv", NORMAL);
    assertThat(run(judging.formatted(file, data, folder) + "v.csv").err()).isEmpty();
    List<String> table = Files.readAllLines(folder.resolve("v.csv"));
    assertThat(table.get(0))
        .isEqualTo(
            "sample,label,score,p_value,ood,error,max_softmax,logit_energy,why,\"share: %s\""
                .formatted(PointClassifier.PART));
    assertThat(table).hasSize(NORMAL.length + 1);
    assertThat(table.subList(1, table.size()))
        .allMatch(line -> line.endsWith(",\"%s\",1.0".formatted(PointClassifier.PART)));
    assertThat(run(judging.formatted(file, data, folder) + "v.jsonl").err()).isEmpty();
    try (Stream<String> lines = Files.lines(folder.resolve("v.jsonl"))) {
      assertThat(lines)
          .hasSize(NORMAL.length)
          .allMatch(
              line -> line.matches(".*\"max_softmax\":-[01][.].*\"logit_energy\":.*\"why\".*"));
    }
  }

  @Test
  void explainShowsTheSampleAndSaysWhatTheScoreIs() throws IOException {
    Path data = csv("strange.csv", STRANGE);
    Path page = folder.resolve("why");
    Outcome outcome =
        run("explain --strangest 2 --detector %s --data %s --out %s".formatted(file, data, page));
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .containsPattern("a stranger \\(score -0\\.3\\d+, p-value")
        .contains("\n  made of one statistic: " + PointClassifier.PART + "\n")
        .doesNotContain("(low)", "#");
    assertThat(Files.readString(page.resolve("index.html")))
        .contains("<th scope=\"row\">east</th>", "<th scope=\"row\">north</th>")
        .contains("Each sample as it is")
        .doesNotContain("expected</th>");
  }

  @Test
  void evaluateAndInspectShowWhatThereIs() throws IOException {
    Path report = folder.resolve("report");
    Outcome outcome =
        run(
            "evaluate --detector %s --in %s --out-of %s --baselines %s --report %s"
                .formatted(
                    file,
                    csv("in.csv", NORMAL),
                    csv("out.csv", STRANGE),
                    csv("learned.csv", HELD_OUT),
                    report));
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .contains("max softmax", "logit energy", "Mahalanobis distance")
        .doesNotContain("reconstruction", "kPCAError");
    assertThat(Files.readString(report.resolve("index.html")))
        .contains("distribution of max softmax", "Each sample as it is")
        .doesNotContain("NaN", "reconstruction error");
    assertThat(Files.readString(report.resolve("metrics.csv"))).contains(",logit_energy,energy,");
    assertThat(run("inspect " + file + " --verify").out())
        .contains("energies         max_softmax, logit_energy");
  }
}
