package dev.stranger.train.loop;

import dev.stranger.MemoryDataset;
import dev.stranger.train.torch.Compute;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Samples on the device, prepared for the network. Pictures with 256 levels are kept as bytes,
 * which need a quarter of the memory, and become numbers again batch by batch.
 */
public final class TrainingSet {

  private static final float WHITE = 255;
  private static final int MOST_IN_A_BATCH = 256;
  private static final int VALUES_IN_A_BATCH = 1 << 22;

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

  /**
   * @param preparation of each sample, or null when they are taken as they are
   */
  public static TrainingSet of(
      Compute compute,
      MemoryDataset data,
      int[] positions,
      @Nullable UnaryOperator<float[]> preparation) {
    long[] shape = data.shape().ofBatch(positions.length);
    boolean levels =
        preparation == null
            && Arrays.stream(positions).allMatch(position -> data.levels(position) != null);
    return levels
        ? new TrainingSet(compute, levels(compute, data, positions, shape), compute.filled(WHITE))
        : new TrainingSet(compute, values(compute, data, positions, preparation, shape), null);
  }

  /** Sample by sample: a copy of all of them beside the tensor would double the memory. */
  private static Tensor levels(Compute compute, MemoryDataset data, int[] positions, long[] shape) {
    TensorOptions bytes = new TensorOptions(ScalarType.Byte);
    // Not left to the scope around it: beside a GPU, a training set would be in memory twice.
    try (Tensor plain = torch.empty(shape, bytes, new MemoryFormatOptional());
        BytePointer target = new BytePointer(plain.data_ptr())) {
      for (int i = 0; i < positions.length; i++) {
        byte[] levels = Objects.requireNonNull(data.levels(positions[i]));
        target.position((long) i * levels.length).put(levels);
      }
      return compute.moveAsIs(plain);
    }
  }

  private static Tensor values(
      Compute compute,
      MemoryDataset data,
      int[] positions,
      @Nullable UnaryOperator<float[]> preparation,
      long[] shape) {
    try (Tensor plain = torch.empty(shape);
        FloatPointer target = new FloatPointer(plain.data_ptr())) {
      for (int i = 0; i < positions.length; i++) {
        float[] sample = data.sample(positions[i]);
        float[] prepared = preparation == null ? sample : preparation.apply(sample);
        target.position((long) i * prepared.length).put(prepared);
      }
      return compute.move(plain);
    }
  }

  /** How many samples go through a network at a time: fewer of large ones, for memory's sake. */
  public static int batchOf(int sampleSize) {
    return Math.max(1, Math.min(MOST_IN_A_BATCH, VALUES_IN_A_BATCH / sampleSize));
  }

  public int size() {
    return size;
  }

  /** How many values a sample has. */
  int sampleSize() {
    return Math.toIntExact(samples.numel() / size);
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
    int batch = batchOf(sampleSize());
    for (int start = 0; start < size; start += batch) {
      rows.take(start, made(part, start, Math.min(batch, size - start)));
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
