package dev.stranger.server.live;

import dev.stranger.DetectorFileException;
import dev.stranger.Sha256;
import dev.stranger.score.DetectorFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A detector file as it was when it was read.
 *
 * @param sha256 of its content, in hexadecimal
 * @param content not copied
 */
public record FileVersion(String sha256, Instant modified, byte[] content) {

  private static final int DIGITS = 12;

  /**
   * Reads a file.
   *
   * @throws DetectorFileException when it is too large for a detector
   */
  static FileVersion read(Path file) throws IOException {
    Instant modified = Files.getLastModifiedTime(file).toInstant();
    long size = Files.size(file);
    if (size > DetectorFile.MAX_BYTES) {
      throw new DetectorFileException(
          "%s has %,d bytes, a detector has at most %,d"
              .formatted(file, size, DetectorFile.MAX_BYTES));
    }
    byte[] content = Files.readAllBytes(file);
    return new FileVersion(Sha256.hex(content), modified, content);
  }

  /** Short enough for paths and labels. */
  public String version() {
    return sha256.substring(0, DIGITS);
  }

  public int bytes() {
    return content.length;
  }
}
