package dev.stranger.train.torch;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Threads that do shares of one work at the same time, each with its part of the cores. libtorch
 * itself spreads every operator over all cores and waits for the slowest of them, which is not
 * worth it for small operators. Thread-safe.
 */
final class Cores {

  /** The shares of a usual batch would become too small. */
  private static final int MOST_THREADS = 8;

  private final int threads;
  private final ExecutorService pool;

  private Cores(int threads, int threadsOfLibtorch) {
    this.threads = threads;
    this.pool = Executors.newFixedThreadPool(threads, work -> thread(work, threadsOfLibtorch));
  }

  private static Thread thread(Runnable work, int threadsOfLibtorch) {
    Runnable all =
        () -> {
          torch.get_num_threads(); // the first call in a thread sets the number for all
          torch.set_num_threads(threadsOfLibtorch);
          work.run();
        };
    Thread thread = new Thread(all, "stranger-share");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Deals them out, once for a process. Each thread has a number of libtorch's threads, and threads
   * to come get the number that was set last: so all of these are started before it is set.
   */
  static Cores deal(int cores) {
    int threads = Math.min(cores, MOST_THREADS);
    Cores dealt = new Cores(threads, cores / threads);
    dealt.each(threads, share -> List.of()); // an executor starts a thread for each of the first
    torch.set_num_threads(cores);
    return dealt;
  }

  int threads() {
    return threads;
  }

  /**
   * Does all shares of a work and waits for them, even when one fails or this thread is
   * interrupted: they use tensors that the caller frees.
   *
   * @param work makes tensors of the share with a number; all others that it makes are freed
   * @return what the shares made, which the scope around the call frees
   */
  List<List<Tensor>> each(int shares, IntFunction<List<Tensor>> work) {
    List<CompletableFuture<List<Tensor>>> all =
        IntStream.range(0, shares)
            .mapToObj(share -> CompletableFuture.supplyAsync(() -> kept(work, share), pool))
            .toList();
    try {
      CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
    List<List<Tensor>> made = all.stream().map(CompletableFuture::join).toList();
    made.forEach(tensors -> tensors.forEach(Cores::adopt));
    return made;
  }

  private static List<Tensor> kept(IntFunction<List<Tensor>> work, int share) {
    try (PointerScope scope = new PointerScope()) {
      List<Tensor> made = work.apply(share);
      made.forEach(Tensor::retainReference);
      return made;
    }
  }

  /** A scope belongs to a thread: what another thread made has to be handed over. */
  private static void adopt(Tensor tensor) {
    PointerScope scope = PointerScope.getInnerScope();
    if (scope != null) {
      scope.attach(tensor);
      tensor.releaseReference();
    }
  }
}
