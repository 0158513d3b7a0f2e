package dev.stranger.stream;

import dev.stranger.DetectorFileException;
import dev.stranger.Sha256;
import dev.stranger.score.DetectorFile;
import dev.stranger.score.OpenOptions;
import dev.stranger.score.SharedDetectors;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A detector file as it travels to the tasks of a job: its content, or a path that every machine
 * can read. Tasks of one JVM share one open {@link dev.stranger.score.Detector}, found by the
 * SHA-256 of the file, which is closed with the last of them. Immutable and thread-safe.
 */
public final class DetectorSource implements Serializable {

  /** A job that ends leaves none open, or its classes could not be unloaded. */
  static final SharedDetectors OPEN = new SharedDetectors(0);

  private final byte @Nullable [] content;
  private final String place;
  private final int threads;

  private DetectorSource(byte @Nullable [] content, String place, int threads) {
    this.content = content;
    this.place = place;
    this.threads = threads;
  }

  /**
   * Reads a file here, and sends its content to the tasks.
   *
   * @throws DetectorFileException when it is missing, foreign or damaged
   */
  public static DetectorSource read(Path file) {
    return read(file, OpenOptions.DEFAULT);
  }

  /**
   * The same if it is signed as asked for, which is checked here. Devices, threads and operators of
   * the options are not taken over.
   */
  public static DetectorSource read(Path file, OpenOptions options) {
    return new DetectorSource(DetectorFile.read(file, options).bytes(), file.toString(), 1);
  }

  /** The content of a detector file. */
  public static DetectorSource of(byte[] file) {
    return new DetectorSource(file.clone(), "the detector", 1);
  }

  /**
   * A file that every machine reads for itself when a task starts: for large detectors on a shared
   * or copied file system. All must have the same.
   */
  public static DetectorSource at(Path file) {
    return new DetectorSource(null, file.toString(), 1);
  }

  /**
   * With so many threads for one call. The default is 1, because engines run a task for each core.
   */
  public DetectorSource withThreads(int threads) {
    return new DetectorSource(content, place, threads);
  }

  /** The detector that all tasks of this JVM share. */
  SharedDetectors.Lease open() {
    OpenOptions options = OpenOptions.DEFAULT.withThreads(threads);
    byte[] file = content == null ? readHere() : content;
    return OPEN.lease(Sha256.hex(file), place, options, () -> file);
  }

  private byte[] readHere() {
    try {
      return Files.readAllBytes(Path.of(place));
    } catch (IOException e) {
      throw new DetectorFileException(
          "cannot read the detector file %s on this machine; copy it there, or send its content"
              .formatted(place),
          e);
    }
  }
}
