package dev.stranger.stream;

import org.jspecify.annotations.Nullable;

/**
 * Where the drift state of one key lies in a stream engine: a saved state, and the scores that came
 * after it. So a score adds some bytes to the state of a key and does not rewrite all of it.
 *
 * @param <E> what reading and writing throw
 */
interface DriftStore<E extends Exception> {

  /** Null when there is none. */
  byte @Nullable [] saved() throws E;

  /** In the order in which they came. */
  Iterable<Float> scoresSince() throws E;

  void add(float score) throws E;

  /** Takes the place of all there is. */
  void replace(byte[] saved) throws E;

  void clear() throws E;
}
