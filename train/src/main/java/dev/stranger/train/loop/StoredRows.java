package dev.stranger.train.loop;

import dev.stranger.StoredDataset;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.HostBuffer;
import java.util.function.IntUnaryOperator;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Rows of a stored set as they are kept there, bytes or floats.
 *
 * @param picks their places in the stored set
 */
record StoredRows(Compute compute, StoredDataset data, int[] picks) implements SampleRows {

  @Override
  public int size() {
    return picks.length;
  }

  @Override
  public int sampleSize() {
    return data.shape().size();
  }

  /** Memory for so many of them. */
  HostBuffer buffer(long count) {
    ScalarType type = data.hasLevels() ? ScalarType.Byte : ScalarType.Float;
    return HostBuffer.of(compute, type, data.shape().ofBatch(count));
  }

  /** Reads rows, one after another. Any thread may do so. */
  void read(IntUnaryOperator positions, int count, HostBuffer target) {
    int bytes = data.rowBytes();
    for (int i = 0; i < count; i++) {
      data.read(picks[positions.applyAsInt(i)], target.part((long) i * bytes, bytes));
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
