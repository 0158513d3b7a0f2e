package dev.stranger;

/**
 * One pass over the samples of a {@link Dataset}, one at a time. Belongs to one thread; close it to
 * free the file behind it.
 */
public interface Cursor extends AutoCloseable {

  /** The label of a sample that has none. */
  int NO_LABEL = -1;

  /**
   * Copies the values of the next sample to {@code target[offset ...]}.
   *
   * @return false, and nothing copied, after the last sample
   * @throws BrokenSampleException when this sample is damaged but the next call gives the one
   *     behind it
   * @throws DataException when the data behind the cursor is damaged
   */
  boolean next(float[] target, int offset);

  /** Label of the sample that {@link #next} was about last, or {@link #NO_LABEL}. */
  int label();

  @Override
  void close();
}
