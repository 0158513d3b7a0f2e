package dev.stranger;

/**
 * Data cannot be used as asked. The message is one complete line for the person at the keyboard:
 * the value, the place and the remedy. Every reader throws this, and nothing else, for bad input.
 */
public final class DataException extends RuntimeException {

  public DataException(String message) {
    super(oneLine(message));
  }

  public DataException(String message, Throwable cause) {
    super(oneLine(message), cause);
  }

  /** Values that are quoted from a file may hold line breaks and other control characters. */
  private static String oneLine(String message) {
    return message.replaceAll("\\p{Cntrl}+", " ");
  }
}
