package dev.stranger.score;

import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Ends a run of ONNX Runtime that takes too long: a network of somebody else may loop for ever.
 * ONNX Runtime looks at it between two operators.
 */
final class RunLimit implements AutoCloseable {

  private final OrtSession.RunOptions options = new OrtSession.RunOptions();
  private final CompletableFuture<Void> alarm;
  private boolean passed;
  private boolean closed;

  RunLimit(Duration most) throws OrtException {
    alarm =
        CompletableFuture.runAsync(
            this::end, CompletableFuture.delayedExecutor(most.toMillis(), TimeUnit.MILLISECONDS));
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
    alarm.cancel(false);
    options.close();
  }
}
