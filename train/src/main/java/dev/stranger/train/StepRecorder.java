package dev.stranger.train;

import dev.stranger.train.Learner.Rates;
import dev.stranger.train.torch.CudaGraph;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Makes the steps of an epoch on a GPU: the first few one by one, then one is recorded and replayed
 * for all others. The samples of a step are gathered by a counter that lives on the device too, so
 * that a replay needs nothing from outside. Where recording is not possible, it says so once and
 * goes on one by one.
 */
final class StepRecorder {

  /** libtorch chooses its kernels and gets its memory in the first steps. */
  private static final int WARM_UP = 6;

  private record Stage(Rates rates, int number) {}

  private final TrainingSet samples;
  private final BiConsumer<TrainingBatch, Rates> step;
  private final TrainListener listener;
  private final Tensor order;
  private final Tensor counter;
  private final Scalar one = new Scalar(1L);
  private @Nullable Stage stage;
  private @Nullable CudaGraph graph;
  private boolean isPossible = true;
  private int made;

  /**
   * @param step makes a step with a batch
   */
  StepRecorder(
      TrainingSet samples,
      int steps,
      int batchSize,
      BiConsumer<TrainingBatch, Rates> step,
      TrainListener listener) {
    this.samples = samples;
    this.step = step;
    this.listener = listener;
    this.order = samples.order(new int[steps * batchSize]).view(steps, batchSize);
    this.counter = samples.order(new int[1]);
  }

  /**
   * An epoch begins, or goes on.
   *
   * @param shuffled positions of all samples
   * @param number of the learner's stage
   */
  void begin(Tensor shuffled, int firstStep, Rates rates, int number) {
    order.copy_(shuffled.narrow(0, 0, order.numel()).view(order.size(0), order.size(1)));
    counter.fill_(new Scalar((long) firstStep));
    Stage now = new Stage(rates, number);
    if (!now.equals(stage)) {
      close();
      stage = now;
      made = 0;
    }
  }

  void step() {
    if (isPossible) {
      try {
        recordedStep();
        made++;
        return;
      } catch (LinkageError | IllegalStateException e) {
        isPossible = false;
        listener.note("steps are made one by one: " + e.getMessage());
      }
    }
    run();
  }

  private void recordedStep() {
    CudaGraph now = graph == null ? new CudaGraph() : graph;
    graph = now;
    if (made < WARM_UP) {
      now.warmUp(this::run);
      return;
    }
    if (made == WARM_UP) {
      now.record(this::run);
    }
    now.replay();
  }

  private void run() {
    try (PointerScope scope = new PointerScope()) {
      Tensor positions = torch.index_select(order, 0, counter).view(-1);
      step.accept(samples.at(positions), Objects.requireNonNull(stage).rates());
      counter.add_(one);
    }
  }

  private void close() {
    if (graph != null) {
      graph.close();
      graph = null;
    }
  }
}
