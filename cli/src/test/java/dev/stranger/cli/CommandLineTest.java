package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.train.TrainOptions;
import dev.stranger.train.net.NetworkOptions;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class CommandLineTest {

  @TempDir Path folder;

  /** What a command printed and how it ended. */
  record Outcome(int code, String out, String err) {}

  static Outcome run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = Stranger.commandLine();
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int code = command.execute(args);
    return new Outcome(code, out.toString(), err.toString());
  }

  @Test
  void helpAndVersionWorkEverywhere() {
    for (String[] command : new String[][] {{}, {"demo"}, {"data"}, {"data", "fetch"}}) {
      for (String option : new String[] {"--help", "--version"}) {
        String[] args = Arrays.copyOf(command, command.length + 1);
        args[command.length] = option;
        Outcome outcome = run(args);
        assertThat(outcome.code()).as(String.join(" ", args)).isZero();
        assertThat(outcome.out()).contains("stranger");
        assertThat(outcome.err()).isEmpty();
      }
    }
  }

  @Test
  void withoutACommandTheUsageIsShown() {
    assertThat(run().out()).contains("Usage: stranger");
    assertThat(run("data").out()).contains("fetch");
  }

  @Test
  void aRateOfEventsIsRefusedWhereNoneArePosted() {
    Outcome outcome = run("serve", "--detector", "none.onnx", "--webhook-rate", "5");
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).contains("--webhook-rate is for --webhook; leave it out");
  }

  @Test
  void everyNamedSetIsListedAndExplained() {
    Outcome list = run("data", "list", "--data-dir", folder.toString());
    assertThat(list.code()).isZero();
    for (String name : new String[] {"fashion-mnist", "svhn", "ecg5000", "sprites", "noise"}) {
      assertThat(list.out()).contains(name);
      Outcome info = run("data", "info", name);
      assertThat(info.code()).as(name).isZero();
      assertThat(info.out()).contains("licence:");
    }
  }

  @Test
  void failuresAreOneLineAndExitOne() {
    Outcome outcome = run("data", "info", "imagenet");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.err()).startsWith("stranger: 'imagenet' is neither a file or folder nor a");
  }

  @Test
  void infoDescribesAnyData() throws IOException {
    Outcome part = run("data", "info", "sprites:heart,size=1234");
    assertThat(part.code()).isZero();
    assertThat(part.out().lines())
        .containsExactly(
            "name:    sprites:heart,size=1234",
            "shape:   1x64x64",
            "range:   [0, 255]",
            "samples: %,d".formatted(1234),
            "labels:  square, ellipse, heart");
    Path table = Files.writeString(folder.resolve("t.csv"), "a,b\n1,2\n");
    assertThat(run("data", "info", table.toString()).out()).contains("t.csv").contains("none");
    assertThat(run("data", "info", table.toString(), "--verify").err())
        .contains("t.csv' has no published checksums");
  }

  @Test
  void thePartThatIsMeantWithoutANameIsMarked() {
    assertThat(run("data", "info", "cifar10").out().lines().filter(line -> line.contains("(def")))
        .singleElement()
        .asString()
        .contains("cifar10:test")
        .endsWith("(default)");
    assertThat(run("data", "info", "heartbeats").out())
        .containsPattern("heartbeats:normal .*\\(default\\)");
  }

  @Test
  void filesThatDifferAreFoundAndLeftAlone() throws IOException {
    Path set = Files.createDirectories(folder.resolve("ecg5000"));
    Path train = Files.writeString(set.resolve("ECG5000_TRAIN.txt"), "<html>");
    Path test = Files.writeString(set.resolve("ECG5000_TEST.txt"), "1 2 3\n");
    String where = folder.toString();

    Outcome info = run("data", "info", "ecg5000", "--verify", "--data-dir", where);
    assertThat(info.code()).isEqualTo(1);
    for (Path file : new Path[] {train, test}) {
      assertThat(info.out())
          .contains(file + ", differs from the published file; delete it and fetch again");
    }
    assertThat(run("data", "info", "ecg5000", "--data-dir", where).code()).isZero();

    Outcome fetch = run("data", "fetch", "ecg5000", "--data-dir", where);
    assertThat(fetch.code()).isEqualTo(1);
    assertThat(fetch.err()).contains("delete " + train + " and fetch again");
    assertThat(train).exists();
  }

  @Test
  void theRateDoesNotCountWhatWasThereBefore() {
    StringWriter out = new StringWriter();
    AtomicLong time = new AtomicLong(7);
    try (Progress progress =
        new Progress.Lines(new PrintWriter(out), "x", 2000, "byte", time::get)) {
      progress.to(1000);
      time.addAndGet(10_000_000_000L);
      progress.to(1100);
    }
    assertThat(out.toString().strip())
        .isEqualTo("x: %,d of %,d bytes, %.1f a second, 90 s left".formatted(1100, 2000, 10.0));
  }

  @Test
  void debugShowsWhereItFailed() {
    assertThat(run("data", "info", "imagenet", "--debug").err()).contains("    at dev.stranger");
  }

  @Test
  void wrongUsageExitsTwo() {
    assertThat(run("data", "fetch").code()).isEqualTo(2);
    assertThat(run("dance").code()).isEqualTo(2);
    assertThat(run("demo", "--fast").err()).contains("--fast").contains("--help");
  }

  @Test
  void whatIsMistypedGetsASuggestion() {
    assertThat(run("trian").err())
        .startsWith("stranger: there is no command 'trian'; did you mean train?");
    assertThat(run("eval").err()).contains("did you mean evaluate?");
    assertThat(run("data", "ifno").err()).contains("no command 'ifno'; did you mean info?");
    assertThat(run("score", "--detctor", "d.onnx").err())
        .contains("there is no option '--detctor'; did you mean --detector?");
    assertThat(run("score", "--detctor=d.onnx").err()).contains("no option '--detctor'; did you");
    assertThat(run("dance").err())
        .startsWith("stranger: there is no command 'dance'")
        .doesNotContain("did you mean");
    assertThat(run("inspect", "a", "b").err()).contains("'b' is one argument too many");
  }

  @Test
  void hintsRepeatTheCommandAsItWasCalled() {
    System.setProperty("stranger.command", "./stranger");
    try {
      assertThat(run("--help").out()).startsWith("Usage: ./stranger ");
      assertThat(run("sign", "--help").out()).contains("  ./stranger sign --new-key key.pem");
      assertThat(run("data", "list").out()).contains("./stranger data info NAME");
      assertThat(run("score").err()).contains("Try './stranger score --help'");
      assertThat(run("data", "info", "svhn:train", "--data-dir", folder.toString()).err())
          .contains("./stranger data fetch");
    } finally {
      System.clearProperty("stranger.command");
    }
  }

  @Test
  void helpFitsAScreenAndSaysHowCommandsEnd() {
    assertThat(run("help").out()).isEqualTo(run("--help").out());
    assertThat(run("help", "score").out()).isEqualTo(run("score", "--help").out());
    assertThat(run("help").out()).contains("  3   score --fail-on-ood found strangers");
    assertThat(run("score", "--help").out()).contains("  3   --fail-on-ood found strangers");
    assertAllHelp(Stranger.commandLine());
  }

  private static void assertAllHelp(CommandLine command) {
    String help = command.getUsageMessage();
    assertThat(help.lines()).allMatch(line -> line.length() <= 100).contains("  2   wrong usage");
    command.getCommandSpec().options().forEach(option -> assertChoicesAreNamed(option));
    command.getSubcommands().values().stream()
        .filter(sub -> !(sub.getCommand() instanceof CommandLine.HelpCommand))
        .forEach(CommandLineTest::assertAllHelp);
  }

  /** Help shows values as they are typed, in small letters. */
  private static void assertChoicesAreNamed(OptionSpec option) {
    Object[] values = option.type().getEnumConstants();
    for (Object value : values == null ? new Object[0] : values) {
      assertThat(String.join(" ", option.description()))
          .as(option.longestName())
          .containsPattern("\\b%s\\b".formatted(Converters.word((Enum<?>) value)));
    }
  }

  @Test
  void generatedSetsNeedNoFetch() {
    Outcome outcome = run("data", "fetch", "sprites");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("sprites is generated when it is used");
  }

  /** The demo as it is, but with a network that has learnt next to nothing. */
  @Test
  void theDemoShowsItsNumbersAndLeavesItsFiles() {
    StringWriter out = new StringWriter();
    Path demo = folder.resolve("demo");
    TrainOptions quick =
        Demo.OPTIONS
            .with(NetworkOptions.DEFAULT.withSizes(2, 16, 12))
            .with(Demo.OPTIONS.learning().withEpochs(2));
    new Demo(new PrintWriter(out), demo, quick).run();
    assertThat(out.toString())
        .contains("AUROC")
        .contains("sprites:heart")
        .contains("noise")
        .contains("stranger train --data");
    for (String file :
        new String[] {
          "detector.onnx", "samples.png", "report/index.html", "verdicts-sprites-heart.csv"
        }) {
      assertThat(demo.resolve(file)).isNotEmptyFile();
    }
  }

  @Test
  void aTableIsLearntAndNewRowsAreJudgedByTheirColumnNames() throws IOException {
    Path table = folder.resolve("orders.csv");
    Path detector = folder.resolve("orders.onnx");
    Files.writeString(table, rows("price,weight,note,count", 1, 300, false));
    Outcome train =
        run(
            "train",
            "--data",
            table.toString(),
            "--drop",
            "note",
            "--epochs",
            "60",
            "--out",
            detector.toString(),
            "--device",
            "cpu");
    assertThat(train.err()).isEmpty();
    assertThat(train.code()).isZero();
    assertThat(train.out())
        .contains("learning from 225 of them: 60 epochs of 10 steps of 16 samples")
        .containsPattern("estimated: \\d+ seconds, \\d+ MB of memory, a file of \\d+ MB");

    Path other = folder.resolve("other.csv");
    Files.writeString(other, rows("count,note,price,weight", 2, 100, true));
    Path verdicts = folder.resolve("verdicts.csv");
    Outcome score =
        run(
            "score",
            "--detector",
            detector.toString(),
            "--data",
            other.toString(),
            "--out",
            verdicts.toString(),
            "--fail-on-ood");
    assertThat(score.err()).isEmpty();
    assertThat(score.code()).as("strangers were found").isEqualTo(3);
    List<String> lines = Files.readAllLines(verdicts);
    assertThat(lines).hasSize(101);
    assertThat(lines.get(100)).as("the row that was made strange").contains(",true,");
    assertThat(run("inspect", detector.toString()).out())
        .contains("price, weight, count")
        .containsPattern("\ntrained on       orders.csv, 225 samples; 75 more held out\n")
        .containsPattern("\ndata SHA-256     [0-9a-f]{64}\n")
        .containsPattern("\ntraining         60 epochs; objective \\S+ after the first, \\S+ after")
        .doesNotContain("{", "Options[");
    assertThat(run("inspect", detector.toString(), "--json").out())
        .contains("\"sha256\"")
        .containsPattern("\"curve\" : \\[( [-\\d.]+,){59} [-\\d.]+ \\]");
  }

  @Test
  void aWeakDetectorSaysSoInOneLineWithARemedy() {
    Path detector = folder.resolve("noise.onnx");
    String words =
        "train --data noise:size=300 --size 16x16 --epochs 2 --device cpu --out " + detector;
    Outcome train = run(words.split(" "));
    assertThat(train.err()).isEmpty();
    assertThat(train.out().lines().filter(line -> line.startsWith("weak on near strangers")))
        .singleElement()
        .asString()
        .containsPattern(
            "pass, such as ([^,%]+ \\d+ %, ){4}[^,%]+ \\d+ %; features of a pretrained")
        .endsWith("more samples or --thorough may help");
    assertThat(run("inspect", detector.toString()).out())
        .containsPattern("\nmade strangers   of 75 altered held-out samples pass: ");
  }

  /** Orders whose price follows from weight and count; the last one may not. */
  private static String rows(String header, long seed, int count, boolean lastIsStrange) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder(header).append('\n');
    for (int i = 0; i < count; i++) {
      double weight = 1 + random.nextDouble();
      int pieces = 1 + random.nextInt(20);
      boolean strange = lastIsStrange && i == count - 1;
      double price = strange ? -500 : 3 * weight * pieces + 0.1 * random.nextGaussian();
      Map<String, Object> values =
          Map.of("price", price, "weight", weight, "note", "n" + i, "count", pieces);
      text.append(
              Arrays.stream(header.split(","))
                  .map(column -> String.valueOf(values.get(column)))
                  .collect(Collectors.joining(",")))
          .append('\n');
    }
    return text.toString();
  }

  @Test
  void aFolderOfPicturesOfMixedSizesIsLearntAndJudged() throws IOException {
    Random random = new Random(1);
    for (int i = 0; i < 90; i++) {
      int side = 20 + random.nextInt(60);
      BufferedImage image = new BufferedImage(side, side + 3, BufferedImage.TYPE_INT_RGB);
      image.getGraphics().fillOval(2, 2, side - random.nextInt(12) - 4, side - 8);
      Path file = folder.resolve("photos/" + i + ".png");
      Files.createDirectories(file.getParent());
      ImageIO.write(image, "png", file.toFile());
    }
    Path detector = folder.resolve("photos.onnx");
    Outcome train =
        run(
            "train",
            "--data",
            folder.resolve("photos").toString(),
            "--epochs",
            "2",
            "--out",
            detector.toString());
    assertThat(train.err()).isEmpty();
    assertThat(train.out()).contains("90 samples of 3x32x32");
    Outcome score =
        run(
            "score",
            "--detector",
            detector.toString(),
            "--data",
            folder.resolve("photos/7.png").toString());
    assertThat(score.code()).isZero();
    assertThat(score.out()).contains("\n7.png,");
  }

  @Test
  void aSeriesFileIsLearntAndJudged() throws IOException {
    Path series = folder.resolve("beats_TRAIN.tsv");
    StringBuilder text = new StringBuilder();
    Random random = new Random(1);
    for (int i = 0; i < 120; i++) {
      text.append(1);
      double phase = random.nextDouble();
      for (int t = 0; t < 40; t++) {
        text.append('\t').append(1000 + 200 * Math.sin(t / 3.0 + phase));
      }
      text.append('\n');
    }
    Files.writeString(series, text);
    Path detector = folder.resolve("beats.onnx");
    Outcome train =
        run("train", "--data", series.toString(), "--epochs", "2", "--out", detector.toString());
    assertThat(train.err()).isEmpty();
    Outcome score = run("score", "--detector", detector.toString(), "--data", series.toString());
    assertThat(score.out().lines()).hasSize(121);
  }

  @Test
  void wrongDataForADetectorIsRefused() {
    Path detector = folder.resolve("none.onnx");
    Outcome outcome = run("score", "--detector", detector.toString(), "--data", "noise");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("there is no detector file");
  }
}
