package dev.stranger.train.loop;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Rows that are all on the device. */
record ResidentRows(Tensor rows) implements SampleRows {

  @Override
  public int size() {
    return Math.toIntExact(rows.size(0));
  }

  @Override
  public int sampleSize() {
    return Math.toIntExact(rows.numel() / rows.size(0));
  }

  @Override
  public Tensor at(Tensor positions) {
    return torch.index_select(rows, 0, positions);
  }

  @Override
  public Tensor slice(long start, long count) {
    return rows.narrow(0, start, count);
  }

  @Override
  public Feed feed(TrainingSet samples, int count, int batchSize) {
    return new ResidentFeed(samples, count, batchSize);
  }
}
