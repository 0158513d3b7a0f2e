package dev.stranger.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A Spark of its own for the tests of one class, which leaves nothing behind. */
final class LocalSpark implements BeforeAllCallback, AfterAllCallback {

  private final String master;
  private final Map<String, String> settings = new LinkedHashMap<>();
  private SparkSession session;
  private Path folder;

  private LocalSpark(String master) {
    this.master = master;
  }

  /** Driver and executor in this process. */
  static LocalSpark withThreads(int threads) {
    return new LocalSpark("local[%d]".formatted(threads))
        .with("spark.ui.enabled", "false")
        .with("spark.driver.host", "localhost")
        .with("spark.sql.shuffle.partitions", "2");
  }

  LocalSpark with(String setting, String value) {
    settings.put(setting, value);
    return this;
  }

  SparkSession session() {
    return session;
  }

  /** For whatever a test writes. */
  Path folder() {
    return folder;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    folder = Files.createTempDirectory("stranger-spark");
    SparkSession.Builder builder =
        SparkSession.builder()
            .master(master)
            .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toString())
            .config("spark.local.dir", folder.resolve("local").toString());
    settings.forEach(builder::config);
    session = builder.getOrCreate();
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    session.stop();
    delete(folder);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).forEach(LocalSpark::deleteOne);
    }
  }

  private static void deleteOne(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
