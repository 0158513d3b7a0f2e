package dev.stranger.spark;

import dev.stranger.DataException;
import dev.stranger.RequestException;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.score.Detector;
import dev.stranger.score.SharedDetectors;
import dev.stranger.table.Column;
import java.io.Serializable;
import java.nio.FloatBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How samples are judged, as it is sent to tasks.
 *
 * @param falseAlarm another rate than the detector's, or null
 */
record Judging(
    DetectorContent.Sent detector, @Nullable Double falseAlarm, HandleInvalid handleInvalid)
    implements Serializable {

  /** The detector with the guarantee, which lives as long as its lease. */
  Detector of(SharedDetectors.Lease lease) {
    return of(lease.detector(), falseAlarm);
  }

  /**
   * @throws RequestException when the detector has too few held-out scores for the rate
   */
  static Detector of(Detector detector, @Nullable Double falseAlarm) {
    return falseAlarm == null
        ? detector
        : detector.withGuarantee(FalseAlarmGuarantee.onAverage(falseAlarm));
  }

  static SampleValues values(Detector detector) {
    return SampleValues.of(detector.shape(), columns(detector), detector.preparation()::picture);
  }

  /** What all values of a sample are, in their order, or nothing. */
  static List<Column> columns(Detector detector) {
    List<Column> columns = detector.metadata().columns();
    return columns.size() == detector.shape().size() ? columns : List.of();
  }

  /**
   * Puts a sample where the next one of a batch belongs.
   *
   * @return whether it can be judged
   * @throws DataException when it cannot, and that is an error
   */
  boolean put(
      @Nullable Object given, Detector detector, SampleValues values, float[] samples, int index) {
    int size = detector.shape().size();
    try {
      values.put(given, samples, index * size);
      detector.checkSamples(FloatBuffer.wrap(samples, index * size, size), 1);
      return true;
    } catch (DataException e) {
      if (handleInvalid == HandleInvalid.ERROR) {
        throw e;
      }
      return false;
    }
  }
}
