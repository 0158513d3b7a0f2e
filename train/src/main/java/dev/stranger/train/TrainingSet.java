package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.MemoryDataset;
import dev.stranger.train.torch.Compute;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/** Samples on the device, prepared for the network. */
public final class TrainingSet {

  private final Compute compute;
  private final Tensor samples;
  private final int size;

  private TrainingSet(Compute compute, Tensor samples, int size) {
    this.compute = compute;
    this.samples = samples;
    this.size = size;
  }

  static TrainingSet of(
      Compute compute,
      MemoryDataset data,
      int[] positions,
      @Nullable Standardisation standardisation) {
    int sampleSize = data.shape().size();
    requireRoom(data, positions.length);
    float[] values = new float[positions.length * sampleSize];
    for (int i = 0; i < positions.length; i++) {
      float[] sample = data.sample(positions[i]);
      float[] prepared = standardisation == null ? sample : standardisation.apply(sample);
      System.arraycopy(prepared, 0, values, i * sampleSize, sampleSize);
    }
    return new TrainingSet(
        compute, compute.of(values, data.shape().ofBatch(positions.length)), positions.length);
  }

  private static void requireRoom(MemoryDataset data, int count) {
    if ((long) count * data.shape().size() > Integer.MAX_VALUE - 8) {
      throw new DataException(
          "%s has %,d samples of %s, more than 2 billion values; train on fewer or smaller ones"
              .formatted(data.name(), count, data.shape()));
    }
  }

  public int size() {
    return size;
  }

  boolean isOnGpu() {
    return compute.isCuda();
  }

  /** Where the samples are. */
  String device() {
    return compute.toString();
  }

  /** A zero on the same device. */
  Tensor zero() {
    return compute.zeros(1);
  }

  /** Positions in an order, on the device. */
  Tensor order(int[] positions) {
    return compute.integers(positions);
  }

  /** The samples at positions {@code order[start ... start + count)}. */
  TrainingBatch batch(Tensor order, long start, long count) {
    return at(order.narrow(0, start, count));
  }

  /** The samples at some positions, whole numbers on the device. */
  public TrainingBatch at(Tensor positions) {
    return new TrainingBatch(torch.index_select(samples, 0, positions), positions);
  }

  /** Random samples, drawn with replacement by libtorch's generator. */
  public TrainingBatch draw(long count) {
    return at(compute.moveAsIs(torch.randint(size, new long[] {count})));
  }

  /** Neighbouring samples, without copying them. */
  public TrainingBatch slice(long start, long count) {
    Tensor positions = compute.moveAsIs(torch.arange(new Scalar(start), new Scalar(start + count)));
    return new TrainingBatch(samples.narrow(0, start, count), positions);
  }
}
