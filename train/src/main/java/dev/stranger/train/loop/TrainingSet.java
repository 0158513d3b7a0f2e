package dev.stranger.train.loop;

import dev.stranger.IndexedDataset;
import dev.stranger.Shape;
import dev.stranger.StoredDataset;
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
 * Samples prepared for the network, on the device or in a file that is read batch by batch. Both
 * give the same numbers to the last bit. Pictures with 256 levels are kept as bytes, which need a
 * quarter of the memory, and become numbers again batch by batch.
 */
public final class TrainingSet {

  private static final float WHITE = 255;
  private static final int MOST_IN_A_BATCH = 256;
  private static final int VALUES_IN_A_BATCH = 1 << 22;

  private final Compute compute;
  private final SampleRows rows;

  /**
   * What bytes are divided by; null when the rows are no bytes. On the device, for there libtorch
   * multiplies with the reciprocal of a plain number, which is not to the last bit the same.
   */
  private final @Nullable Tensor white;

  private TrainingSet(Compute compute, SampleRows rows, boolean levels) {
    this.compute = compute;
    this.rows = rows;
    this.white = levels ? compute.filled(WHITE) : null;
  }

  /**
   * Samples of a stored set are read when they are asked for, unless a GPU has room for all.
   *
   * @param scaling of the samples, or null when they are taken as they are
   */
  public static TrainingSet of(
      Compute compute, IndexedDataset data, int[] positions, @Nullable Scaling scaling) {
    if (data instanceof StoredDataset stored) {
      TrainingSet set = inFile(new StoredRows(compute, stored, positions, scaling));
      return compute.isCuda() && compute.hasRoomFor(set.bytes()) ? set.onDevice() : set;
    }
    Shape prepared = scaling == null ? data.shape() : scaling.shapeOf(data.shape());
    long[] shape = prepared.ofBatch(positions.length);
    boolean levels =
        scaling == null
            && Arrays.stream(positions).allMatch(position -> data.levels(position) != null);
    Tensor all =
        levels
            ? levels(compute, data, positions, shape)
            : values(compute, data, positions, scaling, shape);
    return new TrainingSet(compute, new ResidentRows(all), levels);
  }

  /** Stays in the file, whatever room there is elsewhere. */
  static TrainingSet inFile(StoredRows rows) {
    return new TrainingSet(rows.compute(), rows, rows.isLevels());
  }

  /** Sample by sample: a copy of all of them beside the tensor would double the memory. */
  private static Tensor levels(
      Compute compute, IndexedDataset data, int[] positions, long[] shape) {
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
      IndexedDataset data,
      int[] positions,
      @Nullable Scaling scaling,
      long[] shape) {
    try (Tensor plain = torch.empty(shape);
        FloatPointer target = new FloatPointer(plain.data_ptr())) {
      for (int i = 0; i < positions.length; i++) {
        float[] sample = data.sample(positions[i]);
        float[] prepared = scaling == null ? sample : scaling.apply(sample);
        target.position((long) i * prepared.length).put(prepared);
      }
      return compute.move(plain);
    }
  }

  /** What all samples need on a device. */
  private long bytes() {
    return (long) size() * sampleSize() * (white != null ? 1 : Float.BYTES);
  }

  /** Batch by batch: the machine need not hold all of them. */
  private TrainingSet onDevice() {
    Tensor all = compute.rowsLike(rows.slice(0, 1), size());
    int batch = batchOf(sampleSize());
    for (int start = 0; start < size(); start += batch) {
      try (PointerScope scope = new PointerScope()) {
        int count = Math.min(batch, size() - start);
        all.narrow(0, start, count).copy_(rows.slice(start, count));
      }
    }
    return new TrainingSet(compute, new ResidentRows(all), white != null);
  }

  /** How many samples go through a network at a time: fewer of large ones, for memory's sake. */
  public static int batchOf(int sampleSize) {
    return Math.max(1, Math.min(MOST_IN_A_BATCH, VALUES_IN_A_BATCH / sampleSize));
  }

  public int size() {
    return rows.size();
  }

  /** How many values a sample has. */
  int sampleSize() {
    return rows.sampleSize();
  }

  /** Where samples are learnt from. */
  Compute compute() {
    return compute;
  }

  /**
   * Hands out samples in batches, in an order that each epoch has for itself.
   *
   * @param count how many samples an epoch has
   */
  Feed feed(int count, int batchSize) {
    return rows.feed(this, count, batchSize);
  }

  /** The samples at some positions, whole numbers on the device. */
  public TrainingBatch at(Tensor positions) {
    return new TrainingBatch(numbers(rows.at(positions)), positions);
  }

  /** Random samples, drawn with replacement. */
  public TrainingBatch draw(long count) {
    return at(compute.noise().positions(count, size()));
  }

  /** Neighbouring samples. */
  public TrainingBatch slice(long start, long count) {
    Tensor positions = compute.moveAsIs(torch.arange(new Scalar(start), new Scalar(start + count)));
    return new TrainingBatch(numbers(rows.slice(start, count)), positions);
  }

  /** Takes what was made of some samples after the first ones, one after another. */
  public interface Rows {
    void take(int first, float[] rows);
  }

  /** Streams all samples through a part of a network, in full precision. */
  public void forEach(UnaryOperator<Tensor> part, Rows rows) {
    int batch = batchOf(sampleSize());
    for (int start = 0; start < size(); start += batch) {
      rows.take(start, made(part, start, Math.min(batch, size() - start)));
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

  /** What a network sees of rows as they are kept. */
  Tensor numbers(Tensor some) {
    return white == null ? some : some.div(white);
  }
}
