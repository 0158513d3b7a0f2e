package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.cli.CommandLineTest.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchmarkCommandTest {

  private static final int COLUMNS = 3;

  @TempDir private static Path folder;

  private static Path tables;
  private static Path report;
  private static Outcome outcome;

  @BeforeAll
  static void measure() throws IOException {
    tables = Files.createDirectory(folder.resolve("tables"));
    report = folder.resolve("report");
    writeTable("balls", 120);
    writeTable("few", 15);
    outcome = run("tables %s --seeds 2 --device cpu --report %s".formatted(tables, report));
  }

  private static Outcome run(String words) {
    return CommandLineTest.run(("benchmark " + words).split(" "));
  }

  /** Normal rows around zero, anomalies on a sphere around them. */
  private static void writeTable(String name, int rows) throws IOException {
    Random random = new Random(1);
    Path file = tables.resolve(name + ".npz");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      writeArray(zip, "train", rows, 0, random);
      writeArray(zip, "normal", 60, 0, random);
      writeArray(zip, "anomaly", 40, 8, random);
    }
  }

  private static void writeArray(
      ZipOutputStream zip, String name, int rows, float shift, Random random) throws IOException {
    zip.putNextEntry(new ZipEntry(name + ".npy"));
    String head =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }".formatted(rows, COLUMNS);
    writeHead(zip, head);
    ByteBuffer values =
        ByteBuffer.allocate(rows * COLUMNS * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < rows * COLUMNS; i++) {
      values.putFloat(shift + (float) random.nextGaussian());
    }
    zip.write(values.array());
    zip.closeEntry();
  }

  private static void writeHead(OutputStream out, String head) throws IOException {
    String padded = head + " ".repeat(63 - (10 + head.length()) % 64) + "\n";
    out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    out.write(padded.length());
    out.write(padded.length() >> 8);
    out.write(padded.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void soManyRowsAreLearnedFromThatTheAnomaliesAreTheShareOfThem() {
    String options =
        "tables %s --sets balls --seeds 1 --device cpu --contamination ".formatted(tables);
    Outcome mixed = run(options + 0.15);
    assertThat(mixed.code()).as(mixed.err()).isZero();
    assertThat(mixed.out())
        .containsPattern("balls +133 ") // 20 of 40 anomalies, and 113 of 120 rows
        .contains("contamination auto", "clean rows");
    assertThat(run(options + 0.3).out())
        .contains("balls", "20 anomalies to mix in are a share of 0.3 of 66 rows only");
  }

  @Test
  void eachSetHasALineAndASetThatCannotBeLearnedFromSaysWhy() {
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(outcome.out())
        .containsPattern("(?m)^balls +120 +100\\.00 ")
        .contains("few")
        .contains("missing: few.npz:train has 15 samples")
        .contains("needs at least 19")
        .contains("means over 1 sets (1 missing), 2 seeds");
  }

  @Test
  void theDetectorIsComparedWithAllBaselines() {
    assertThat(outcome.out())
        .contains("5 nearest neighbours")
        .contains("kernel density")
        .contains("whitened neighbours")
        .contains("Mahalanobis distance")
        .contains("isolation forest")
        .contains("PCA residual")
        .contains("1 equal");
  }

  @Test
  void theReportHasEverySetScoreAndSeed() throws IOException {
    List<String> lines = Files.readAllLines(report.resolve("benchmark.csv"));
    assertThat(lines.get(0))
        .isEqualTo("set,score,seed,auroc,aupr,fpr95,seconds,false_alarms,missing");
    assertThat(lines.stream().filter(line -> line.startsWith("balls,stranger,"))).hasSize(2);
    assertThat(lines.stream().filter(line -> line.startsWith("balls,"))).hasSize(2 + 6);
    assertThat(lines.stream().filter(line -> line.startsWith("few,"))).hasSize(1);
    assertThat(Files.readString(report.resolve("index.html")))
        .contains("Missing sets")
        .contains("few.npz:train has 15 samples")
        .doesNotContain("<script");
  }

  @Test
  void aFolderWithoutSetsIsRefused() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Outcome refused = run("tables " + empty);
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("has no set; expected are files NAME.npz");
    assertThat(run("series " + empty).err()).contains("expected are folders with normal_TRAIN.tsv");
  }

  @Test
  void aSetThatIsNotThereIsRefused() {
    Outcome refused = run("tables %s --sets cubes".formatted(tables));
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("has no set 'cubes'; choose of balls, few");
  }

  @Test
  void nothingMeasuredIsAFailure() {
    Outcome failed = run("tables %s --sets few --device cpu".formatted(tables));
    assertThat(failed.code()).isEqualTo(1);
    assertThat(failed.out()).contains("missing: few.npz:train has 15 samples");
    assertThat(failed.err()).contains("no set of").contains("could be learned from");
  }

  @Test
  void seriesLieInFoldersOfTheirOwn() throws IOException {
    Path series = Files.createDirectories(folder.resolve("series/waves"));
    writeSeries(series.resolve("normal_TRAIN.tsv"), 80, 0);
    writeSeries(series.resolve("normal_TEST.tsv"), 30, 0);
    writeSeries(series.resolve("abnormal_TEST.tsv"), 30, 3);
    Outcome waves = run("series %s --seeds 1 --device cpu".formatted(series.getParent()));
    assertThat(waves.code()).as(waves.err()).isZero();
    assertThat(waves.out()).containsPattern("(?m)^waves +80 ");
  }

  private static void writeSeries(Path file, int rows, double shift) throws IOException {
    Random random = new Random(2);
    String text =
        IntStream.range(0, rows)
            .mapToObj(row -> "1\t" + wave(random, shift) + "\n")
            .collect(Collectors.joining());
    Files.writeString(file, text);
  }

  private static String wave(Random random, double shift) {
    return IntStream.range(0, 24)
        .mapToObj(t -> Math.sin(t / 3.0) + shift * (t % 2) + 0.1 * random.nextGaussian())
        .map(String::valueOf)
        .collect(Collectors.joining("\t"));
  }
}
