package dev.stranger.spark;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A Spark of its own for the tests of one class, which leaves nothing behind. */
public final class LocalSpark implements BeforeAllCallback, AfterAllCallback {

  private static final String CLUSTER = "local-cluster";

  private final String master;
  private final Map<String, String> settings = new LinkedHashMap<>();
  private SparkSession session;
  private Path folder;

  private LocalSpark(String master) {
    this.master = master;
  }

  /** Driver and executor in this process. */
  public static LocalSpark withThreads(int threads) {
    return new LocalSpark("local[%d]".formatted(threads));
  }

  /**
   * Executors of one core in processes of their own. They are started from the folder that the
   * variable SPARK_HOME names; the POM sets it, and it is filled with the class path of the tests.
   */
  static LocalSpark withExecutors(int executors) {
    return new LocalSpark(CLUSTER + "[%d,1,1024]".formatted(executors))
        .with("spark.executorEnv.SPARK_SCALA_VERSION", "2.13");
  }

  /** Not before the tests: executors load their classes too. */
  private void prepareExecutors() {
    List<Path> classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .toList();
    link(classPath.stream().filter(Files::isRegularFile).toList());
    with(
        "spark.executor.extraClassPath",
        classPath.stream()
            .filter(Files::isDirectory)
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator)));
  }

  private static Path home() {
    return Path.of(System.getenv("SPARK_HOME"));
  }

  private static void link(List<Path> jars) {
    try {
      Path home = home();
      if (Files.exists(home)) {
        delete(home);
      }
      Path folder = Files.createDirectories(home.resolve("jars"));
      for (Path jar : jars) {
        Files.createSymbolicLink(folder.resolve(jar.getFileName()), jar);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public LocalSpark with(String setting, String value) {
    settings.put(setting, value);
    return this;
  }

  public SparkSession session() {
    return session;
  }

  /** For whatever a test writes. */
  public Path folder() {
    return folder;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    folder = Files.createTempDirectory("stranger-spark");
    if (master.startsWith(CLUSTER)) {
      prepareExecutors();
    }
    SparkSession.Builder builder =
        SparkSession.builder()
            .master(master)
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "localhost")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toString())
            // Made again when the process ends, and left behind by an executor that is killed.
            .config("spark.local.dir", home().resolveSibling("spark-local").toString());
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
