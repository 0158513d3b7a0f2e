package dev.stranger.score;

import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends a run of ONNX Runtime that takes too long: a network of somebody else may loop for ever.
 * ONNX Runtime looks at it between two operators.
 */
final class RunLimit implements AutoCloseable {

  private static final ScheduledExecutorService ALARMS = alarms();

  private final OrtSession.RunOptions options = new OrtSession.RunOptions();
  private final @Nullable Future<?> alarm;
  private boolean passed;
  private boolean closed;

  /**
   * @param most null where a run may take as long as it will
   */
  RunLimit(@Nullable Duration most) throws OrtException {
    alarm =
        most == null ? null : ALARMS.schedule(this::end, most.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static ScheduledExecutorService alarms() {
    ScheduledThreadPoolExecutor alarms = new ScheduledThreadPoolExecutor(1, RunLimit::thread);
    alarms.setRemoveOnCancelPolicy(true); // nearly all runs end in time
    return alarms;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "run-limit");
    thread.setDaemon(true);
    return thread;
  }

  private synchronized void end() {
    if (!closed) {
      passed = true;
      try {
        options.setTerminate(true);
      } catch (OrtException e) {
        throw new IllegalStateException("ONNX Runtime could not end a run", e);
      }
    }
  }

  OrtSession.RunOptions options() {
    return options;
  }

  synchronized boolean isPassed() {
    return passed;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (alarm != null) {
      alarm.cancel(false);
    }
    options.close();
  }
}
