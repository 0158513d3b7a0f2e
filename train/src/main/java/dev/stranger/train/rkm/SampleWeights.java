package dev.stranger.train.rkm;

import dev.stranger.train.torch.Ranks;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

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

  /**
   * All samples count the same, those that other ranks have in the same step too.
   *
   * @param count of all of them
   */
  static OverRanks overRanks(long count, Ranks ranks) {
    return new OverRanks(count, ranks);
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

  /**
   * For a batch of which each rank has a part. The mean is that of the whole batch, an average is
   * this rank's part of it. Libtorch knows no gradients across ranks, so the mean is a point of its
   * own to it, and {@link #backward} goes on from there. For one step.
   */
  final class OverRanks implements SampleWeights {
    private final Scalar count;
    private final Ranks ranks;
    private @Nullable Tensor mean;

    private OverRanks(double count, Ranks ranks) {
      this.count = new Scalar(count);
      this.ranks = ranks;
    }

    @Override
    public Tensor mean(Tensor rows) {
      Tensor sum = rows.detach().to(ScalarType.Double).sum(0);
      ranks.sum(List.of(sum));
      mean = sum.div(count).to(rows.scalar_type()).set_requires_grad(rows.requires_grad());
      return mean;
    }

    /**
     * Adds what comes back through the mean: every row has the same part in it.
     *
     * @param gradient of the rows, as far as it does not come through the mean
     */
    void backward(Tensor gradient) {
      if (mean != null) {
        Tensor sum = mean.grad().to(ScalarType.Double);
        ranks.sum(List.of(sum));
        gradient.add_(sum.div(count).to(gradient.scalar_type()));
      }
    }

    @Override
    public Tensor sum(Tensor values) {
      return values.sum();
    }

    @Override
    public Tensor average(Tensor sum) {
      return sum.div(count);
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
