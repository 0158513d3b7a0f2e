package dev.stranger.data;

import dev.stranger.DataException;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** A file that samples are read from, compressed with gzip or not. */
public record InputFile(Path path) {

  /** Deflate turns no byte into more than this many. */
  private static final long MAX_INFLATION = 1032;

  private static final int BUFFER = 1 << 16;
  private static final int BYTE_ORDER_MARK = 0xfeff;

  public InputFile {
    if (!Files.isRegularFile(path)) {
      throw new DataException(
          Files.isDirectory(path)
              ? path + " is a folder, a file was expected"
              : "there is no file " + path + "; check the path");
    }
  }

  /** The content, decompressed when the file begins with gzip's mark. */
  public InputStream open() throws IOException {
    return CloseOnFailure.of(
        new BufferedInputStream(Files.newInputStream(path), BUFFER),
        file -> isGzip(file) ? new GZIPInputStream(file, BUFFER) : file);
  }

  /** The content as text, without the mark that some programs put in front of UTF-8. */
  public BufferedReader openText() throws IOException {
    return CloseOnFailure.of(
        new BufferedReader(new InputStreamReader(open(), StandardCharsets.UTF_8), BUFFER),
        InputFile::withoutMark);
  }

  private static BufferedReader withoutMark(BufferedReader reader) throws IOException {
    reader.mark(1);
    if (reader.read() != BYTE_ORDER_MARK) {
      reader.reset();
    }
    return reader;
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
  public DataException damaged(String what) {
    return new DataException(path + " " + what);
  }

  /** What to throw when reading failed. */
  public DataException damaged(IOException e) {
    if (e instanceof EOFException) {
      return new DataException(path + " is cut short; get a complete copy", e);
    }
    if (e instanceof ZipException) {
      return new DataException(
          path + " is not valid compressed data (" + e.getMessage() + "); get a new copy", e);
    }
    return new DataException("cannot read " + path + ": " + reason(e), e);
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
