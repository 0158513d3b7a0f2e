package dev.stranger.server.live;

import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Judges the requests of many clients together, because a detector judges 64 samples in the time of
 * a few. One thread takes what waits, up to the size of a batch; while it judges, the next batch
 * gathers. The queue is bounded: what does not fit is refused at once. Verdicts are those of
 * unbatched requests, but for rounding. Thread-safe.
 */
final class Batcher implements AutoCloseable {

  /** Enough to be worth waking a thread for. */
  private static final int ANSWERED_TOGETHER = 16;

  /** Columns of a row take as long as hundreds of verdicts: one call may not stop all others. */
  private static final int MOST_ROWS = 100;

  /** Tells what happens in the batches. */
  interface Listener {
    void judged(int samples);

    void waiting(int samples);
  }

  private final Detector detector;
  private final BatchOptions options;
  private final Executor answerers;
  private final Listener listener;
  private final LinkedBlockingQueue<Job> queue = new LinkedBlockingQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger arriving = new AtomicInteger();
  private final Thread worker;
  private final FloatBuffer together;
  private @Nullable Job next;
  private boolean closed;

  private record Job(Question question, CompletableFuture<Answer> answer) {

    int count() {
      return question.count();
    }
  }

  /** Verdicts, and why where that was asked for. */
  record Answer(List<Verdict> verdicts, Judged.@Nullable Explained explained) {}

  /**
   * @param answerers where answers are given, so that the next batch does not wait for that
   */
  Batcher(
      String name, Detector detector, BatchOptions options, Executor answerers, Listener listener) {
    this.detector = detector;
    this.options = options;
    this.answerers = answerers;
    this.listener = listener;
    this.together = buffer(options.samples() * detector.shape().size());
    this.worker = new Thread(this::work, "judge-" + name);
    worker.setDaemon(true);
    worker.start();
  }

  private static FloatBuffer buffer(int values) {
    return ByteBuffer.allocateDirect(Float.BYTES * values)
        .order(ByteOrder.nativeOrder())
        .asFloatBuffer();
  }

  /** A request has begun to arrive: it is worth waiting for. */
  void announce() {
    arriving.incrementAndGet();
  }

  /** An announced request was put into the queue, or will not come. */
  void arrived() {
    arriving.decrementAndGet();
  }

  /**
   * @throws BusyException when too many samples wait already
   * @throws RetiredException after {@link #close}
   */
  CompletableFuture<Answer> submit(Question question) {
    Job job = new Job(question, new CompletableFuture<>());
    synchronized (this) {
      if (closed) {
        throw new RetiredException();
      }
      int before = waiting.get();
      // A request that is larger than the queue must have its turn when nothing else waits.
      if (before > 0 && before + job.count() > options.queued()) {
        throw new BusyException(
            "%,d samples wait to be judged already; send the request again later"
                .formatted(before));
      }
      listener.waiting(waiting.addAndGet(job.count()));
      queue.add(job);
    }
    return job.answer;
  }

  private void work() {
    List<Job> batch = new ArrayList<>();
    while (gather(batch)) {
      judge(batch);
      batch.clear();
    }
  }

  /** False when there is nothing left and nothing will come. */
  private boolean gather(List<Job> batch) {
    @Nullable Job first = next != null ? next : takeFirst();
    next = null;
    if (first == null) {
      return false;
    }
    batch.add(first);
    int samples = first.count();
    long end = System.nanoTime() + options.delay().toNanos();
    while (samples < options.samples()) {
      @Nullable Job more = takeAnother(end);
      if (more == null) {
        break;
      }
      if (samples + more.count() > options.samples()) {
        next = more;
        break;
      }
      batch.add(more);
      samples += more.count();
    }
    listener.waiting(waiting.addAndGet(-samples));
    return true;
  }

  private @Nullable Job takeFirst() {
    while (true) {
      @Nullable Job job = poll(TimeUnit.SECONDS.toNanos(1));
      if (job != null) {
        return job;
      }
      synchronized (this) {
        if (closed && queue.isEmpty()) {
          return null;
        }
      }
    }
  }

  private @Nullable Job takeAnother(long end) {
    @Nullable Job job = queue.poll();
    long left = end - System.nanoTime();
    return job != null || arriving.get() <= 0 || left <= 0 ? job : poll(left);
  }

  private @Nullable Job poll(long nanoseconds) {
    try {
      return queue.poll(nanoseconds, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      return null; // close() wakes the worker
    }
  }

  /** Answers that nobody waits for any more are not worth judging. */
  private void judge(List<Job> batch) {
    batch.removeIf(job -> job.answer.isDone());
    List<Job> alone =
        batch.stream()
            .filter(job -> job.question.explain() || job.count() > options.samples())
            .toList();
    batch.removeAll(alone);
    if (!batch.isEmpty()) {
      judgeTogether(batch);
    }
    alone.forEach(this::judgeAlone);
  }

  private void judgeTogether(List<Job> batch) {
    try {
      together.clear();
      batch.forEach(job -> together.put(job.question.samples()));
      together.flip();
      int all = batch.stream().mapToInt(Job::count).sum();
      List<Verdict> verdicts = detector.judge(together, all);
      listener.judged(all);
      int from = 0;
      for (int first = 0; first < batch.size(); first += ANSWERED_TOGETHER) {
        int end = Math.min(batch.size(), first + ANSWERED_TOGETHER);
        List<Job> some = List.copyOf(batch.subList(first, end));
        int count = some.stream().mapToInt(Job::count).sum();
        List<Verdict> own = verdicts.subList(from, from + count);
        answerers.execute(() -> answer(some, own));
        from += count;
      }
    } catch (RuntimeException | Error e) {
      batch.forEach(this::judgeAlone); // one that cannot be judged fails alone
    }
  }

  private static void answer(List<Job> jobs, List<Verdict> verdicts) {
    int from = 0;
    for (Job job : jobs) {
      List<Verdict> own = List.copyOf(verdicts.subList(from, from + job.count()));
      job.answer.complete(new Answer(own, null));
      from += job.count();
    }
  }

  private void judgeAlone(Job job) {
    try {
      float[] samples = job.question.samples();
      List<Verdict> verdicts = detector.judge(samples, job.count());
      listener.judged(job.count());
      Judged.@Nullable Explained explained =
          job.question.explain()
              ? new Judged.Explained(
                  detector.explain(samples, job.count(), MOST_ROWS),
                  coordinates(samples, job.count()))
              : null;
      answerers.execute(() -> job.answer.complete(new Answer(verdicts, explained)));
    } catch (RuntimeException | Error e) {
      job.answer.completeExceptionally(e);
    }
  }

  private float[] coordinates(float[] samples, int count) {
    return detector.hasCoordinates() ? detector.coordinates(samples, count) : new float[0];
  }

  /**
   * Judges what waits, refuses what comes, and returns when the last batch is judged; its answers
   * may still be on their way through the answerers.
   */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    worker.interrupt();
    boolean interrupted = false;
    while (worker.isAlive()) {
      try {
        worker.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
