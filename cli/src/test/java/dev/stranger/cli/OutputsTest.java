package dev.stranger.cli;

import static dev.stranger.cli.CommandLineTest.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.cli.CommandLineTest.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputsTest {

  private static final String ROWS = "a,b\n1,2\n";

  @TempDir Path folder;
  private Path table;

  @BeforeEach
  void writeTable() throws IOException {
    table = Files.writeString(folder.resolve("own.csv"), ROWS);
  }

  private void assertRefused(String message, String command) {
    Outcome outcome = run(command.replace("DIR", folder.toString()).split(" "));
    assertThat(outcome.err())
        .as(command)
        .startsWith("stranger: " + message.replace("DIR", folder.toString()) + "\n");
    assertThat(outcome.code()).as(command).isEqualTo(2);
    assertThat(table).hasContent(ROWS.strip());
    assertThat(folder).isDirectoryNotContaining(file -> !file.equals(table));
  }

  @Test
  void whatIsReadIsNotWrittenOver() {
    assertRefused(
        "--out DIR/own.csv is the file of --data, which would be lost; choose another",
        "train --data DIR/own.csv --out DIR/own.csv");
    assertRefused(
        "--out DIR/./own.csv is the file of --data, which would be lost; choose another",
        "score --detector DIR/d.onnx --data DIR/own.csv --out DIR/./own.csv");
    assertRefused(
        "--checkpoint DIR/own.csv is the file of --data, which would be lost; choose another",
        "train --data DIR/own.csv:part --out DIR/d.onnx --checkpoint DIR/own.csv");
  }

  @Test
  void twoOutputsAreTwoFiles() {
    assertRefused(
        "--checkpoint DIR/d.onnx is the file of --out, which would be lost; choose another",
        "train --data DIR/own.csv --out DIR/d.onnx --checkpoint DIR/d.onnx");
  }

  @Test
  void verdictsHaveAFormatBeforeAnythingIsRead() {
    assertRefused(
        "--out takes a .csv or a .jsonl file, not DIR/v.txt",
        "score --detector DIR/missing.onnx --data DIR/own.csv --out DIR/v.txt");
    assertRefused(
        "--spreadsheet-safe is for .csv, not for DIR/v.jsonl; leave it out",
        "score --detector DIR/missing.onnx --data DIR/own.csv --out DIR/v.jsonl --spreadsheet-safe");
  }

  @Test
  void aPictureIsAPng() {
    assertRefused(
        "--curve is a PNG file, such as curve.png, got DIR/c.txt",
        "train --data DIR/own.csv --out DIR/d.onnx --curve DIR/c.txt");
  }

  @Test
  void noPictureIsWrittenAmongThoseThatAreRead() throws IOException {
    Path pictures = Files.createDirectories(Files.createTempDirectory("pictures").resolve("cats"));
    String inside =
        pictures.getParent().resolve(".").resolve("cats").resolve("new/c.png").toString();
    assertRefused(
        "--curve %s lies among the files of --data and would become one of them; choose another"
                .formatted(inside)
            + " place",
        "train --data %s --out DIR/d.onnx --curve %s".formatted(pictures, inside));
    assertRefused(
        "--plot %s lies among the files of --data and would become one of them; choose another"
                .formatted(inside)
            + " place",
        "drift --detector DIR/d.onnx --data %s --plot %s".formatted(pictures, inside));
    assertRefused(
        "--report %s/r lies in the folder of --in; choose another place".formatted(pictures),
        "evaluate --made --detector DIR/d.onnx --in %s --report %s/r"
            .formatted(pictures, pictures));
    assertRefused(
        "--out %s lies in the folder of --data; choose another place".formatted(pictures),
        "explain --detector DIR/d.onnx --data %s --out %s".formatted(pictures, pictures));
  }

  @Test
  void noTextIsWrittenAmongThePartsOfATable() throws IOException {
    Path parts = Files.createTempDirectory("parts");
    Files.writeString(parts.resolve("may.csv"), ROWS);
    assertRefused(
        "--out %s/v.csv lies among the files of --data and would become one of them; choose another place"
            .formatted(parts),
        "score --detector DIR/d.onnx --data %s --out %s/v.csv".formatted(parts, parts));
    Path results = Files.createDirectory(parts.resolve("results"));
    for (String out : new String[] {parts + "/v.jsonl", results + "/v.csv"}) {
      String line = "score --detector x --data %s --out %s".formatted(parts, out);
      assertThat(run(line.split(" ")).err()).as(out).contains("there is no detector file x");
    }
  }

  @Test
  void aReportReplacesNothingThatIsRead() throws IOException {
    Path metrics = Files.writeString(Files.createTempDirectory("in").resolve("metrics.csv"), ROWS);
    String folder = metrics.getParent().toString();
    for (String option : new String[] {"--in", "--out-of", "--baselines"}) {
      String words = "evaluate --made --detector DIR/d.onnx --report %s ".formatted(folder);
      String in = option.equals("--in") ? "" : "--in DIR/own.csv ";
      assertRefused(
          "--report %s is the file of %s, which would be lost; choose another"
              .formatted(metrics, option),
          words + in + option + " " + metrics);
    }
    assertThat(metrics).hasContent(ROWS.strip());
  }

  @Test
  void aCommandThatFailsLeavesNoFolder() {
    Outcome outcome =
        run("evaluate --detector x --in y --made --report %s/rep".formatted(folder).split(" "));
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(folder.resolve("rep")).doesNotExist();
  }

  @Test
  void valuesThatMakeNoSenseAreRefusedBeforeDataIsRead() {
    String train = "train --data DIR/own.csv --out DIR/d.onnx ";
    assertRefused(
        "Invalid value for option '--false-alarm': must lie between 0 and 1, such as 0.05, got 2",
        train + "--false-alarm 2");
    assertRefused("Invalid value for option '--risk': 'low' is not a number", train + "--risk low");
    assertRefused(
        "Invalid value for option '--batch': must be 1 or more, got -1", train + "--batch -1");
    assertRefused(
        "Invalid value for option '--device': there is no device 'gpu';"
            + " use auto, cpu, cuda or cuda-bf16",
        train + "--device gpu");
    assertRefused(
        "Invalid value for option '--contamination': the share of strangers must lie between 0 and"
            + " 0.5, got 7.0",
        train + "--method robust_rkm --contamination 7");
    assertRefused(
        "Invalid value for option '--contamination': 'few' is not a number",
        "paper --contamination few");
    assertRefused(
        "Invalid value for option '--network': 'cnn' is none of auto, conv, recurrent, dense",
        train + "--network cnn");
  }
}
