package dev.stranger;

/**
 * Data cannot be used as asked. The message is one complete line for the person at the keyboard:
 * the value, the place and the remedy; a long one is cut in its middle. Every reader throws this,
 * and nothing else, for bad input.
 */
public class DataException extends RuntimeException {

  private static final int LENGTH = 1000;

  public DataException(String message) {
    super(oneLine(message));
  }

  public DataException(String message, Throwable cause) {
    super(oneLine(message), cause);
  }

  /** Values that are quoted from a file may be long, and hold what is no text. */
  private static String oneLine(String message) {
    return VisibleText.shortened(VisibleText.of(message), LENGTH);
  }
}
