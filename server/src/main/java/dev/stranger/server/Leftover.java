package dev.stranger.server;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * The content of a request that was refused. It is read and thrown away: TCP resets a connection
 * that is closed with content unread, and the client loses the answer. Holds no thread.
 */
final class Leftover {

  private final Request request;
  private final Callback whenRead;
  private final AtomicBoolean ended = new AtomicBoolean();
  private long room;

  private Leftover(Request request, long mostBytes, Callback whenRead) {
    this.request = request;
    this.room = mostBytes;
    this.whenRead = whenRead;
  }

  /**
   * @param mostBytes a client that sends more is cut off
   * @param time one that takes longer is cut off
   * @param whenRead completed when nothing is left, or no more is read
   */
  static void discard(Request request, long mostBytes, Duration time, Callback whenRead) {
    if (request.getHeaders().contains(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE.asString())) {
      whenRead.succeeded(); // the client has waited for the answer, and sends nothing
      return;
    }
    Leftover leftover = new Leftover(request, mostBytes, whenRead);
    EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
    Scheduler.Task end =
        request
            .getComponents()
            .getScheduler()
            .schedule(
                () -> {
                  endPoint.close();
                  leftover.end();
                },
                time.toMillis(),
                TimeUnit.MILLISECONDS);
    leftover.read(end);
  }

  private void read(Scheduler.Task end) {
    while (room >= 0) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(() -> read(end));
        return;
      }
      room -= chunk.remaining();
      boolean last = chunk.isLast(); // also where the connection failed
      chunk.release();
      if (last) {
        break;
      }
    }
    end.cancel();
    end();
  }

  private void end() {
    if (ended.compareAndSet(false, true)) {
      whenRead.succeeded();
    }
  }
}
