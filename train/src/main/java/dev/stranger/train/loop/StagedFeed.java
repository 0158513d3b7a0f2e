package dev.stranger.train.loop;

import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.HostBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Batches of a set that is in a file: threads read the next ones while a step is made. On a GPU
 * each is copied to the same place before its step, where recorded steps find it.
 */
final class StagedFeed implements Feed {

  /** One is learnt from and the others are read. */
  private static final int STAGES = 4;

  private final TrainingSet samples;
  private final StoredRows rows;
  private final Compute compute;
  private final int batchSize;
  private final Stage[] stages;
  private final ExecutorService readers =
      Executors.newFixedThreadPool(STAGES - 1, StagedFeed::thread);

  /** Where a GPU finds each batch; null on a CPU. */
  private final @Nullable TrainingBatch onDevice;

  private int[] shuffled = {};
  private int next;
  private Stage current;

  /** Lives longer than an epoch: to be made outside of the scope of one. */
  StagedFeed(TrainingSet samples, StoredRows rows, int batchSize) {
    this.samples = samples;
    this.rows = rows;
    this.compute = samples.compute();
    this.batchSize = batchSize;
    this.stages = IntStream.range(0, STAGES).mapToObj(i -> new Stage()).toArray(Stage[]::new);
    this.current = stages[0];
    this.onDevice = compute.isCuda() ? onDevice(current) : null;
  }

  private TrainingBatch onDevice(Stage stage) {
    return new TrainingBatch(
        compute.moveAsIs(stage.samples.tensor()), compute.moveAsIs(stage.positions.tensor()));
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "stranger-read-ahead");
    thread.setDaemon(true);
    return thread;
  }

  /** A batch in the memory of the machine. */
  private final class Stage {

    private final HostBuffer samples = rows.buffer(batchSize);
    private final HostBuffer positions = HostBuffer.of(compute, ScalarType.Long, batchSize);
    private CompletableFuture<Void> filled = CompletableFuture.completedFuture(null);

    /** Begins to read the batch of a step, if there is one. */
    void fill(int step) {
      int[] order = shuffled;
      long start = (long) step * batchSize;
      if (start < order.length) {
        int count = (int) Math.min(batchSize, order.length - start);
        filled = CompletableFuture.runAsync(() -> read(order, (int) start, count), readers);
      }
    }

    private void read(int[] order, int start, int count) {
      samples.await();
      positions.await();
      rows.read(i -> order[start + i], count, samples);
      var numbers = positions.part(0, (long) count * Long.BYTES).asLongBuffer();
      for (int i = 0; i < count; i++) {
        numbers.put(order[start + i]);
      }
    }

    void await() {
      try {
        filled.join();
      } catch (CompletionException e) {
        throw e.getCause() instanceof RuntimeException cause ? cause : e;
      }
    }

    void close() {
      samples.close();
      positions.close();
    }
  }

  @Override
  public void begin(int[] shuffled, int firstStep) {
    awaitReaders();
    this.shuffled = shuffled;
    startAt(firstStep);
  }

  private void startAt(int step) {
    awaitReaders();
    next = step;
    for (int ahead = 0; ahead < STAGES - 1; ahead++) {
      stage(step + ahead).fill(step + ahead);
    }
  }

  private Stage stage(int step) {
    return stages[step % STAGES];
  }

  /** Also when one failed: they write to memory that is used anew or freed. */
  private void awaitReaders() {
    for (Stage stage : stages) {
      stage.filled.handle((done, failure) -> done).join();
    }
  }

  @Override
  public TrainingBatch batch(int step, int count) {
    advance(step);
    TrainingBatch whole = staged();
    return new TrainingBatch(
        samples.numbers(whole.samples().narrow(0, 0, count)),
        whole.positions().narrow(0, 0, count));
  }

  /** The stage of the step before is free now: steps are made one after another. */
  @Override
  public void advance(int step) {
    if (step != next) {
      startAt(step);
    }
    int last = step + STAGES - 1;
    stage(last).fill(last);
    current = stage(step);
    current.await();
    next = step + 1;
    if (onDevice != null) {
      copyTo(onDevice);
    }
  }

  /** In a scope of its own, because an epoch may have millions of steps. */
  private void copyTo(TrainingBatch target) {
    try (PointerScope scope = new PointerScope()) {
      current.samples.copyTo(target.samples(), compute);
      current.positions.copyTo(target.positions(), compute);
    }
  }

  /** As it is kept in the file. */
  private TrainingBatch staged() {
    return onDevice == null
        ? new TrainingBatch(current.samples.tensor(), current.positions.tensor())
        : onDevice;
  }

  @Override
  public TrainingBatch recorded() {
    TrainingBatch staged = staged();
    return new TrainingBatch(samples.numbers(staged.samples()), staged.positions());
  }

  @Override
  public void close() {
    awaitReaders();
    readers.shutdown();
    try {
      readers.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Stage stage : stages) {
      stage.close();
    }
  }
}
