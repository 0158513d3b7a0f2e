package dev.stranger.paper.experiment;

import java.nio.file.Path;

/** Something is not in the cache, and nothing is to be made. */
final class NotCachedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** What its name says that tells it from the same of other options. */
  private static final String HASH = "-\\p{XDigit}+\\.\\w+$";

  private final String what;

  /**
   * @param file in the cache
   */
  NotCachedException(Path file) {
    super("not in the cache: " + file);
    this.what = file.toString().replaceFirst(HASH, "");
  }

  /** For people. */
  String what() {
    return what;
  }
}
