package dev.stranger.server;

import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import dev.stranger.server.live.Memory;
import java.nio.ByteBuffer;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is gathered first and then sent as the client reads it, without a thread that
 * waits for that. The request ends when the answer is sent and its handler is done.
 */
final class Departure extends Response.Wrapper implements Callback {

  private final Memory.Share memory;
  private final Callback whenSent;
  private final ByteArrayBuilder gathered = new ByteArrayBuilder(); // does not double to grow
  private boolean last;
  private boolean sent;
  private boolean handled;
  private boolean ended;

  /**
   * @param memory in which the answer is counted
   * @param whenSent completed when the client has it, or is gone
   */
  Departure(Request request, Response response, Memory.Share memory, Callback whenSent) {
    super(request, response);
    this.memory = memory;
    this.whenSent = whenSent;
  }

  @Override
  public void write(boolean isLast, @Nullable ByteBuffer content, Callback callback) {
    if (content != null && content.hasRemaining()) {
      memory.count(content.remaining());
      gathered.write(BufferUtil.toArray(content));
      content.position(content.limit());
    }
    if (isLast) {
      send();
    }
    callback.succeeded();
  }

  private void send() {
    synchronized (this) {
      if (last) {
        return;
      }
      last = true;
    }
    super.write(
        true,
        ByteBuffer.wrap(gathered.toByteArray()),
        Callback.from(() -> end(true, false), this::failed));
  }

  @Override
  public void reset() {
    gathered.reset();
    super.reset();
  }

  /** The handler is done. */
  @Override
  public void succeeded() {
    send(); // unless it was
    end(false, true);
  }

  private void end(boolean isSent, boolean isHandled) {
    synchronized (this) {
      sent |= isSent;
      handled |= isHandled;
      if (ended || !sent || !handled) {
        return;
      }
      ended = true;
    }
    whenSent.succeeded();
  }

  @Override
  public void failed(Throwable why) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    whenSent.failed(why);
  }
}
