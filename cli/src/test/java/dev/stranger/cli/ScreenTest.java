package dev.stranger.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.DataException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What reaches the screen, and what is said when it cannot be reached or the machine gives up. */
class ScreenTest {

  private static final String NAME = "a\u001b[2J\nstranger: all is well\u202e.csv";

  @TempDir static Path folder;
  private static Path detector;
  private static Path table;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeAll
  static void train() throws IOException {
    StringBuilder rows = new StringBuilder("x,\"=y\n\",kind\n");
    for (int i = 0; i < 100; i++) {
      rows.append("%d,%d,%s%n".formatted(i % 7, i % 5, i % 2 == 0 ? "=1+1" : "\"b\u001b[1m\nc\""));
    }
    table = Files.writeString(folder.resolve(NAME), rows);
    detector = folder.resolve("detector.onnx");
    String[] args = {
      "train",
      "--data",
      table.toString(),
      "--label",
      "kind",
      "--epochs",
      "1",
      "--out",
      detector.toString(),
      "--device",
      "cpu"
    };
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    assertThat(Stranger.run(said, said, args)).as(said.toString(UTF_8)).isZero();
    assertPlain(said.toString(UTF_8));
  }

  private int run(OutputStream to, String... args) {
    return Stranger.run(to, err, args);
  }

  private static void assertPlain(String text) {
    assertThat(text).matches("(?s)[\\P{Cntrl}\\n]*").doesNotContain("\nstranger: all", "\u202e");
  }

  private String[] score(String... more) {
    String[] args = {
      "score", "--detector", detector.toString(), "--data", table.toString(), "--label", "kind"
    };
    String[] all = java.util.Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return all;
  }

  @Test
  void namesCanNeitherForgeLinesNorSteerATerminal() {
    assertThat(run(out, score())).isZero();
    assertThat(out.toString(UTF_8)).contains("b\\u001b[1m\\nc");
    assertThat(run(out, "inspect", detector.toString())).isZero();
    assertThat(run(out, "data", "info", table.toString(), "--label", "kind")).isZero();
    assertThat(run(out, "score", "--detector", table.toString(), "--data", "x\n\u001b[2J")).isOne();
    assertThat(run(out, "score", "--no\nsuch\u001b")).isEqualTo(2);
    assertPlain(out.toString(UTF_8));
    assertPlain(err.toString(UTF_8));
  }

  @Test
  void aFileOfVerdictsKeepsNamesAsTheyAre() throws IOException {
    Path file = folder.resolve("verdicts.csv");
    assertThat(run(out, score("--out", file.toString()))).isZero();
    assertThat(Files.readString(file)).contains(",\"b\u001b[1m\nc\",").contains("\n0,=1+1,");
  }

  @Test
  void aSpreadsheetGetsNoFormulas() throws IOException {
    Path file = folder.resolve("sheet.csv");
    assertThat(run(out, score("--out", file.toString(), "--spreadsheet-safe"))).isZero();
    assertThat(Files.readString(file)).contains("\n0,'=1+1,").doesNotContain(",=1");
    VerdictCsv safe = VerdictCsv.PLAIN.withoutFormulas();
    for (String text : new String[] {"=1", "+1", "-1", "@x", "\tx", "\rx", "\n=1"}) {
      assertThat(safe.cell().apply(text)).isEqualTo("'" + text);
    }
    assertThat(safe.cell().apply("a=1")).isEqualTo("a=1");
  }

  /** As /dev/full, or a pipe that nobody reads any more. */
  private static final class Broken extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      throw new IOException("No space left on device");
    }
  }

  @Test
  void verdictsThatDoNotArriveAreAFailure() {
    assertThat(run(new Broken(), score())).isOne();
    assertThat(run(new Broken(), score("--fail-on-ood", "--false-alarm", "0.9"))).isOne();
    assertThat(run(new Broken(), "data", "list")).isOne();
    assertThat(err.toString(UTF_8).lines().filter(line -> line.startsWith("stranger: ")))
        .hasSize(3)
        .containsOnly("stranger: " + Errors.outputIsLost().getMessage());
    assertThat(run(new Broken(), "no-such-command")).isEqualTo(2);
  }

  private String said(Throwable e) {
    CommandLine command = Stranger.commandLine().setErr(new Screen(err));
    assertThat(Errors.failed(e, command, false)).isOne();
    String line = err.toString(UTF_8);
    err.reset();
    assertThat(line).matches("stranger: .*\\R");
    return line;
  }

  @Test
  void anExhaustedMachineIsOneLineWithARemedy() {
    String memory = "stranger: the memory is exhausted (Java heap space; Java may take ";
    OutOfMemoryError heap = new OutOfMemoryError("Java heap space");
    assertThat(said(heap)).startsWith(memory).contains("JDK_JAVA_OPTIONS=-Xmx4g");
    assertThat(said(new IllegalStateException(new ExecutionException(heap)))).startsWith(memory);
    assertThat(said(new RuntimeException("alloc_cpu.cpp: can't allocate memory\nat x")))
        .startsWith("stranger: the memory is exhausted (alloc_cpu.cpp: can't allocate memory;");
    assertThat(said(new ExceptionInInitializerError(new NoSuchFileException("/full/libonnx.so"))))
        .contains("libraries in %s, which has".formatted(System.getProperty("java.io.tmpdir")))
        .contains("-Djava.io.tmpdir=FOLDER");
    assertThat(said(new UnsatisfiedLinkError("no jnitorch in java.library.path")))
        .contains("UnsatisfiedLinkError: no jnitorch in java.library.path");
    assertThat(said(new StackOverflowError())).contains("unexpected java.lang.StackOverflowError");
    assertThat(said(new ExecutionException(new DataException("a clear line"))))
        .isEqualTo("stranger: a clear line%n".formatted());
  }
}
