package dev.stranger.train.rkm;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/** How much each sample of a batch counts in sums and means over the batch. */
public sealed interface SampleWeights {

  /** All {@code count} samples count the same. */
  static SampleWeights equal(long count) {
    return new Equal(count);
  }

  /**
   * @param weights of the samples, N positive numbers; only their ratios matter
   */
  static SampleWeights of(Tensor weights) {
    return new Given(weights);
  }

  /** The mean of N rows. */
  Tensor mean(Tensor rows);

  /** The sum over all values of all samples, one number. */
  Tensor sum(Tensor values);

  /** What such a sum is for the average sample. */
  Tensor average(Tensor sum);

  /** The usual case. */
  record Equal(double count) implements SampleWeights {

    @Override
    public Tensor mean(Tensor rows) {
      return rows.mean(0);
    }

    @Override
    public Tensor sum(Tensor values) {
      return values.sum();
    }

    @Override
    public Tensor average(Tensor sum) {
      return sum.div(new Scalar(count));
    }
  }

  /** A weight for each. */
  record Given(Tensor weights) implements SampleWeights {

    @Override
    public Tensor mean(Tensor rows) {
      return average(weights.matmul(rows));
    }

    @Override
    public Tensor sum(Tensor values) {
      return weights.matmul(values.reshape(weights.size(0), -1)).sum();
    }

    @Override
    public Tensor average(Tensor sum) {
      return sum.div(weights.sum());
    }
  }
}
