package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.MemoryDataset;
import dev.stranger.train.torch.Compute;
import java.util.function.UnaryOperator;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Samples on the device, prepared for the network. Pictures with 256 levels are kept as bytes,
 * which need a quarter of the memory, and become numbers again batch by batch.
 */
public final class TrainingSet {

  private static final float WHITE = 255;
  private static final int BATCH = 256;

  private final Compute compute;
  private final Tensor samples;
  private final int size;

  /**
   * What bytes are divided by; null when the samples are kept as they are. On the device, for there
   * libtorch multiplies with the reciprocal of a plain number, which is not to the last bit the
   * same.
   */
  private final @Nullable Tensor white;

  private TrainingSet(Compute compute, Tensor samples, @Nullable Tensor white) {
    this.compute = compute;
    this.samples = samples;
    this.size = Math.toIntExact(samples.size(0));
    this.white = white;
  }

  static TrainingSet of(
      Compute compute,
      MemoryDataset data,
      int[] positions,
      @Nullable Standardisation standardisation) {
    requireRoom(data, positions.length);
    long[] shape = data.shape().ofBatch(positions.length);
    byte @Nullable [] levels = standardisation == null ? levels(data, positions) : null;
    return levels == null
        ? new TrainingSet(
            compute, compute.of(values(data, positions, standardisation), shape), null)
        : new TrainingSet(compute, compute.bytes(levels, shape), compute.filled(WHITE));
  }

  private static float[] values(
      MemoryDataset data, int[] positions, @Nullable Standardisation standardisation) {
    int sampleSize = data.shape().size();
    float[] values = new float[positions.length * sampleSize];
    for (int i = 0; i < positions.length; i++) {
      float[] sample = data.sample(positions[i]);
      float[] prepared = standardisation == null ? sample : standardisation.apply(sample);
      System.arraycopy(prepared, 0, values, i * sampleSize, sampleSize);
    }
    return values;
  }

  /** All values as levels from 0 to 255, or null when one lies between two of them. */
  private static byte @Nullable [] levels(MemoryDataset data, int[] positions) {
    int sampleSize = data.shape().size();
    byte[] levels = new byte[positions.length * sampleSize];
    int at = 0;
    for (int position : positions) {
      for (float value : data.sample(position)) {
        int level = Math.round(value * WHITE);
        if (level < 0 || level > WHITE || level / WHITE != value) {
          return null;
        }
        levels[at++] = (byte) level;
      }
    }
    return levels;
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

  /** Where the samples are. */
  Compute compute() {
    return compute;
  }

  /** The samples at positions {@code order[start ... start + count)}. */
  TrainingBatch batch(Tensor order, long start, long count) {
    return at(order.narrow(0, start, count));
  }

  /** The samples at some positions, whole numbers on the device. */
  public TrainingBatch at(Tensor positions) {
    return new TrainingBatch(numbers(torch.index_select(samples, 0, positions)), positions);
  }

  /** Random samples, drawn with replacement. */
  public TrainingBatch draw(long count) {
    return at(compute.noise().positions(count, size));
  }

  /** Neighbouring samples. */
  public TrainingBatch slice(long start, long count) {
    Tensor positions = compute.moveAsIs(torch.arange(new Scalar(start), new Scalar(start + count)));
    return new TrainingBatch(numbers(samples.narrow(0, start, count)), positions);
  }

  /** Takes what was made of some samples after the first ones, one after another. */
  public interface Rows {
    void take(int first, float[] rows);
  }

  /** Streams all samples through a part of a network, in full precision. */
  public void forEach(UnaryOperator<Tensor> part, Rows rows) {
    for (int start = 0; start < size; start += BATCH) {
      rows.take(start, made(part, start, Math.min(BATCH, size - start)));
    }
  }

  private float[] made(UnaryOperator<Tensor> part, int start, int count) {
    return compute.exactly(
        () -> {
          try (PointerScope scope = new PointerScope();
              NoGradGuard guard = new NoGradGuard()) {
            return Compute.floats(part.apply(slice(start, count).samples()));
          }
        });
  }

  private Tensor numbers(Tensor some) {
    return white == null ? some : some.div(white);
  }
}
