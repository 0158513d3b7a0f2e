package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.cli.CommandLineTest.Outcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables with more in them than numbers. */
class TableCommandTest {

  @TempDir private static Path folder;

  private static Path orders;
  private static Path detector;
  private static Outcome train;

  @BeforeAll
  static void learn() throws IOException {
    orders = folder.resolve("orders.csv");
    Random random = new Random(1);
    Files.writeString(
        orders,
        IntStream.range(0, 120)
            .mapToObj(
                i -> "A-%d,EUR,%s,%s".formatted(i, random.nextDouble(), random.nextGaussian()))
            .collect(Collectors.joining("\n", "order,currency,price,weight\n", "\n")));
    detector = folder.resolve("orders.onnx");
    train = train("--id order");
  }

  private static String row(int index, double price, Random random) {
    double weight = 2 * price + 0.01 * random.nextGaussian();
    return "A-%d,EUR,%s,%s".formatted(index, price, weight);
  }

  private static Outcome train(String words) {
    return run(
        "train --method neighbours --device cpu --data %s --out %s %s"
            .formatted(orders, detector, words)
            .strip());
  }

  private static Outcome run(String words) {
    return CommandLineTest.run(words.split(" "));
  }

  @Test
  void severalFilesAreGivenAsTheirFolder() {
    assertThat(train("" + orders).err())
        .contains(
            "'" + orders + "' is one argument too many; give the folder to read several files");
    assertThat(train("more").err()).contains("'more' is one argument too many; leave it out");
  }

  @Test
  void trainSaysWhatItMadeOfEachColumnAndHowToJudge() {
    assertThat(train.err()).isEmpty();
    assertThat(train.out())
        .contains("orders.csv: 120 samples of 2")
        .contains("  numbers: 2 [price, weight]")
        .contains("  left out, always the same: 1 [currency ('EUR')]")
        .contains("score --detector %s --id order --data".formatted(detector));
  }

  @Test
  void theNameOfARowGoesIntoItsVerdictWhereverItsColumnStands() throws IOException {
    Path other =
        Files.writeString(
            folder.resolve("other.csv"), "weight,new,price,order\n1,x,0.5,B-7\n9,y,0.4,B-8\n");
    String judge = " --detector %s --id order --data ".formatted(detector);
    List<String> lines = run("score" + judge + other).out().lines().toList();
    assertThat(lines.get(1)).startsWith("B-7,,").contains(",false,");
    assertThat(lines.get(2)).startsWith("B-8,,").contains(",true,");
    Path out = folder.resolve("v.jsonl");
    assertThat(run("score" + judge + other + " --out " + out)).returns(0, Outcome::code);
    assertThat(Files.readString(out)).contains("{\"sample\":\"B-8\",");
    assertThat(run("explain" + judge + other).out()).contains("B-8");
  }

  @Test
  void standardInputIsDataToo() throws IOException {
    Outcome fromFile = run("score --detector %s --data %s".formatted(detector, orders));
    InputStream usual = System.in;
    try {
      System.setIn(new ByteArrayInputStream(Files.readAllBytes(orders)));
      Outcome piped = run("score --detector %s --data -".formatted(detector));
      assertThat(piped.out()).isEqualTo(fromFile.out());
      assertThat(piped.err()).contains("samples of standard input");
    } finally {
      System.setIn(usual);
    }
  }

  @Test
  void whatADetectorNeedsAndAFileLacksIsNamed() throws IOException {
    Path other = Files.writeString(folder.resolve("short.csv"), "weight\n1\n");
    assertThat(run("score --detector %s --data %s".formatted(detector, other)).err())
        .contains("has no column 'price', which the detector needs; its columns are [weight]");
  }

  @Test
  void typesOverrideWhatColumnsLookLike() {
    Outcome info = run("data info %s --types order=category,price=category".formatted(orders));
    assertThat(info.out()).contains("categories: 2 [order (100, and 20 rare), price (100, and");
    assertThat(run("data info %s --types price=text".formatted(orders)).err())
        .contains("'text' is none of number, category, time");
    assertThat(run("data info %s --types cost=number".formatted(orders)).err())
        .contains("has no column 'cost'; its columns are [order, currency, price, weight]");
    assertThat(run("data info sprites:size=3 --types a=number").err())
        .contains("--types is for tables");
  }

  @Test
  void unseenTextInANumberIsRefusedWithItsRow() throws IOException {
    Path other = Files.writeString(folder.resolve("bad.csv"), "weight,price\n1,2\n3,cheap\n");
    assertThat(run("score --detector %s --data %s".formatted(detector, other)).err())
        .contains("row 3 of %s has 'cheap' in column 'price'".formatted(other));
  }
}
