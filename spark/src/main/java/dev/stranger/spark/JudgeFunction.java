package dev.stranger.spark;

import dev.stranger.DataException;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.score.SharedDetectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Judges one value at a time, for SQL; uses the detector that is open in the executor. */
final class JudgeFunction implements UDF1<@Nullable Object, @Nullable Row> {

  static final StructType TYPE =
      new StructType()
          .add("score", DataTypes.FloatType)
          .add("p_value", DataTypes.FloatType)
          .add("is_ood", DataTypes.BooleanType);

  private static final Row UNKNOWN = RowFactory.create(null, null, true);

  private final Judging judging;

  /** The same of every detector that is opened from the file. */
  private transient @Nullable SampleValues values;

  JudgeFunction(Judging judging) {
    this.judging = judging;
  }

  @Override
  public @Nullable Row call(@Nullable Object value) {
    try (SharedDetectors.Lease lease = judging.detector().lease()) {
      Detector detector = judging.of(lease);
      float[] sample = new float[detector.shape().size()];
      if (put(value, detector, sample)) {
        Verdict verdict = detector.judge(sample);
        return RowFactory.create(verdict.score(), verdict.pValue(), verdict.ood());
      }
      // A function cannot leave a row out.
      return judging.handleInvalid() == HandleInvalid.KEEP ? UNKNOWN : null;
    }
  }

  private boolean put(@Nullable Object value, Detector detector, float[] sample) {
    SampleValues known = values == null ? Judging.values(detector) : values;
    values = known;
    try {
      return judging.put(value, detector, known, sample, 0);
    } catch (DataException e) {
      throw new DataException(
          "a value cannot be judged: %s; correct it, or set handleInvalid to skip or keep"
              .formatted(e.getMessage()),
          e);
    }
  }
}
