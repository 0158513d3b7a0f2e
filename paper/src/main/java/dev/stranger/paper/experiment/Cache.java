package dev.stranger.paper.experiment;

import dev.stranger.CompleteFile;
import dev.stranger.DataException;
import dev.stranger.Remedy;
import dev.stranger.Sha256;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Files of results that took long to get, each named after everything that determines it: whoever
 * changes one of these things gets another file, and who runs the same again finds it there. Files
 * are written completely or not at all, so a run that was killed goes on where it was. The names
 * hold what was asked for, not what did it: a folder that another machine filled, even one with a
 * GPU that is not here, is as good as one's own.
 */
public final class Cache {

  /** Raised when the same settings give other results than before; a release alone does not. */
  private static final String VERSION = "4";

  private static final int DIGITS = 16;
  private static final int PAUSE_MILLIS = 500;

  /** Turns a result into bytes and back. */
  interface Format<T> {

    void write(T result, DataOutputStream out) throws IOException;

    T read(DataInputStream in) throws IOException;
  }

  private final Path folder;
  private final boolean readOnly;
  private @Nullable FileChannel locks;

  public Cache(Path folder) {
    this(folder, false);
  }

  private Cache(Path folder, boolean readOnly) {
    this.folder = folder;
    this.readOnly = readOnly;
  }

  /** Nothing is added to it, and what is not there is done without. */
  public static Cache asItIs(Path folder) {
    return new Cache(folder, true);
  }

  boolean isReadOnly() {
    return readOnly;
  }

  /**
   * Before hours of work are done for it.
   *
   * @throws DataException when nothing can be kept
   */
  void requireWritable() {
    if (!readOnly) {
      CompleteFile.requireWritable(folder.resolve("models").resolve("model"));
    }
  }

  /**
   * The file of a result.
   *
   * @param kind a folder
   * @param name the beginning of the file's name, for people
   * @param determinants everything that the result depends on
   */
  Path file(String kind, String name, String determinants, String ending) {
    return folder.resolve(kind).resolve("%s-%s.%s".formatted(name, digest(determinants), ending));
  }

  /**
   * Keeps other runs that share the folder from the same work until it is closed. They are locks of
   * the operating system, which end with their process however that ends: one byte each of a file
   * that is never written.
   *
   * @param waiting hears when another run is at it
   */
  FileLock lock(Path file, Runnable waiting) {
    long position = Integer.toUnsignedLong(file.getFileName().toString().hashCode());
    try {
      @Nullable FileLock mine = locks().tryLock(position, 1, false);
      if (mine == null) {
        waiting.run();
      }
      // Asked for again and again: to Linux, two processes that wait for each other's models are a
      // deadlock, though the threads that wait are not those that train.
      while (mine == null) {
        Thread.sleep(PAUSE_MILLIS);
        mine = locks().tryLock(position, 1, false);
      }
      return mine;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("waiting for another run was interrupted", e);
    } catch (IOException e) {
      throw new DataException(
          "cannot lock files in %s (%s); choose another folder".formatted(folder, e),
          e,
          Remedy.CACHE);
    }
  }

  /**
   * Open as long as the cache is in use: on Linux, whoever closes a file gives back all locks that
   * his process has on it, those of other threads too.
   */
  private synchronized FileChannel locks() throws IOException {
    if (locks == null) {
      Files.createDirectories(folder);
      locks =
          FileChannel.open(
              folder.resolve("locks"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }
    return locks;
  }

  /**
   * The result in a file, or a new one, which is then kept there.
   *
   * @throws NotCachedException when it is not there and may not be made
   */
  <T> T get(Path file, Format<T> format, Supplier<T> work) {
    if (Files.exists(file)) {
      return read(file, format);
    }
    if (readOnly) {
      throw NotCachedException.of(folder.relativize(file));
    }
    T result = work.get();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new GZIPOutputStream(bytes))) {
      format.write(result, out);
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory cannot fail", e);
    }
    CompleteFile.write(file, bytes::writeTo);
    return result;
  }

  private static <T> T read(Path file, Format<T> format) {
    try (DataInputStream in =
        new DataInputStream(
            new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(file))))) {
      return format.read(in);
    } catch (IOException | RuntimeException e) {
      throw new DataException(
          "%s cannot be read (%s); delete it, and it is made again".formatted(file, e), e);
    }
  }

  /** What tells a result from others in the name of its file. */
  static String digest(String determinants) {
    byte[] text = (VERSION + "\n" + determinants).getBytes(StandardCharsets.UTF_8);
    return Sha256.hex(text).substring(0, DIGITS);
  }
}
