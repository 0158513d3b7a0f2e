package dev.stranger.data;

import dev.stranger.DataException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What comes through standard input can be read once; a table is read several times. */
final class StandardInput {

  private StandardInput() {}

  /** All of it, in a temporary file that nobody but the owner can read. */
  static InputFile kept() {
    try {
      Path file = Files.createTempFile("stranger-", ".table");
      file.toFile().deleteOnExit();
      try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
        System.in.transferTo(out);
      }
      return new InputFile(file, "standard input");
    } catch (IOException e) {
      throw new DataException(
          "cannot keep standard input in %s (%s); free some space or save it as a file"
              .formatted(System.getProperty("java.io.tmpdir"), e.getMessage()),
          e);
    }
  }
}
