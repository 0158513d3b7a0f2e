package dev.stranger.stream;

import java.io.Serializable;

/**
 * How the records of a stream are judged.
 *
 * @param <T> the type of records
 * @param sampler finds the sample in a record
 * @param onInvalid what becomes of records that cannot be judged
 */
public record Judge<T>(DetectorSource detector, Sampler<T> sampler, OnInvalid onInvalid)
    implements Serializable {

  /** Fails at the first record that cannot be judged. */
  public Judge(DetectorSource detector, Sampler<T> sampler) {
    this(detector, sampler, OnInvalid.FAIL);
  }

  public Judge<T> with(OnInvalid onInvalid) {
    return new Judge<>(detector, sampler, onInvalid);
  }

  /**
   * @param batch records that are judged in one call at most
   */
  OpenJudge<T> open(int batch) {
    return new OpenJudge<>(this, batch);
  }
}
