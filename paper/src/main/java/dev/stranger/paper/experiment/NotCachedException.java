package dev.stranger.paper.experiment;

import java.nio.file.Path;

/** Something is not in the cache, and nothing is to be made. */
final class NotCachedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * @param what is missing, for people
   */
  NotCachedException(String what) {
    super(what);
  }

  /** A file is missing, whose name ends with what tells it from the same of other options. */
  static NotCachedException of(Path file) {
    return new NotCachedException(file.toString().replaceFirst("-\\p{XDigit}+\\.\\w+$", ""));
  }
}
