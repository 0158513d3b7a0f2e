package dev.stranger.paper.experiment;

import java.nio.file.Path;

/** Something is not in the cache, and nothing is to be made. */
final class NotCachedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  NotCachedException(Path file) {
    super("not in the cache, and left out: " + file);
  }
}
