package dev.stranger;

import org.jspecify.annotations.Nullable;

/**
 * Data cannot be used: a sample, a picture, a table or another file is damaged, or does not fit the
 * detector. Every reader throws this, and nothing else, for bad input.
 */
public sealed class DataException extends StrangerException
    permits BrokenSampleException, UnusableColumnsException {

  public DataException(String message, Remedy... remedies) {
    super(message, null, remedies);
  }

  public DataException(String message, @Nullable Throwable cause, Remedy... remedies) {
    super(message, cause, remedies);
  }
}
