package dev.stranger;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writes a file completely or not at all: to a temporary file in the same folder, synced, then
 * renamed. A crash or a full disk leaves the old file, or none.
 */
public final class CompleteFile {

  private CompleteFile() {}

  /** Puts out the content of a file. */
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Checks that a file can be written before long work is done for it, and makes nothing yet.
   *
   * @throws DataException when it cannot
   */
  public static void requireWritable(Path file) {
    Path target = file.toAbsolutePath();
    if (Files.isDirectory(target)) {
      throw new DataException(file + " is a folder, a file was expected; add a file name");
    }
    Path folder = firstThatExists(target.getParent());
    if (!Files.isDirectory(folder)) {
      throw new DataException(
          "%s is a file, a folder for %s was expected; choose another place"
              .formatted(folder, target.getFileName()));
    }
    if (!Files.isWritable(folder)) {
      throw new DataException(
          "cannot write into %s, the folder for %s; choose another place"
              .formatted(folder, target.getFileName()));
    }
  }

  /** The folder itself, or the one that it would be made in. */
  private static Path firstThatExists(Path folder) {
    return Files.exists(folder) ? folder : firstThatExists(folder.getParent());
  }

  /**
   * Makes its folder too.
   *
   * @throws DataException when the file cannot be written
   */
  public static void write(Path file, Content content) {
    requireWritable(file);
    Path target = file.toAbsolutePath();
    // With the number of the process, for another one may be writing the same file.
    String name = "%s.%d.part".formatted(target.getFileName(), ProcessHandle.current().pid());
    Path part = target.resolveSibling(name);
    part.toFile().deleteOnExit(); // Ctrl-C leaves no time for what stands below
    try {
      Files.createDirectories(target.getParent());
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part), 1 << 16)) {
        content.writeTo(out);
      }
      try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | UncheckedIOException e) {
      throw new DataException(
          "cannot write %s (%s); free some space or choose another place"
              .formatted(file, e.getMessage()),
          e);
    } finally {
      part.toFile().delete();
    }
  }
}
