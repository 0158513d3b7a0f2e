package dev.stranger.train.torch;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Ranks that are threads of this process, connected over the loopback interface. */
public final class Together {

  public static final String HOST = "127.0.0.1";
  public static final Duration TIMEOUT = Duration.ofSeconds(30);

  private Together() {}

  /**
   * Runs some work on all ranks; they leave when it is done or fails.
   *
   * @return what each of them made or threw
   */
  public static <T> List<CompletableFuture<T>> attempt(int size, Function<Ranks, T> work) {
    try (MeetingPoint place = MeetingPoint.open(HOST, TIMEOUT)) {
      List<CompletableFuture<T>> all =
          IntStream.range(0, size)
              .mapToObj(rank -> start(() -> run(place, rank, size, work)))
              .toList();
      all.forEach(made -> made.exceptionally(failure -> null).join());
      return all;
    }
  }

  /** The same when all succeed. */
  public static <T> List<T> run(int size, Function<Ranks, T> work) {
    return attempt(size, work).stream().map(CompletableFuture::join).toList();
  }

  /** What a rank threw. */
  public static Throwable failure(CompletableFuture<?> rank) {
    try {
      throw new AssertionError("it did not fail but made " + rank.join());
    } catch (CompletionException e) {
      return e.getCause();
    }
  }

  private static <T> T run(MeetingPoint first, int rank, int size, Function<Ranks, T> work) {
    if (rank == 0) {
      return run(first.join(rank, size, HOST), work);
    }
    try (MeetingPoint place = MeetingPoint.at(first.address(), TIMEOUT)) {
      return run(place.join(rank, size, HOST), work);
    }
  }

  private static <T> T run(Ranks joined, Function<Ranks, T> work) {
    try (Ranks ranks = joined) {
      return work.apply(ranks);
    }
  }

  /** Each in a thread of its own: they wait for each other. */
  private static <T> CompletableFuture<T> start(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, task -> new Thread(task, "rank").start());
  }
}
