package dev.stranger.data;

import dev.stranger.Cursor;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A pass that makes samples on several threads before they are asked for, and hands them over in
 * order. Begins with one, and makes more ahead the more are asked for: whoever looks at a few does
 * not wait for many. A sample that cannot be made fails when its turn comes, and the pass can go on
 * with the next.
 */
final class AheadCursor implements Cursor {

  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  /** What is made ahead takes at most 16 MiB, or one sample a thread. */
  private static final int MOST_VALUES = 1 << 22;

  private static final int MOST_SAMPLES = 256;

  private final int count;
  private final int most;
  private final IntFunction<float[]> samples;
  private final IntUnaryOperator labels;
  private final Queue<FutureTask<float[]>> ahead = new ArrayDeque<>();
  private @Nullable ExecutorService threads;
  private int index = -1;
  private int begun;

  /**
   * @param samples makes the sample at a position, on any thread
   * @param labels of the samples
   */
  AheadCursor(int count, int sampleSize, IntFunction<float[]> samples, IntUnaryOperator labels) {
    this.count = count;
    this.most = Math.max(THREADS, Math.min(MOST_SAMPLES, MOST_VALUES / sampleSize));
    this.samples = samples;
    this.labels = labels;
  }

  @Override
  public boolean next(float[] target, int offset) {
    if (index + 1 == count) {
      return false;
    }
    index++;
    begin();
    FutureTask<float[]> next = ahead.remove();
    next.run(); // does nothing when another thread has begun it
    float[] values = valuesOf(next);
    System.arraycopy(values, 0, target, offset, values.length);
    return true;
  }

  private void begin() {
    int end = Math.min(count, index + 1 + Math.min(index, most));
    for (; begun < end; begun++) {
      int position = begun;
      FutureTask<float[]> task = new FutureTask<>(() -> samples.apply(position));
      ahead.add(task);
      if (position > index) {
        threads().execute(task);
      }
    }
  }

  private ExecutorService threads() {
    if (threads == null) {
      threads =
          Executors.newFixedThreadPool(
              THREADS,
              work -> {
                Thread thread = new Thread(work, "reading ahead");
                thread.setDaemon(true);
                return thread;
              });
    }
    return threads;
  }

  private static float[] valuesOf(FutureTask<float[]> task) {
    try {
      return task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause(); // there is no third kind here
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("reading was interrupted", e);
    }
  }

  @Override
  public int label() {
    return labels.applyAsInt(index);
  }

  /** Waits for the few samples under way, so that no file stays open. */
  @Override
  public void close() {
    if (threads != null) {
      threads.shutdownNow();
      try {
        threads.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
