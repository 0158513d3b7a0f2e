package dev.stranger.server;

import dev.stranger.server.live.Limits;
import dev.stranger.server.live.Memory;
import dev.stranger.server.live.Metrics;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Lets requests in, and their answers out: not those that are too large, not more at once than
 * there is memory for, and none after the server was told to stop. Requests that arrive slowly, and
 * answers that are read slowly, hold no thread. Thread-safe.
 */
final class Admission extends Handler.Wrapper {

  /** That are judged at once; slow clients, whose requests still arrive, are not among them. */
  private static final int REQUESTS = 2_048;

  /** That are read of a request after it was refused, however little a request may have. */
  private static final long LEAST_LEFTOVER = 1 << 20;

  private static final Runnable NOTHING_TAKEN = () -> {};
  private static final String BUSY = Admission.class.getName();
  private static final String STOPS = "the server stops; send the request to another one";
  private static final String LATE = "the body did not come in time; send the request again";
  private static final String MANY =
      "the server has too many requests at once; send the request again later";

  private final Limits limits;
  private final Metrics metrics;
  private final Memory memory = new Memory(Runtime.getRuntime().maxMemory() / 2);
  private int entered;
  private int handled;
  private boolean closed;

  Admission(Limits limits, Metrics metrics) {
    this.limits = limits;
    this.metrics = metrics;
  }

  /** Whether a request has come over this connection and is not answered yet. */
  static boolean isBusy(ConnectionMetaData connection) {
    return connection.getAttribute(BUSY) != null;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    long length = request.getLength();
    if (length > limits.bodyBytes()) {
      refuse(
          request,
          response,
          NOTHING_TAKEN,
          callback,
          413,
          "the body has %,d bytes, %,d are allowed; send fewer samples at a time"
              .formatted(length, limits.bodyBytes()));
    } else if (!enter()) {
      refuse(request, response, NOTHING_TAKEN, callback, 503, STOPS);
    } else {
      Memory.Share share = memory.share();
      ConnectionMetaData connection = request.getConnectionMetaData();
      connection.setAttribute(BUSY, true);
      request.setAttribute(Memory.Share.class.getName(), share);
      Scheduler.Task end = endOf(request);
      Runnable release =
          () -> {
            end.cancel();
            share.close();
            connection.removeAttribute(BUSY);
            leave();
          };
      receive(new Arrival(request, limits.bodyBytes(), share), response, release, callback, share);
    }
    return true;
  }

  /**
   * @param release gives back what the request has taken
   */
  private void receive(
      Arrival request, Response response, Runnable release, Callback callback, Memory.Share share) {
    request.receive(
        () -> {
          if (begin(request)) {
            Callback handled = Callback.from(this::finish, Callback.from(release, callback));
            pass(request, new Departure(request, response, share, handled));
          } else {
            refuse(request, response, release, callback, 503, MANY);
          }
        },
        why -> {
          int status = Problems.status(why);
          if (why instanceof TimeoutException) {
            refuse(request, response, release, callback, 408, LATE);
          } else if (status == 500) {
            release.run();
            callback.failed(why); // the client is gone
          } else {
            refuse(
                request.getWrapped(), response, release, callback, status, Problems.message(why));
          }
        });
  }

  private void pass(Arrival request, Departure response) {
    try {
      if (!super.handle(request, response, response)) {
        Response.writeError(request, response, response, 404);
      }
    } catch (Exception e) {
      Response.writeError(request, response, response, e);
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

  private synchronized boolean enter() {
    if (!closed) {
      entered++;
    }
    return !closed;
  }

  private synchronized void leave() {
    entered--;
    notifyAll();
  }

  /** Probes have always room: a busy server that fails them would be restarted. */
  private synchronized boolean begin(Request request) {
    boolean fits =
        handled < REQUESTS || Request.getPathInContext(request).startsWith("/v2/health/");
    handled += fits ? 1 : 0;
    return fits;
  }

  private synchronized void finish() {
    handled--;
  }

  /**
   * Answers at once, and then reads what is left of the request.
   *
   * @param request of which content may be left
   */
  private void refuse(
      Request request,
      Response response,
      Runnable release,
      Callback callback,
      int status,
      String detail) {
    String path = Request.getPathInContext(request);
    Problems.Answer answer = Problems.answer(path, status, detail);
    metrics.request(Metrics.OTHER, status, 0);
    response.setStatus(status);
    if (status == 503) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, Problems.RETRY_SECONDS);
    }
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.contentType());
    response.getHeaders().put(HttpHeader.CONNECTION, "close"); // its content may not be read
    response.write(
        true,
        BufferUtil.toBuffer(answer.body()),
        Callback.from(
            () -> {
              release.run();
              long mostBytes = Math.max(LEAST_LEFTOVER, limits.bodyBytes());
              Leftover.discard(request, mostBytes, limits.requestTime(), callback);
            },
            why -> {
              release.run();
              callback.failed(why);
            }));
  }

  /** Refuses new requests, and waits for those that were let in. */
  synchronized void closeAndWait(Duration patience) {
    closed = true;
    long end = System.nanoTime() + patience.toNanos();
    try {
      while (entered > 0 && System.nanoTime() < end) {
        wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
