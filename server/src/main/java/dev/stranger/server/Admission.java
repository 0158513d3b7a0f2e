package dev.stranger.server;

import dev.stranger.server.live.Limits;
import dev.stranger.server.live.Metrics;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Lets requests in before any of their content is read: not those that are too large, not more at
 * once than there is memory for, and none after the server was told to stop. Thread-safe.
 */
final class Admission extends Handler.Wrapper {

  private static final int REQUESTS = 2_048;

  private final Limits limits;
  private final Metrics metrics;
  private final long room = Runtime.getRuntime().maxMemory() / 4;
  private int requests;
  private long bytes;
  private boolean closed;

  Admission(Limits limits, Metrics metrics) {
    this.limits = limits;
    this.metrics = metrics;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    long length = Math.max(0, request.getLength());
    if (length > limits.bodyBytes()) {
      refuse(
          request,
          response,
          callback,
          413,
          "the body has %,d bytes, %,d are allowed; send fewer samples at a time"
              .formatted(length, limits.bodyBytes()));
      return true;
    }
    if (!enter(length)) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, "1");
      refuse(
          request,
          response,
          callback,
          503,
          isClosed()
              ? "the server stops; send the request to another one"
              : "the server has too many requests at once; send the request again later");
      return true;
    }
    Scheduler.Task end = endOf(request);
    Runnable leave =
        () -> {
          end.cancel();
          leave(length);
        };
    boolean taken = false;
    try {
      taken = super.handle(request, response, Callback.from(leave, callback));
      return taken;
    } finally {
      if (!taken) {
        leave.run();
      }
    }
  }

  /** A client that sends its request byte by byte loses its connection in the end. */
  private Scheduler.Task endOf(Request request) {
    return request
        .getComponents()
        .getScheduler()
        .schedule(
            () ->
                request
                    .getConnectionMetaData()
                    .getConnection()
                    .getEndPoint()
                    .close(new TimeoutException("the request took too long")),
            2 * limits.requestTime().toMillis(),
            TimeUnit.MILLISECONDS);
  }

  private synchronized boolean enter(long length) {
    boolean fits = requests < REQUESTS && (requests == 0 || bytes + length <= room);
    if (closed || !fits) {
      return false;
    }
    requests++;
    bytes += length;
    return true;
  }

  private synchronized void leave(long length) {
    requests--;
    bytes -= length;
    notifyAll();
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private void refuse(
      Request request, Response response, Callback callback, int status, String detail) {
    String path = Request.getPathInContext(request);
    Problems.Answer answer = Problems.answer(path, status, detail);
    metrics.request(Metrics.OTHER, status, 0);
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.contentType());
    response.getHeaders().put(HttpHeader.CONNECTION, "close"); // its content will not be read
    response.write(true, BufferUtil.toBuffer(answer.body()), callback);
  }

  /** Refuses new requests, and waits for those that were let in. */
  synchronized void closeAndWait(Duration patience) {
    closed = true;
    long end = System.nanoTime() + patience.toNanos();
    try {
      while (requests > 0 && System.nanoTime() < end) {
        wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
