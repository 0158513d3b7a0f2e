package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CommandLineTest {

  @TempDir Path folder;

  /** What a command printed and how it ended. */
  private record Outcome(int code, String out, String err) {}

  private static Outcome run(String... args) {
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
    assertThat(run("data", "info", "imagenet", "--debug").err()).contains("\tat dev.stranger");
  }

  @Test
  void wrongUsageExitsTwo() {
    assertThat(run("data", "fetch").code()).isEqualTo(2);
    assertThat(run("dance").code()).isEqualTo(2);
    assertThat(run("demo", "--fast").err()).contains("--fast").contains("--help");
  }

  @Test
  void generatedSetsNeedNoFetch() {
    Outcome outcome = run("data", "fetch", "sprites");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("sprites is generated when it is used");
  }

  @Test
  void theDemoShowsItsNumbersAndLeavesItsPictures() {
    Outcome outcome = run("demo", "--out", folder.resolve("demo").toString());
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out()).contains("AUROC").contains("noise").contains("floor");
    for (String file : new String[] {"samples.png", "scores.png", "scores.csv"}) {
      assertThat(folder.resolve("demo").resolve(file)).isNotEmptyFile();
    }
  }
}
