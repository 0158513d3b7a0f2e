package dev.stranger.train.attack;

import dev.stranger.Range;
import dev.stranger.score.Metadata;
import dev.stranger.train.torch.Compute;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * Where the values of a batch may go: no farther than epsilon from where they were, and not out of
 * the detector's range.
 *
 * @param radius how far each value may be moved, one number for each column or channel
 */
record Bounds(Tensor low, Tensor high, Tensor radius) {

  static Bounds around(Tensor samples, double epsilon, Metadata metadata, Compute compute) {
    Tensor radius = units(metadata, compute).mul(new Scalar(epsilon));
    Range range = metadata.range();
    return new Bounds(
        samples.sub(radius).clamp_min(new Scalar((double) range.min())),
        samples.add(radius).clamp_max(new Scalar((double) range.max())),
        radius);
  }

  /** The deviations in the shape of a sample, or 1 for all. */
  private static Tensor units(Metadata metadata, Compute compute) {
    List<Float> deviations = metadata.deviations();
    if (deviations.isEmpty()) {
      return compute.filled(1, 1);
    }
    float[] units = new float[deviations.size()];
    for (int i = 0; i < units.length; i++) {
      units[i] = deviations.get(i);
    }
    long[] shape = new long[metadata.shape().rank()];
    Arrays.fill(shape, 1);
    shape[0] = units.length;
    return compute.of(units, shape);
  }

  /** The nearest values within the bounds. */
  Tensor nearest(Tensor values) {
    return values.maximum(low).minimum(high);
  }
}
