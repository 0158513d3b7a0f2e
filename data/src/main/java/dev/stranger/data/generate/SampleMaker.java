package dev.stranger.data.generate;

/** Makes samples one at a time. May keep scratch memory, so each belongs to one thread. */
interface SampleMaker {

  /**
   * Writes sample {@code index} to {@code target[offset ...]}. Depends on nothing but the index.
   *
   * @return its label
   */
  int make(long index, float[] target, int offset);
}
