package dev.stranger;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something cannot be done, for a reason that lies outside of the program. The message is one
 * complete line for a person: the value, the place and the remedy; a long one is cut in its middle.
 * The subclasses say where the reason lies. Calls that are wrong whatever the data is throw an
 * {@link IllegalArgumentException} instead.
 */
public abstract sealed class StrangerException extends RuntimeException
    permits DataException, DetectorFileException, DeviceException, RequestException {

  private static final int LENGTH = 1000;

  private final Remedy[] remedies;

  StrangerException(String message, @Nullable Throwable cause, Remedy... remedies) {
    super(oneLine(message), cause);
    this.remedies = remedies;
  }

  /** Values that are quoted from a file may be long, and hold what is no text. */
  private static String oneLine(String message) {
    return VisibleText.shortened(VisibleText.of(message), LENGTH);
  }

  /** What would help; empty when there is nothing that a program could offer to change. */
  public final List<Remedy> remedies() {
    return List.of(remedies);
  }
}
