package dev.stranger;

import org.jspecify.annotations.Nullable;

/**
 * A data set with random access to its samples: in memory, or in a file of which the system keeps
 * in memory what it has room for. Immutable and thread-safe.
 */
public interface IndexedDataset extends Dataset {

  /**
   * The values of one sample. The array may be this set's own and must not be changed; or it is
   * made anew, which takes a moment: ask once for all values of a sample.
   */
  float[] sample(int index);

  /**
   * One sample as levels from 0 to 255, each standing for a 255th of itself, or null when a value
   * lies between two of them. The array may be this set's own and must not be changed.
   */
  byte @Nullable [] levels(int index);

  /** Puts the values of one sample into an array. */
  void copy(int index, float[] target, int offset);

  /** The label of one sample, or {@link Cursor#NO_LABEL}. */
  int label(int index);

  @Override
  default Cursor open() {
    return new IndexedCursor(this);
  }
}
