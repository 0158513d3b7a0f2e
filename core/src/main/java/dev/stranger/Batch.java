package dev.stranger;

import java.util.Arrays;

/**
 * A few samples side by side, ready for a network.
 *
 * @param count number of samples, at least one
 * @param values {@code count} samples after one another; not copied
 * @param labels one a sample, {@link Cursor#NO_LABEL} where there is none; not copied
 */
public record Batch(int count, float[] values, int[] labels) {

  /** A copy of the values of one sample. */
  public float[] sample(int index) {
    int size = values.length / count;
    return Arrays.copyOfRange(values, index * size, (index + 1) * size);
  }
}
