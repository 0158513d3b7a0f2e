package dev.stranger.train.loop;

import dev.stranger.train.torch.Compute;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Batches of a set that is on the device. A recorded step gathers its samples by a counter that
 * lives on the device too, so that a replay needs nothing from outside.
 */
final class ResidentFeed implements Feed {

  private final TrainingSet samples;
  private final Compute compute;
  private final int batchSize;
  private final Tensor order;
  private final Tensor counter;
  private final Scalar one = new Scalar(1L);

  /**
   * Lives longer than an epoch: to be made outside of the scope of one.
   *
   * @param count how many samples an epoch has
   */
  ResidentFeed(TrainingSet samples, int count, int batchSize) {
    this.samples = samples;
    this.compute = samples.compute();
    this.batchSize = batchSize;
    this.order = compute.integers(new int[count]);
    this.counter = compute.integers(0);
  }

  @Override
  public void begin(int[] shuffled, int firstStep) {
    try (Tensor integers = compute.integers(shuffled)) {
      order.copy_(integers);
    }
    counter.fill_(new Scalar((long) firstStep));
  }

  @Override
  public TrainingBatch batch(int step, int count) {
    return samples.at(order.narrow(0, (long) step * batchSize, count));
  }

  @Override
  public void advance(int step) {}

  @Override
  public TrainingBatch recorded() {
    long steps = order.size(0) / batchSize;
    Tensor whole = order.narrow(0, 0, steps * batchSize).view(steps, batchSize);
    Tensor positions = torch.index_select(whole, 0, counter).view(-1);
    counter.add_(one);
    return samples.at(positions);
  }

  @Override
  public void close() {}
}
