package dev.stranger.data;

import java.io.Closeable;
import java.io.IOException;

/** The step from an opened file to what reads it: when the step fails, the file is closed. */
final class CloseOnFailure {

  /** What can fail. */
  interface Step<C, T> {
    T from(C opened) throws IOException;
  }

  private CloseOnFailure() {}

  /** Whoever gets the result closes {@code opened} through it. */
  static <C extends Closeable, T> T of(C opened, Step<C, T> step) throws IOException {
    try {
      return step.from(opened);
    } catch (Throwable e) {
      try {
        opened.close();
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }
}
