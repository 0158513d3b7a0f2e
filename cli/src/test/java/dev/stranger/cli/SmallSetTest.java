package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.cli.CommandLineTest.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A detector of 30 rows, too few to hold out a part of them. */
class SmallSetTest {

  @TempDir static Path folder;

  private static Path detector;
  private static Outcome train;

  @BeforeAll
  static void train() throws IOException {
    detector = folder.resolve("few.onnx");
    train = train(30, "");
  }

  private static Outcome train(int count, String more) throws IOException {
    String data = rows("few" + count + ".csv", 1, count, 0);
    return run("train --epochs 20 --device cpu --data " + data + " --out " + detector + more);
  }

  private static Outcome run(String words) {
    return CommandLineTest.run(words.split(" "));
  }

  private static Outcome score(String more) throws IOException {
    return run("score --detector " + detector + " --data " + rows("new.csv", 2, 100, 10) + more);
  }

  /** The last rows are far from the others. */
  private static String rows(String name, long seed, int count, int strangers) throws IOException {
    Random random = new Random(seed);
    Stream<String> lines =
        Stream.iterate(0, i -> i + 1)
            .limit(count)
            .map(
                i -> {
                  double a = random.nextGaussian() + (i < count - strangers ? 0 : 30);
                  return "%s,%s,%s".formatted(a, random.nextGaussian(), -a);
                });
    Path file = folder.resolve(name);
    Files.write(file, Stream.concat(Stream.of("a,b,c"), lines).toList());
    return file.toString();
  }

  @Test
  void trainSaysHowManyModelsLearnAndWhatIsGuaranteed() {
    assertThat(train.err()).isEmpty();
    assertThat(train.out())
        .contains(
            "no part of the 30 samples is held out: 19 models learn from all but one of them each;"
                + " normal samples are flagged at most 5 % on average")
        .contains("19 models, each learning from 29 of them: 20 epochs")
        .contains("of normal samples it flags at most 5 % on average");
  }

  @Test
  void strangersAreFoundAndExplained() throws IOException {
    Outcome verdicts = score(" --explain");
    assertThat(verdicts.out().lines().skip(91)).hasSize(10).allMatch(line -> line.contains("true"));
    assertThat(verdicts.err()).contains("of normal samples it would be at most 5 % on average");
  }

  @Test
  void inspectSaysHowItIsCalibrated() {
    assertThat(run("inspect " + detector).out())
        .contains("19 scores, each by a model that left that sample out")
        .contains("few30.csv, 30 samples; by 19 models, each without one of them");
    assertThat(run("inspect --json " + detector).out()).contains("\"leave_one_out\" : true");
  }

  @Test
  void whatHasNoProofIsRefused() throws IOException {
    assertThat(score(" --risk 0.1").err())
        .contains("leaving one sample out, which guarantees a rate on average only");
    assertThat(score(" --false-discovery 0.1").err()).contains("no proof for false discoveries");
    assertThat(train(30, " --checkpoint " + folder.resolve("c")).err())
        .contains("a checkpoint keeps one model, but 19 are trained");
    assertThat(train(100, " --leave-one-out --risk 0.1").err()).contains("has no proof for a risk");
    assertThat(train(18, "").err())
        .contains("few18.csv has 18 samples, a false-alarm rate of 0.05 needs at least 19");
  }

  @Test
  void recalibratedWithOtherRowsItIsAnOrdinaryDetector() throws IOException {
    Path other = folder.resolve("other.onnx");
    String data = rows("more.csv", 3, 200, 0);
    Outcome made =
        run("recalibrate --detector " + detector + " --data " + data + " --out " + other);
    assertThat(made.err()).isEmpty();
    assertThat(run("inspect " + other).out()).contains("200 scores; p-values up to");
  }
}
