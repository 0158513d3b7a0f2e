package dev.stranger.train;

import dev.stranger.train.Learner.Rates;
import dev.stranger.train.torch.CudaGraph;
import java.util.function.BiConsumer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Makes the steps of an epoch on a GPU: the first few one by one, then one is recorded and replayed
 * for all others. The samples of a step are gathered by a counter that lives on the device too, so
 * that a replay needs nothing from outside.
 */
final class StepRecorder {

  /** libtorch chooses its kernels and gets its memory in the first steps. */
  private static final int WARM_UP = 6;

  private record Stage(Rates rates, int number) {}

  private final TrainingSet samples;
  private final BiConsumer<TrainingBatch, Rates> step;
  private final Tensor order;
  private final Tensor counter;
  private final Scalar one = new Scalar(1L);
  private @Nullable Stage stage;
  private CudaGraph graph = new CudaGraph();
  private int made;

  StepRecorder(
      TrainingSet samples, int steps, int batchSize, BiConsumer<TrainingBatch, Rates> step) {
    this.samples = samples;
    this.step = step;
    this.order = samples.order(new int[steps * batchSize]).view(steps, batchSize);
    this.counter = samples.order(new int[1]);
  }

  /**
   * An epoch begins, or goes on.
   *
   * @param shuffled positions of all samples
   */
  void begin(Tensor shuffled, int firstStep, Rates rates, int number) {
    order.copy_(shuffled.narrow(0, 0, order.numel()).view(order.size(0), order.size(1)));
    counter.fill_(new Scalar((long) firstStep));
    Stage now = new Stage(rates, number);
    if (!now.equals(stage)) {
      stage = now;
      made = 0;
      graph.close();
      graph = new CudaGraph();
    }
  }

  void step() {
    if (made < WARM_UP) {
      graph.warmUp(this::run);
    } else {
      if (made == WARM_UP) {
        graph.record(this::run);
      }
      graph.replay();
    }
    made++;
  }

  private void run() {
    try (PointerScope scope = new PointerScope()) {
      Tensor positions = torch.index_select(order, 0, counter).view(-1);
      step.accept(samples.at(positions), java.util.Objects.requireNonNull(stage).rates());
      counter.add_(one);
    }
  }
}
