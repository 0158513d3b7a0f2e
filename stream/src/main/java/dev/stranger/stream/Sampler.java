package dev.stranger.stream;

import dev.stranger.DataException;
import dev.stranger.score.SamplePreparation;
import java.io.Serializable;

/**
 * Finds the sample in a record: its values, or what the preparation makes of a picture or a row:
 * {@code (row, preparation) -> preparation.row(row.columns())}. Tasks call their own copies of it.
 *
 * @param <T> the type of records
 */
@FunctionalInterface
public interface Sampler<T> extends Serializable {

  /**
   * @param preparation that of the detector
   * @throws DataException when the record holds no sample; it is then handled as {@link OnInvalid}
   *     says. Anything else that is thrown ends the job.
   */
  float[] sample(T record, SamplePreparation preparation);
}
