package dev.stranger.train.loop;

import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.CudaGraph;
import dev.stranger.train.torch.Libtorch;
import java.util.function.Consumer;
import org.bytedeco.javacpp.PointerScope;
import org.jspecify.annotations.Nullable;

/**
 * Makes the steps of an epoch on a GPU: the first few one by one, then one is recorded and replayed
 * for all others. A replay needs nothing from outside but its random numbers, and samples that do
 * not fit on the device. Where recording is not possible, it says so once and goes on one by one.
 */
final class StepRecorder implements AutoCloseable {

  /** libtorch chooses its kernels and gets its memory in the first steps. */
  private static final int WARM_UP = 6;

  private final Compute compute;
  private final Feed feed;
  private final Consumer<TrainingBatch> step;
  private final TrainListener listener;
  private @Nullable CudaGraph graph;
  private int kind;
  private int made;

  /**
   * @param feed what the samples come from
   * @param step makes a step with a batch
   */
  StepRecorder(Compute compute, Feed feed, Consumer<TrainingBatch> step, TrainListener listener) {
    this.compute = compute;
    this.feed = feed;
    this.step = step;
    this.listener = listener;
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
   * @param kind of its steps: one of another kind that was recorded is void
   */
  void begin(int kind) {
    if (kind != this.kind) {
      close();
      compute.noise().forget();
      this.kind = kind;
      made = 0;
    }
  }

  /**
   * @param number of the step in its epoch
   * @param seed of the random numbers of the step
   */
  void step(int number, long seed) {
    feed.advance(number);
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
      step.accept(feed.recorded());
    }
  }

  @Override
  public void close() {
    if (graph != null) {
      graph.close();
    }
  }
}
