package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.stranger.cli.CommandLineTest.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table whose columns have very different units; the last row has a strange one. */
class ExplainCommandTest {

  private static final int COLUMNS = 10;

  @TempDir static Path folder;

  private static String judging;
  private static List<String[]> plain;
  private static List<String[]> explained;

  @BeforeAll
  static void train() throws IOException {
    Path detector = folder.resolve("orders.onnx");
    Path learned = rows("learned.csv", 1, 400, 0.05);
    Path other = rows("other.csv", 2, 200, 3);
    Outcome train =
        run("train --epochs 20 --device cpu --data %s --out %s".formatted(learned, detector));
    assertThat(train.err()).isEmpty();
    judging = " --detector %s --data %s ".formatted(detector, other);
    plain = csv("plain.csv", "");
    explained = csv("explained.csv", "--explain");
  }

  /** The price follows from the weight; the discount has nothing to do with them. */
  private static Path rows(String name, long seed, int count, double last) throws IOException {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder("price,weight,discount\n");
    for (int i = 0; i < count; i++) {
      double weight = 1 + random.nextDouble();
      double price = 20_000 * weight + 100 * random.nextGaussian();
      double discount = i == count - 1 ? last : 0.1 * random.nextDouble();
      text.append("%s,%s,%s%n".formatted(price, weight, discount));
    }
    return Files.writeString(folder.resolve(name), text);
  }

  private static Outcome run(String words) {
    return CommandLineTest.run(words.strip().split(" +"));
  }

  private static List<String[]> csv(String name, String words) throws IOException {
    Path file = folder.resolve(name);
    assertThat(run("score" + judging + words + " --out " + file).err()).isEmpty();
    return Files.readAllLines(file).stream().map(line -> line.split(",", -1)).toList();
  }

  private static double[] shares(String[] line) {
    int statistics =
        (int) Arrays.stream(explained.get(0)).filter(name -> name.startsWith("share: ")).count();
    return Arrays.stream(line)
        .skip(COLUMNS + 1)
        .limit(statistics)
        .mapToDouble(Double::parseDouble)
        .toArray();
  }

  @Test
  void sharesAddUpToOneAndTheLargestIsTheReason() {
    String[] head = explained.get(0);
    assertThat(head[COLUMNS]).isEqualTo("why");
    for (String[] line : explained.subList(1, explained.size())) {
      double[] shares = shares(line);
      assertThat(Arrays.stream(shares).sum()).isCloseTo(1, within(1e-5));
      double largest = Arrays.stream(shares).max().orElseThrow();
      int main = Arrays.stream(shares).boxed().toList().indexOf(largest);
      assertThat("share: " + line[COLUMNS].replace(" (low)", ""))
          .isEqualTo(head[COLUMNS + 1 + main]);
    }
    assertThat(explained.stream().map(line -> line[COLUMNS]))
        .anyMatch(why -> why.endsWith(" (low)"))
        .anyMatch(why -> !why.endsWith(" (low)"));
  }

  @Test
  void strangersAndTheyAloneHaveColumnsAndTheStrangeOneIsTheFirst() {
    List<String> head = Arrays.asList(explained.get(0));
    int first = head.indexOf("column 1");
    assertThat(head.subList(first, head.size()))
        .hasSize(12)
        .startsWith("column 1", "column 1: value", "column 1: expected", "column 1: share")
        .endsWith("column 3: share");
    String[] last = explained.get(200);
    assertThat(last[first]).isEqualTo("discount");
    assertThat(last[first + 1]).isEqualTo("3");
    assertThat(last[first + 2]).startsWith("about 0.0");
    assertThat(Double.parseDouble(last[first + 3])).isGreaterThan(0.5);
    for (String[] line : explained.subList(1, explained.size())) {
      assertThat(line[first].isEmpty()).isEqualTo(line[4].equals("false"));
    }
  }

  @Test
  void explainingChangesNoVerdict() {
    assertThat(explained.stream().map(line -> Arrays.copyOf(line, COLUMNS)))
        .usingElementComparator(Arrays::compare)
        .isEqualTo(plain);
  }

  @Test
  void jsonSaysWhatTheTableSays() throws IOException {
    Path file = folder.resolve("explained.jsonl");
    assertThat(run("score --explain" + judging + "--out " + file).err()).isEmpty();
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(explained.size() - 1);
    for (int i = 0; i < lines.size(); i++) {
      List<String> inTable = Arrays.asList(explained.get(i + 1));
      assertThat(inTable).startsWith(values(lines.get(i)).toArray(String[]::new));
      assertThat(inTable.subList(values(lines.get(i)).size(), inTable.size()))
          .allMatch(String::isEmpty);
    }
    assertThat(lines.get(0)).contains("\"why\":{\"main\":\"").contains(",\"shares\":{\"");
  }

  /** All values of an object, and of those inside of it. */
  private static List<String> values(String json) throws IOException {
    List<String> values = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isScalarValue()) {
          values.add(parser.getText());
        }
      }
    }
    return values;
  }

  @Test
  void theStrangestAreThoseWithTheHighestScores() {
    List<String> expected =
        plain.stream()
            .skip(1)
            .sorted(Comparator.comparingDouble(line -> -Double.parseDouble(line[2])))
            .map(line -> line[0])
            .toList();
    assertThat(explainedNames("")).isEqualTo(expected.subList(0, 5));
    assertThat(explainedNames("--strangest 12")).isEqualTo(expected.subList(0, 12));
    assertThat(explainedNames("--sample 17 --sample 3")).containsExactly("17", "3");
  }

  private static List<String> explainedNames(String words) {
    Outcome outcome = run("explain" + judging + words);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    return outcome
        .out()
        .lines()
        .filter(line -> line.contains("p-value"))
        .map(line -> line.substring(0, line.indexOf(':')))
        .toList();
  }

  @Test
  void theTextSaysVerdictAndReasons() {
    Outcome strange = run("explain --sample 199" + judging);
    assertThat(strange.out())
        .startsWith("199: a stranger (score ")
        .containsPattern("\n  discount = 3, expected about 0\\.0\\d+: +\\d+ %  #+")
        .containsPattern("\n  statistics:\n  [a-z ]+ +\\d+ %  #+");
    String usual =
        plain.stream()
            .skip(1)
            .filter(line -> Math.abs(Double.parseDouble(line[3]) - 0.5) < 0.2)
            .map(line -> line[0])
            .findFirst()
            .orElseThrow();
    assertThat(run("explain --sample " + usual + judging).out())
        .startsWith(usual + ": passes (score ");
    assertThat(run("explain --false-alarm 0.9 --sample " + usual + judging).out())
        .doesNotContain("passes");
  }

  @Test
  void thePageShowsTheStrangeColumnAndNeedsNothingElse() throws IOException {
    Path page = folder.resolve("why/index.html");
    Outcome outcome = run("explain --sample 199 --out " + page.getParent() + judging);
    assertThat(outcome.out()).contains("The page is " + page);
    assertThat(Files.readString(page))
        .contains("Sample 199 of other.csv")
        .contains("<tbody><tr><th scope=\"row\">discount</th>")
        .doesNotContain("http:", "https:", "<script", "<link", "url(", "@import");
    assertThat(page.getParent().toFile().list()).containsExactly("index.html");
  }

  @Test
  void samplesThatAreNotThereAndTwoWishesAreRefused() {
    for (String wrong : new String[] {"200", "-1", "first"}) {
      Outcome outcome = run("explain --sample " + wrong + judging);
      assertThat(outcome.code()).isEqualTo(1);
      assertThat(outcome.err().strip())
          .isEqualTo(
              "stranger: other.csv has no sample '%s'; its 200 samples are called 0 to 199"
                  .formatted(wrong));
      assertThat(outcome.out()).isEmpty();
    }
    assertThat(run("explain --strangest 0" + judging).err())
        .contains("'--strangest': must be 1 or more, got 0");
    Outcome both = run("explain --sample 1 --strangest 2" + judging);
    assertThat(both.code()).isEqualTo(2);
    assertThat(both.err()).contains("--sample and --strangest");
  }
}
