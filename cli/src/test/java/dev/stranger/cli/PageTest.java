package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.Verdict;
import dev.stranger.data.DataOptions;
import dev.stranger.data.TableFile;
import dev.stranger.data.TableOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.prepare.Preparation;
import dev.stranger.prepare.Resize;
import dev.stranger.report.PngFile;
import dev.stranger.score.Detector;
import dev.stranger.server.ServerOptions;
import dev.stranger.server.StrangerServer;
import dev.stranger.table.Column.Kind;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.TrainListener;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page of the service in a real browser. Its tests are in server/src/test/page; they need
 * Chromium, Node.js and {@code npm ci} in that folder, which {@code .ci/run} sees to.
 */
@Tag("slow")
class PageTest {

  private static final Path TESTS = Path.of("..", "server", "src", "test", "page");
  private static final Path TABLE =
      Path.of("..", "score/src/test/resources/dev/stranger/score/format-1/table.onnx");
  private static final int DEFECT = 8;
  private static final Path CHROMIUM =
      Path.of(System.getenv().getOrDefault("CHROMIUM", "/usr/bin/chromium"));

  @Test
  void itWorksInABrowser(@TempDir Path folder) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(CHROMIUM), "there is no Chromium; set CHROMIUM to it");
    assumeTrue(Files.isDirectory(TESTS.resolve("node_modules")), "run npm ci in " + TESTS);
    Path detectors = Files.createDirectory(folder.resolve("detectors"));
    Trainer.fit(prepared("sprites:square,ellipse,size=8000"), Demo.OPTIONS, TrainListener.NONE)
        .save(detectors.resolve("sprites.onnx"));
    Files.copy(detectors.resolve("sprites.onnx"), detectors.resolve("again.onnx"));
    Files.copy(TABLE, detectors.resolve("table.onnx"));
    Trainer.fit(tickets(folder), Demo.OPTIONS, TrainListener.NONE)
        .save(detectors.resolve("tickets.onnx"));
    try (Detector detector = Detector.open(detectors.resolve("sprites.onnx"))) {
      // Normal, but not at every false-alarm rate that the slider of the page has.
      Predicate<Verdict> normal = verdict -> verdict.pValue() > 0.1 && verdict.pValue() < 0.4;
      picture("sprites:square", detector, normal, folder.resolve("normal.png"));
      picture("strokes:", detector, Verdict::ood, folder.resolve("stranger.png"));
    }
    guarded(detectors);
    defect(folder.resolve("normal.png"), folder.resolve("defect.png"));
    try (StrangerServer server = StrangerServer.start(ServerOptions.of(detectors).withPort(0))) {
      Path said = folder.resolve("said.txt");
      assertThat(exitCode(server, folder, said)).as(() -> failures(said)).isZero();
    }
  }

  /** A table with a text, a time and gaps. */
  private static Dataset tickets(Path folder) throws IOException {
    StringBuilder rows = new StringBuilder("zone,price,sold_at\n");
    for (int i = 0; i < 300; i++) {
      String zone = List.of("007", "\"A, B\"", "C").get(i % 3);
      String price = i % 9 == 0 ? "" : "%d.%d".formatted(2 + i % 3, i % 10);
      rows.append("%s,%s,2025-03-%02d %02d:30%n".formatted(zone, price, 1 + i % 28, i % 24));
    }
    Path file = Files.writeString(folder.resolve("tickets.csv"), rows);
    TableOptions options = TableOptions.DEFAULT.withTypes(Map.of("zone", Kind.CATEGORY));
    return Preparation.forTraining(TableFile.read(file, options));
  }

  /** Networks with a detector behind them, one for each way in which they take samples. */
  private static void guarded(Path detectors) {
    int samples = 120;
    GuardedFiles.places(samples).save(detectors.resolve("places.onnx"));
    GuardedFiles.channelsLast(samples).save(detectors.resolve("channels-last.onnx"));
    GuardedFiles.twoInputs(samples).save(detectors.resolve("two-inputs.onnx"));
    GuardedFiles.half(samples).save(detectors.resolve("half.onnx"));
    GuardedFiles.tiles(samples).save(detectors.resolve("tiles.onnx"));
  }

  /** The picture with a small chequerboard in its upper left corner. */
  private static void defect(Path normal, Path file) throws IOException {
    BufferedImage picture = ImageIO.read(normal.toFile());
    for (int i = 0; i < DEFECT * DEFECT; i++) {
      int x = i % DEFECT;
      int y = i / DEFECT;
      picture.getRaster().setSample(x, y, 0, 255 * ((x / 2 + y / 2) % 2));
    }
    PngFile.write(picture, file);
  }

  private static Dataset prepared(String data) {
    Catalogue catalogue = new Catalogue(DataFolders.standard(null, Map.of()));
    Dataset opened = catalogue.open(data, DataOptions.DEFAULT);
    return Preparation.forTraining(opened.map(Resize.to(28, 28))).inMemory();
  }

  /** Writes the first sample with such a verdict. */
  private static void picture(
      String data, Detector detector, Predicate<Verdict> wanted, Path file) {
    Dataset some = prepared(data + (data.endsWith(":") ? "" : ",") + "size=200,seed=7");
    float[] values = new float[some.shape().size()];
    try (Cursor cursor = some.open()) {
      do {
        assertThat(cursor.next(values, 0)).isTrue();
      } while (!wanted.test(detector.judge(values)));
    }
    int width = some.shape().width();
    BufferedImage picture =
        new BufferedImage(width, some.shape().height(), BufferedImage.TYPE_BYTE_GRAY);
    for (int i = 0; i < values.length; i++) {
      picture.getRaster().setSample(i % width, i / width, 0, Math.round(255 * values[i]));
    }
    PngFile.write(picture, file);
  }

  /** What the tests said of those that failed. */
  private static String failures(Path said) {
    try {
      String text = Files.readString(said);
      int first = text.indexOf("\nnot ok");
      return first < 0 ? text : text.substring(first);
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  private static int exitCode(StrangerServer server, Path samples, Path said)
      throws IOException, InterruptedException {
    ProcessBuilder node =
        new ProcessBuilder("node", "--test", "--test-reporter=tap")
            .directory(TESTS.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    node.environment().put("STRANGER_URL", "http://127.0.0.1:" + server.port());
    node.environment().put("STRANGER_SAMPLES", samples.toAbsolutePath().toString());
    node.environment().put("STRANGER_DETECTOR", "sprites");
    node.environment().put("CHROMIUM", CHROMIUM.toString());
    Process tests = node.start();
    if (!tests.waitFor(8, TimeUnit.MINUTES)) {
      tests.destroyForcibly();
      throw new IOException("the tests of the page did not end");
    }
    return tests.exitValue();
  }
}
