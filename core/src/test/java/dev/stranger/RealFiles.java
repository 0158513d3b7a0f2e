package dev.stranger;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files that are too large or not ours to keep here: the named sets in the folder that {@code
 * STRANGER_DATA} names, and values computed by other libraries in the folder {@code golden} beside
 * it. A test that asks for what is not there is skipped.
 */
public final class RealFiles {

  private RealFiles() {}

  /** The folder of the named sets. */
  public static Path folder() {
    String variable = System.getenv("STRANGER_DATA");
    assumeTrue(variable != null && !variable.isBlank(), "STRANGER_DATA is not set");
    return Path.of(variable).toAbsolutePath().normalize();
  }

  /** A file of a named set. */
  public static Path data(String set, String file) {
    return existing(folder().resolve(set).resolve(file));
  }

  /** A file of golden values. */
  public static Path golden(String file) {
    return existing(folder().resolveSibling("golden").resolve(file));
  }

  private static Path existing(Path file) {
    assumeTrue(Files.isRegularFile(file), () -> "there is no " + file);
    return file;
  }
}
