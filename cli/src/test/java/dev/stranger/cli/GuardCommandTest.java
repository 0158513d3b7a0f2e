package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.cli.CommandLineTest.Outcome;
import dev.stranger.score.Detector;
import dev.stranger.train.onnx.OnnxGraph;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardCommandTest {

  private static final Path MODELS = Path.of("../train/src/test/resources/guard");
  private static final String NORMAL = "sprites:square,size=300";

  @TempDir Path folder;

  private static Outcome guard(String model, String... more) {
    List<String> args = new ArrayList<>(List.of("guard", "--model", file(model)));
    args.addAll(Arrays.asList(more));
    return CommandLineTest.run(args.toArray(String[]::new));
  }

  private static String file(String model) {
    return MODELS.resolve(model + ".onnx").toString();
  }

  private Path guarded(String model, String... more) {
    return guardedOn(NORMAL, model, more);
  }

  private Path guardedOn(String data, String model, String... more) {
    Path out = folder.resolve("guarded.onnx");
    List<String> args = new ArrayList<>(List.of("--data", data, "--epochs", "2"));
    args.addAll(List.of("--out", out.toString()));
    args.addAll(Arrays.asList(more));
    Outcome outcome = guard(model, args.toArray(String[]::new));
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("is written");
    return out;
  }

  private static int strangers(Path detector, String data) {
    Outcome outcome =
        CommandLineTest.run("score", "--detector", detector.toString(), "--data", data);
    assertThat(outcome.code()).as(outcome.err()).isZero();
    return (int) outcome.out().lines().filter(line -> line.contains(",true,")).count();
  }

  @Test
  void whatCanBeWatchedIsListedInWords() {
    Outcome outcome = guard("cnn-13", "--list");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out())
        .contains("* /Relu_3_output_0 ")
        .contains("what the last layer decides by")
        .containsPattern("/Relu_2_output_0 +32x7x7 +before the pooling");
  }

  @Test
  void aGuardedNetworkIsADetectorForAllCommands() {
    Path detector = guarded("cnn-13");
    assertThat(strangers(detector, "noise:size=50")).isGreaterThan(40);
    assertThat(strangers(detector, "sprites:square,size=200,seed=7")).isLessThan(40);
    Outcome inspected = CommandLineTest.run("inspect", detector.toString());
    assertThat(inspected.out()).contains("energy, max_softmax, margin").contains("guard");
    Path why = folder.resolve("why");
    Outcome explained =
        CommandLineTest.run(
            "explain",
            "--detector",
            detector.toString(),
            "--data",
            "noise:size=3",
            "--out",
            why.toString());
    assertThat(explained.code()).as(explained.err()).isZero();
    assertThat(explained.out()).contains("length of the features");
  }

  @Test
  void theFirstSamplesShowWhetherThePreprocessingIsRight() {
    Path out = folder.resolve("x.onnx");
    Outcome outcome = guard("cnn-13", "--data", NORMAL, "--epochs", "1", "--out", out.toString());
    assertThat(outcome.out())
        .containsPattern("  4: class \\d \\(\\d+ %\\)")
        .contains("--preprocess");
  }

  @Test
  void aMapShowsWhereAPictureIsStrange() {
    Path file = guarded("cnn-13", "--map", "--at", "/Relu_1_output_0");
    try (Detector detector = Detector.open(file)) {
      assertThat(detector.hasMap()).isTrue();
      float[] map = detector.map(detector.testSamples().get(0), 1);
      assertThat(map).hasSize(28 * 28);
      assertThat(detector.explain(detector.testSamples().get(0)).map()).isEqualTo(map);
    }
  }

  @Test
  void largePicturesAreCutIntoTiles() {
    String[] tiles = {"--map", "--at", "/Relu_1_output_0", "--tile", "28", "--size", "64"};
    Path file = guardedOn("noise:size=100", "cnn-13", tiles);
    try (Detector detector = Detector.open(file)) {
      assertThat(detector.shape().toString()).isEqualTo("1x64x64");
      assertThat(detector.map(detector.testSamples().get(0), 1)).hasSize(64 * 64);
    }
    assertThat(strangers(file, "strokes:size=20")).isGreaterThan(15);
  }

  @Test
  void aBackboneJudgesWithoutTheOutputsOfTheNetwork() throws Exception {
    Path out = folder.resolve("backbone.onnx");
    Outcome outcome =
        CommandLineTest.run(
            "train",
            "--backbone",
            file("cnn-13") + ":/ReduceMean_output_0",
            "--data",
            NORMAL,
            "--epochs",
            "2",
            "--out",
            out.toString());
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(strangers(out, "noise:size=50")).isGreaterThan(40);
    assertThat(Files.size(out)).isLessThan(Files.size(guarded("cnn-13")));
  }

  @Test
  void aBackboneHasTheScoresOfAGuard() {
    Path out = folder.resolve("backbone.onnx");
    String[] words = {
      "train", "--backbone", file("cnn-13"), "--data", NORMAL, "--out", out.toString(), "--score"
    };
    Outcome known = CommandLineTest.run(more(words, "max_softmax", "--epochs", "1"));
    assertThat(known.code()).as(known.err()).isZero();
    assertThat(CommandLineTest.run(more(words, "neighbour")).err())
        .contains("guard has no score 'neighbour'; choose one of witnesses,");
    requireMisuse(
        CommandLineTest.run(more(words, "energy", "--thorough")), "with --score energy training");
  }

  private static String[] more(String[] words, String... others) {
    return Stream.concat(Arrays.stream(words), Arrays.stream(others)).toArray(String[]::new);
  }

  @Test
  void otherLayoutsTypesAndInputsAreFilled() {
    assertThat(strangers(guarded("nhwc-13"), "noise:size=20")).isGreaterThan(15);
    assertThat(strangers(guarded("half-17"), "noise:size=20")).isGreaterThan(15);
    assertThat(strangers(guarded("two-inputs-13", "--input", "temperature=2"), "noise:size=20"))
        .isGreaterThan(15);
  }

  /** A network that takes all values of a picture as one row says nothing of their sizes. */
  @Test
  void picturesAreReadAsWishedForANetworkOfRows() throws Exception {
    Random random = new Random(1);
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("x", 64);
    String hidden = graph.node("Relu", graph.matmul(x, weights(graph, random, 64, 8)));
    graph.output("output", graph.matmul(hidden, weights(graph, random, 8, 3)), 3);
    Path rows = Files.write(folder.resolve("rows.onnx"), graph.toModel("test", Map.of()));
    String words =
        "guard --model %s --data %s --size 8 --colour grey --epochs 1 --out %s"
            .formatted(rows, NORMAL, folder.resolve("guarded.onnx"));
    Outcome outcome = CommandLineTest.run(words.split(" "));
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("300 samples of 1x8x8");
  }

  private static String weights(OnnxGraph graph, Random random, int from, int to) {
    float[] values = new float[from * to];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return graph.constant(values, from, to);
  }

  @Test
  void misuseIsOneLineAndWritesNothing() {
    requireMisuse(guard("cnn-13"), "give --data and --out, or --list");
    requireMisuse(guard("cnn-13", "--list", "--data", NORMAL), "--list only looks");
    requireMisuse(guard("two-inputs-13", "--list"), "--input NAME=VALUE");
    requireMisuse(guard("cnn-13", "--list", "--input", "nothing=1"), "has no input 'nothing'");
    requireMisuse(guard("cnn-13", "--list", "--mean", "1,2,3"), "there are 3 means for samples");
    requireMisuse(guard("cnn-13", "--list", "--range", "0-2"), "neither 0-1 nor 0-255");
    requireMisuse(
        guard("cnn-13", "--list", "--preprocess", "imagenet", "--mean", "1"), "--preprocess sets");
    Path out = folder.resolve("out.onnx");
    requireMisuse(
        guard("cnn-13", "--tile", "28", "--data", NORMAL, "--out", out.toString()), "--size");
    requireMisuse(
        CommandLineTest.run("train", "--data", NORMAL, "--out", out.toString(), "--mean", "1"),
        "--mean is for --backbone");
    String[] data = {"--data", NORMAL, "--out", out.toString()};
    requireMisuse(guard("cnn-13", more(data, "--overlap", "0.3")), "--overlap is for --tile");
    requireMisuse(
        guard("cnn-13", more(data, "--colour", "grey")),
        "the network takes pictures of 1 channel, so --colour changes nothing");
    requireMisuse(
        CommandLineTest.run(
            more(new String[] {"train", "--backbone", file("cnn-13"), "--colour", "rgb"}, data)),
        "--colour changes nothing");
    Outcome table = guard("cnn-13", more(data, "--types", "a=category"));
    requireMisuse(table, "--types is for tables");
    Outcome unknown = guard("cnn-13", "--at", "nothing", "--data", NORMAL, "--out", out.toString());
    assertThat(unknown.code()).isEqualTo(1);
    assertThat(unknown.err()).contains("has no tensor 'nothing'");
    String[] small = {"--tile", "28", "--size", "20", "--data", NORMAL, "--out", out.toString()};
    assertThat(guard("cnn-13", small).err()).contains("cannot be cut into tiles");
    String[] score = {"--score", "luck", "--data", NORMAL, "--out", out.toString()};
    assertThat(guard("cnn-13", score).err()).contains("has no score 'luck'");
    assertThat(out).doesNotExist();
  }

  private static void requireMisuse(Outcome outcome, String why) {
    assertThat(outcome.code()).as(outcome.err()).isEqualTo(2);
    assertThat(outcome.err()).contains(why);
  }
}
