package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.stranger.cli.CommandLineTest.Outcome;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A picture that cannot be read neither ends {@code score} nor passes for judged. */
class BrokenPicturesTest {

  @TempDir static Path home;
  private static Path detector;

  @TempDir Path folder;

  @BeforeAll
  static void train() throws IOException {
    Path learnt = Files.createDirectory(home.resolve("learnt"));
    for (int i = 0; i < 90; i++) {
      write(learnt.resolve(i + ".png"), i);
    }
    detector = home.resolve("d.onnx");
    Outcome outcome =
        CommandLineTest.run(
            "train", "--data", learnt.toString(), "--epochs", "1", "--out", detector.toString());
    assertThat(outcome.err()).isEmpty();
  }

  private static void write(Path file, int seed) throws IOException {
    Random random = new Random(seed);
    BufferedImage image = new BufferedImage(12, 12, BufferedImage.TYPE_BYTE_GRAY);
    image.getGraphics().fillRect(2, 2, 3 + random.nextInt(6), 3 + random.nextInt(6));
    Files.createDirectories(file.getParent());
    assertThat(ImageIO.write(image, "png", file.toFile())).isTrue();
  }

  @BeforeEach
  void someBrokenPicturesAmongGoodOnes() throws IOException {
    Files.writeString(folder.resolve("0.heic"), "x");
    write(folder.resolve("1.png"), 1);
    write(folder.resolve("a/2.png"), 2);
    byte[] good = Files.readAllBytes(folder.resolve("a/2.png"));
    Files.write(folder.resolve("a/3.png"), Arrays.copyOf(good, good.length / 2));
    write(folder.resolve("a/4.png"), 4);
    Files.writeString(folder.resolve("a/5.jpg"), "no, picture");
  }

  private Outcome score(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of("score", "--detector", detector.toString(), "--data", folder.toString()));
    words.addAll(List.of(more));
    return CommandLineTest.run(words.toArray(String[]::new));
  }

  private static List<String> firstTwoFields(List<String> lines) {
    return lines.stream()
        .map(line -> String.join(" ", Arrays.copyOf(line.split(",", -1), 2)).replace('\\', '/'))
        .toList();
  }

  @Test
  void aBrokenPictureGetsALineOfItsOwnInItsPlace() {
    for (String way : new String[] {"", "--explain", "--false-discovery=0.1"}) {
      Outcome outcome = way.isEmpty() ? score() : score(way);
      assertThat(outcome.code()).isEqualTo(1);
      List<String> lines = outcome.out().lines().toList();
      assertThat(firstTwoFields(lines))
          .containsExactly(
              "sample label",
              "0.heic ",
              "1.png ",
              "a/2.png a",
              "a/3.png a",
              "a/4.png a",
              "a/5.jpg a");
      int columns = lines.get(0).split(",", -1).length;
      assertThat(lines.get(0)).startsWith("sample,label,score,p_value,ood,error,");
      assertThat(lines.get(1))
          .matches(
              "0.heic,,,,,\"[^\"]*0.heic is a picture of a kind[^\"]*\",{" + (columns - 6) + "}");
      assertThat(lines.get(4)).contains(",,,", "3.png cannot be decoded");
      assertThat(lines.get(6)).contains(",,,", "5.jpg is not a picture");
      for (int judged : new int[] {2, 3, 5}) {
        assertThat(lines.get(judged)).matches(".*,(true|false),,\\d.*\\d");
      }
      assertThat(outcome.err())
          .contains(" of 3 samples of ")
          .contains("stranger: 3 of 6 samples of ")
          .contains("could not be judged, their lines say why; the first: ")
          .contains("0.heic is a picture of a kind that cannot be read");
    }
  }

  /** The kind of each field of an object, in order. */
  private static Map<String, JsonToken> kinds(String line) throws IOException {
    Map<String, JsonToken> kinds = new LinkedHashMap<>();
    try (JsonParser json = new JsonFactory().createParser(line)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        kinds.put(name, json.nextToken());
        json.skipChildren();
      }
    }
    return kinds;
  }

  @Test
  void objectsHaveTheSameFieldsWithAndWithoutVerdict() throws IOException {
    Path out = home.resolve("v.jsonl");
    assertThat(score("--out", out.toString(), "--explain").code()).isEqualTo(1);
    List<List<String>> fields = new ArrayList<>();
    List<JsonToken> verdicts = new ArrayList<>();
    for (String line : Files.readAllLines(out)) {
      Map<String, JsonToken> kinds = kinds(line);
      fields.add(List.copyOf(kinds.keySet()));
      verdicts.add(kinds.get("ood"));
      boolean judged = kinds.get("ood") != JsonToken.VALUE_NULL;
      assertThat(kinds.get("score") != JsonToken.VALUE_NULL).isEqualTo(judged);
      assertThat(line.contains("\"error\":\"\"")).isEqualTo(judged);
    }
    assertThat(verdicts).hasSize(6);
    assertThat(List.of(0, 3, 5)).allMatch(i -> verdicts.get(i) == JsonToken.VALUE_NULL);
    assertThat(List.of(1, 2, 4)).allMatch(i -> verdicts.get(i).isBoolean());
    assertThat(fields).allMatch(fields.get(0)::equals);
    assertThat(fields.get(0))
        .startsWith("sample", "label", "score", "p_value", "ood", "error")
        .contains("why");
  }

  @Test
  void aGateNeverPassesWhatItCannotRead() throws IOException {
    assertThat(score("--fail-on-ood").code()).isEqualTo(1);
    Path only = Files.createDirectory(home.resolve("only"));
    Files.writeString(only.resolve("x.avif"), "x");
    Outcome outcome =
        CommandLineTest.run(
            "score", "--detector", detector.toString(), "--data", only.toString(), "--fail-on-ood");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.out()).startsWith("sample,label,score,p_value,ood,error\nx.avif,,,,,");
    assertThat(outcome.err()).startsWith("stranger: 1 of 1 samples of only could not be judged");
  }

  @Test
  void strictEndsAtTheFirstAndLeavesNoFile() {
    Path out = home.resolve("strict.csv");
    Outcome outcome = score("--strict", "--out", out.toString());
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err())
        .isEqualTo(
            "stranger: %s is a picture of a kind that cannot be read; save it as PNG, or remove it%n"
                .formatted(folder.resolve("0.heic")));
    assertThat(out).doesNotExist();
  }

  @Test
  void filesThatAreNoPicturesAreNamedAndDoNoHarm() throws IOException {
    Path good = Files.createDirectory(home.resolve("good"));
    write(good.resolve("1.png"), 1);
    Files.writeString(good.resolve("notes.txt"), "x");
    Files.writeString(good.resolve(".DS_Store"), "x");
    Outcome outcome =
        CommandLineTest.run("score", "--detector", detector.toString(), "--data", good.toString());
    assertThat(outcome.code()).isZero();
    assertThat(outcome.err())
        .startsWith("not read in good, because hidden or no picture: 2 [.DS_Store, notes.txt]");
  }

  @Test
  void trainingAndEvaluatingRefuseWhatCannotBeRead() {
    String data = folder.toString();
    Outcome train = CommandLineTest.run("train", "--data", data, "--out", home + "/x.onnx");
    Outcome evaluate =
        CommandLineTest.run(
            "evaluate", "--detector", detector.toString(), "--in", data, "--out-of", data);
    for (Outcome outcome : List.of(train, evaluate)) {
      assertThat(outcome.code()).isEqualTo(1);
      assertThat(outcome.err()).contains("0.heic is a picture of a kind that cannot be read");
    }
  }
}
