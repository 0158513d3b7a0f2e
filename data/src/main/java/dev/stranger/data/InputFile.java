package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.Remedy;
import dev.stranger.UnusableColumnsException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A file that samples are read from, compressed with gzip or not.
 *
 * @param name what messages call it
 */
public record InputFile(Path path, String name) {

  /** Deflate turns no byte into more than this many. */
  private static final long MAX_INFLATION = 1032;

  private static final int BUFFER = 1 << 16;

  public InputFile {
    if (!Files.isRegularFile(path)) {
      throw new DataException(
          Files.isDirectory(path)
              ? path + " is a folder, a file was expected"
              : "there is no file " + path + "; check the path");
    }
  }

  public InputFile(Path path) {
    this(path, path.toString());
  }

  /** Without the folder. */
  String shortName() {
    return name.equals(path.toString()) ? DataFiles.fileName(path) : name;
  }

  /** The content, decompressed when the file begins with gzip's mark. */
  public InputStream open() throws IOException {
    return CloseOnFailure.of(
        new BufferedInputStream(Files.newInputStream(path), BUFFER),
        file -> isGzip(file) ? new GZIPInputStream(file, BUFFER) : file);
  }

  private static boolean isGzip(InputStream file) throws IOException {
    file.mark(2);
    int mark = file.read() | file.read() << 8;
    file.reset();
    return mark == GZIPInputStream.GZIP_MAGIC;
  }

  /** An upper bound of the content's bytes: a header that claims more is wrong. */
  public long plausibleSize() throws IOException {
    try (InputStream file = new BufferedInputStream(Files.newInputStream(path), 2)) {
      return isGzip(file) ? mostInflated() : Files.size(path);
    }
  }

  /** The most that any compressed part of the file can hold. */
  long mostInflated() throws IOException {
    return Files.size(path) * MAX_INFLATION;
  }

  /** What to throw when the content is not what it should be. */
  public DataException damaged(String what, Remedy... remedies) {
    return new DataException(name + " " + what, remedies);
  }

  /**
   * What to throw when a person has to decide about columns.
   *
   * @param columns as options name them
   */
  DataException unusable(String what, List<String> columns, Remedy... remedies) {
    return new UnusableColumnsException(name + " " + what, columns, remedies);
  }

  /** What to throw when reading failed. */
  public DataException damaged(IOException e) {
    if (e instanceof EOFException) {
      return new DataException(name + " is cut short; get a complete copy", e);
    }
    if (e instanceof ZipException) {
      return new DataException(
          name + " is not valid compressed data (" + e.getMessage() + "); get a new copy", e);
    }
    return new DataException("cannot read " + name + ": " + reason(e), e);
  }

  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied; ask for the right to read it";
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
