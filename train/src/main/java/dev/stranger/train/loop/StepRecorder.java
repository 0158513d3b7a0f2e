package dev.stranger.train.loop;

import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.CudaGraph;
import dev.stranger.train.torch.Libtorch;
import java.util.function.Consumer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Makes the steps of an epoch on a GPU: the first few one by one, then one is recorded and replayed
 * for all others. The samples of a step are gathered by a counter that lives on the device too, so
 * that a replay needs nothing from outside but its random numbers. Where recording is not possible,
 * it says so once and goes on one by one.
 */
final class StepRecorder implements AutoCloseable {

  /** libtorch chooses its kernels and gets its memory in the first steps. */
  private static final int WARM_UP = 6;

  private final Compute compute;
  private final TrainingSet samples;
  private final Consumer<TrainingBatch> step;
  private final TrainListener listener;
  private final Tensor order;
  private final Tensor counter;
  private final Scalar one = new Scalar(1L);
  private @Nullable CudaGraph graph;
  private int kind;
  private int made;

  /**
   * Lives longer than an epoch: to be made outside of the scope of one.
   *
   * @param step makes a step with a batch
   */
  StepRecorder(
      TrainingSet samples,
      int steps,
      int batchSize,
      Consumer<TrainingBatch> step,
      TrainListener listener) {
    this.compute = samples.compute();
    this.samples = samples;
    this.step = step;
    this.listener = listener;
    this.order = compute.integers(new int[steps * batchSize]).view(steps, batchSize);
    this.counter = compute.integers(0);
    try {
      this.graph = new CudaGraph(compute);
    } catch (LinkageError e) {
      giveUp(e);
    }
  }

  private void giveUp(Throwable why) {
    graph = null;
    listener.note("steps are made one by one: " + Libtorch.reason(why));
  }

  /**
   * An epoch begins, or goes on.
   *
   * @param shuffled positions of all samples
   * @param kind of its steps: one of another kind that was recorded is void
   */
  void begin(Tensor shuffled, int firstStep, int kind) {
    order.copy_(shuffled.narrow(0, 0, order.numel()).view(order.size(0), order.size(1)));
    counter.fill_(new Scalar((long) firstStep));
    if (kind != this.kind) {
      close();
      compute.noise().forget();
      this.kind = kind;
      made = 0;
    }
  }

  /**
   * @param seed of the random numbers of the step
   */
  void step(long seed) {
    compute.noise().beginRecorded(seed);
    if (graph != null && made == WARM_UP) {
      record(graph, seed);
    }
    if (graph != null && made >= WARM_UP) {
      graph.replay();
    } else {
      compute.quickly(this::run);
    }
    made++;
  }

  private void record(CudaGraph wanted, long seed) {
    try {
      compute.quickly(() -> wanted.record(this::run));
    } catch (RuntimeException | LinkageError e) {
      giveUp(e);
      compute.noise().beginRecorded(seed); // the step is made after all, with the same numbers
    }
  }

  private void run() {
    try (PointerScope scope = new PointerScope()) {
      Tensor positions = torch.index_select(order, 0, counter).view(-1);
      step.accept(samples.at(positions));
      counter.add_(one);
    }
  }

  @Override
  public void close() {
    if (graph != null) {
      graph.close();
    }
  }
}
