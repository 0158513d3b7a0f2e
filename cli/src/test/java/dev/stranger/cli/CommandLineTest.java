package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
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
    assertThat(outcome.err()).startsWith("stranger: there is no data set 'imagenet'");
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
