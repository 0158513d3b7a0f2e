package dev.stranger;

/**
 * One sample cannot be read, such as a damaged picture in a folder; the pass over the set can go on
 * with the next.
 */
public final class BrokenSampleException extends DataException {

  public BrokenSampleException(DataException cause) {
    super(cause.getMessage(), cause);
  }
}
