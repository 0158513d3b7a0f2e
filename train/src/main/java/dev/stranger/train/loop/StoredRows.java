package dev.stranger.train.loop;

import dev.stranger.Shape;
import dev.stranger.StoredDataset;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.HostBuffer;
import java.nio.ByteBuffer;
import java.util.function.IntUnaryOperator;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a stored set as a network sees them, or as levels in bytes where they are kept so.
 *
 * @param picks their places in the stored set
 * @param scaling of the samples, or null when they are taken as they are
 */
record StoredRows(Compute compute, StoredDataset data, int[] picks, @Nullable Scaling scaling)
    implements SampleRows {

  @Override
  public int size() {
    return picks.length;
  }

  @Override
  public int sampleSize() {
    return shape().size();
  }

  private Shape shape() {
    return scaling == null ? data.shape() : scaling.shapeOf(data.shape());
  }

  boolean isLevels() {
    return data.hasLevels() && scaling == null;
  }

  /** Memory for so many of them. */
  HostBuffer buffer(long count) {
    ScalarType type = isLevels() ? ScalarType.Byte : ScalarType.Float;
    return HostBuffer.of(compute, type, shape().ofBatch(count));
  }

  /** Reads rows, one after another. Any thread may do so. */
  void read(IntUnaryOperator positions, int count, HostBuffer target) {
    int bytes = scaling == null ? data.rowBytes() : sampleSize() * Float.BYTES;
    for (int i = 0; i < count; i++) {
      int pick = picks[positions.applyAsInt(i)];
      ByteBuffer part = target.part((long) i * bytes, bytes);
      if (scaling == null) {
        data.read(pick, part);
      } else {
        part.asFloatBuffer().put(scaling.apply(data.sample(pick)));
      }
    }
  }

  private Tensor gather(IntUnaryOperator positions, long count) {
    try (HostBuffer buffer = buffer(count)) {
      read(positions, Math.toIntExact(count), buffer);
      return compute.moveAsIs(buffer.tensor());
    }
  }

  @Override
  public Tensor at(Tensor positions) {
    LongPointer numbers = new LongPointer(positions.cpu().contiguous().data_ptr());
    return gather(i -> Math.toIntExact(numbers.get(i)), positions.numel());
  }

  @Override
  public Tensor slice(long start, long count) {
    return gather(i -> Math.toIntExact(start + i), count);
  }

  @Override
  public Feed feed(TrainingSet samples, int count, int batchSize) {
    return new StagedFeed(samples, this, batchSize);
  }
}
