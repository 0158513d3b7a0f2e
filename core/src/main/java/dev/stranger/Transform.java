package dev.stranger;

/**
 * Turns one sample into another, such as resizing an image. Depends on the sample alone, so that a
 * sample is prepared the same way in training, in a batch and on its own. Immutable and
 * thread-safe.
 */
public interface Transform {

  /** Shape and range of the samples it makes of samples described by {@code input}. */
  Header describe(Header input);

  /** Writes the transformed {@code source}, a sample of shape {@code from}, to {@code target}. */
  void apply(Shape from, float[] source, float[] target, int offset);
}
