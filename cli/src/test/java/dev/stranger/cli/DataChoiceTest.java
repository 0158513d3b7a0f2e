package dev.stranger.cli;

import static dev.stranger.cli.CommandLineTest.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.cli.CommandLineTest.Outcome;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An option that means nothing for the data of a command is refused, whatever the data. */
class DataChoiceTest {

  private static final List<String> TABLE = List.of("--columns", "--drop", "--label", "--series");
  private static final List<String> PICTURES = List.of("--size", "--colour");

  private static final Map<String, String> VALUES =
      Map.of(
          "--columns", "1",
          "--drop", "2",
          "--label", "1",
          "--series", "",
          "--size", "4",
          "--colour", "grey");

  @TempDir private static Path folder;

  private static Path table;
  private static Path series;
  private static Path pictures;

  @BeforeAll
  static void writeData() throws IOException {
    table = Files.writeString(folder.resolve("t.csv"), "1,2,3\n".repeat(4));
    series = Files.writeString(folder.resolve("S_TRAIN.tsv"), "1\t2\t3\n".repeat(4));
    pictures = Files.createDirectory(folder.resolve("pictures"));
    BufferedImage image = new BufferedImage(6, 5, BufferedImage.TYPE_INT_RGB);
    ImageIO.write(image, "png", pictures.resolve("a.png").toFile());
  }

  private static Path npy(int... dimensions) throws IOException {
    String shape = IntStream.of(dimensions).mapToObj(d -> d + ",").reduce("", String::concat);
    String header = "{'descr': '|u1', 'fortran_order': False, 'shape': (%s), }%n".formatted(shape);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    bytes.writeBytes(new byte[] {(byte) header.length(), 0});
    bytes.writeBytes(header.getBytes(StandardCharsets.US_ASCII));
    bytes.writeBytes(new byte[IntStream.of(dimensions).reduce(1, (a, b) -> a * b)]);
    return Files.write(
        folder.resolve(dimensions.length + "-" + shape + ".npy"), bytes.toByteArray());
  }

  private static Path idx(int... dimensions) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(0x0800 | dimensions.length);
    for (int dimension : dimensions) {
      out.writeInt(dimension);
    }
    out.write(new byte[IntStream.of(dimensions).reduce(1, (a, b) -> a * b)]);
    return Files.write(folder.resolve(dimensions.length + "-ubyte"), bytes.toByteArray());
  }

  private static void assertMeaning(Object data, String holds, List<String> meant) {
    for (Map.Entry<String, String> option : VALUES.entrySet()) {
      String words = "data info %s %s %s".formatted(data, option.getKey(), option.getValue());
      Outcome outcome = run(words.strip().split(" "));
      if (meant.contains(option.getKey())) {
        assertThat(outcome.err()).as(words).isEmpty();
      } else {
        assertThat(outcome.code()).as(words).isEqualTo(2);
        assertThat(outcome.err().lines().findFirst().orElseThrow())
            .as(words)
            .startsWith("stranger: %s is for ".formatted(option.getKey()))
            .endsWith("; %s holds %s; leave it out".formatted(data, holds));
      }
    }
  }

  @Test
  void everyKindOfDataTakesItsOwnOptionsAlone() throws IOException {
    assertMeaning(table, "a table", TABLE);
    assertMeaning(series, "series", List.of());
    assertMeaning(pictures, "pictures", PICTURES);
    assertMeaning(npy(4, 3), "rows of numbers", List.of("--series"));
    assertMeaning(npy(4, 1, 3), "series", List.of());
    assertMeaning(
        npy(4, 6, 5), "an array of three dimensions", List.of("--series", "--size", "--colour"));
    assertMeaning(npy(4, 3, 6, 5), "pictures", PICTURES);
    assertMeaning(idx(4, 6), "rows of numbers", List.of("--series"));
    assertMeaning(idx(4, 6, 5), "pictures", PICTURES);
    assertMeaning("sprites:size=4", "pictures", PICTURES);
    assertMeaning("heartbeats:size=4", "series", List.of());
  }

  @Test
  void picturesOfEverySourceAreReadAsWished() throws IOException {
    for (Object data : List.of(pictures, npy(4, 3, 6, 5), "sprites:size=4")) {
      assertThat(run(("data info --size 4x8 --colour grey " + data).split(" ")).out())
          .contains("shape:   1x4x8");
      assertThat(run(("data info --size 7 --colour rgb " + data).split(" ")).out())
          .contains("shape:   3x7x7");
    }
  }

  @Test
  void aSetThatIsOnlyDescribedTakesNone() {
    Outcome outcome = run("data", "info", "sprites", "--size", "4");
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err())
        .startsWith("stranger: --size says how data is read, sprites is only described");
  }

  @Test
  void everyCommandThatReadsDataRefusesThemBeforeItWorks() {
    Path detector = folder.resolve("none.onnx");
    for (String words :
        List.of(
            "train --out %s --data %s --label 1",
            "score --detector %s --data %s --label 1",
            "explain --detector %s --data %s --label 1",
            "drift --detector %s --data %s --label 1",
            "evaluate --made --detector %s --in %s --label 1")) {
      Outcome outcome = run(words.formatted(detector, series).split(" "));
      assertThat(outcome.code()).as(words).isEqualTo(2);
      assertThat(outcome.err()).as(words).contains("--label is for tables; " + series);
    }
  }

  @Test
  void anOptionThatMeansSomethingForOneOfSeveralSetsIsTaken() {
    String words = "evaluate --label 1 --detector none.onnx --in %s --out-of %s";
    assertThat(run(words.formatted(series, table).split(" ")).err())
        .contains("there is no detector file none.onnx");
    assertThat(run(words.formatted(series, "noise").split(" ")).err())
        .contains("--label is for tables; %s holds series, noise holds pictures".formatted(series));
  }
}
