package dev.stranger;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes a file completely or not at all: to a temporary file in the same folder, synced, then
 * renamed. A crash or a full disk leaves the old file, or none. Threads and processes may write the
 * same file at once: one of them comes last.
 */
public final class CompleteFile {

  /** Tells the files of this process from those of others, also of one with the same number. */
  private static final String MARK = "%016x".formatted(new SecureRandom().nextLong());

  private static final Set<Path> BEING_WRITTEN = ConcurrentHashMap.newKeySet();

  private CompleteFile() {}

  /** Puts out the content of a file. */
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Checks that a file can be written before long work is done for it, and makes nothing yet.
   *
   * @throws RequestException when it cannot
   */
  public static void requireWritable(Path file) {
    Path target = file.toAbsolutePath();
    if (Files.isDirectory(target)) {
      throw new RequestException(file + " is a folder, a file was expected; add a file name");
    }
    Path folder = firstThatExists(target.getParent());
    if (!Files.isDirectory(folder)) {
      throw new RequestException(
          "%s is a file, a folder for %s was expected; choose another place"
              .formatted(folder, target.getFileName()));
    }
    if (!Files.isWritable(folder)) {
      throw new RequestException(
          "cannot write into %s, the folder for %s; choose another place"
              .formatted(folder, target.getFileName()));
    }
  }

  /** The folder itself, or the one that it would be made in. */
  private static Path firstThatExists(Path folder) {
    return Files.exists(folder) ? folder : firstThatExists(folder.getParent());
  }

  /**
   * Makes its folder too, and removes what writers of the same file left that were killed.
   *
   * @throws RequestException when the file cannot be written
   */
  public static void write(Path file, Content content) {
    requireWritable(file);
    Path target = file.toAbsolutePath();
    Path part = reservePart(target);
    part.toFile().deleteOnExit(); // Ctrl-C leaves no time for what stands below
    try {
      Files.createDirectories(target.getParent());
      removeRemains(target);
      writePart(part, content);
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | UncheckedIOException e) {
      throw new RequestException(
          "cannot write %s (%s); free some space or choose another place"
              .formatted(file, e.getMessage()),
          e);
    } finally {
      part.toFile().delete();
      BEING_WRITTEN.remove(part);
    }
  }

  /** A name that nobody else uses; a free one again, as Java never forgets what to delete. */
  private static Path reservePart(Path target) {
    for (int i = 0; ; i++) {
      Path part = target.resolveSibling(target.getFileName() + "." + MARK + "-" + i + ".part");
      if (BEING_WRITTEN.add(part)) {
        return part;
      }
    }
  }

  /** Never writes through a link, or into a file that is there. */
  private static void writePart(Path part, Content content) throws IOException {
    try (FileChannel channel =
        FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      locked(channel);
      OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
      content.writeTo(out);
      out.flush();
      channel.force(true);
    }
  }

  private static void removeRemains(Path target) {
    String name = Pattern.quote(target.getFileName().toString());
    Pattern parts = Pattern.compile(name + "\\.[0-9a-f]{16}-\\d+\\.part");
    try (Stream<Path> files = Files.list(target.getParent())) {
      files
          .filter(file -> parts.matcher(file.getFileName().toString()).matches())
          .filter(file -> !BEING_WRITTEN.contains(file) && isAbandoned(file))
          .forEach(file -> file.toFile().delete());
    } catch (IOException | UncheckedIOException e) {
      return; // some folders can be written but not listed
    }
  }

  /** Whoever writes has a lock, which ends with the process, soon after the file was made. */
  private static boolean isAbandoned(Path part) {
    Instant old = Instant.now().minus(Duration.ofMinutes(1));
    try (FileChannel channel =
        FileChannel.open(part, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      return Files.getLastModifiedTime(part).toInstant().isBefore(old) && locked(channel);
    } catch (IOException e) {
      return false; // removed by another, or not ours
    }
  }

  /** Locks a file until it is closed, unless another process did or the file system cannot. */
  private static boolean locked(FileChannel channel) {
    try {
      return channel.tryLock() != null;
    } catch (IOException | OverlappingFileLockException e) {
      return false;
    }
  }
}
