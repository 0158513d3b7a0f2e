package dev.stranger.data;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files that are too large or not ours to keep here: the named sets in the folder that {@code
 * STRANGER_DATA} names. A test that asks for what is not there is skipped.
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
    Path path = folder().resolve(set).resolve(file);
    assumeTrue(Files.isRegularFile(path), () -> "there is no " + path);
    return path;
  }
}
