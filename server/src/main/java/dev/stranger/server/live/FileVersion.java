package dev.stranger.server.live;

import dev.stranger.Sha256;
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

  /** The largest file that is read into memory. */
  private static final long MOST_BYTES = 1L << 30;

  /** Reads a file. */
  static FileVersion read(Path file) throws IOException {
    Instant modified = Files.getLastModifiedTime(file).toInstant();
    long size = Files.size(file);
    if (size > MOST_BYTES) {
      throw new IOException("it has %,d bytes, %,d are allowed".formatted(size, MOST_BYTES));
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
