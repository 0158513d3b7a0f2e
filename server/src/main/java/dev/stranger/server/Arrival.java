package dev.stranger.server;

import dev.stranger.server.live.BusyException;
import dev.stranger.server.live.Memory;
import dev.stranger.server.route.TooLargeException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;

/**
 * A request whose content is received as it comes, without a thread that waits for it. The content
 * is copied: a client that sends single bytes would otherwise hold a whole buffer for each of them.
 */
final class Arrival extends Request.Wrapper {

  private static final int SMALLEST_BLOCK = 1 << 10;
  private static final int LARGEST_BLOCK = 1 << 16;

  private final int mostBytes;
  private final Memory.Share memory;
  private final Deque<ByteBuffer> blocks = new ArrayDeque<>();
  private long received;

  /**
   * @param memory from which the content is taken
   */
  Arrival(Request request, int mostBytes, Memory.Share memory) {
    super(request);
    this.mostBytes = mostBytes;
    this.memory = memory;
  }

  /**
   * @param whenComplete called once, by a thread that may block
   * @param whenFailed called instead, with a {@link TooLargeException}, a {@link BusyException}, or
   *     what went wrong with the connection
   */
  void receive(Runnable whenComplete, Consumer<Throwable> whenFailed) {
    try {
      while (true) {
        Content.Chunk chunk = super.read();
        if (chunk == null) {
          super.demand(() -> receive(whenComplete, whenFailed));
          return;
        }
        if (Content.Chunk.isFailure(chunk)) {
          whenFailed.accept(chunk.getFailure());
          return;
        }
        boolean last = chunk.isLast();
        try {
          keep(chunk.getByteBuffer());
        } finally {
          chunk.release();
        }
        if (last) {
          break;
        }
      }
    } catch (TooLargeException | BusyException e) {
      blocks.clear();
      whenFailed.accept(e);
      return;
    }
    blocks.forEach(ByteBuffer::flip);
    whenComplete.run();
  }

  private void keep(ByteBuffer content) {
    received += content.remaining();
    if (received > mostBytes) {
      throw new TooLargeException(
          "the body has more than %,d bytes; send fewer samples at a time".formatted(mostBytes));
    }
    while (content.hasRemaining()) {
      BufferUtil.put(content, block(content.remaining()));
    }
  }

  /** One with room for more. */
  private ByteBuffer block(int bytes) {
    if (blocks.isEmpty() || !blocks.getLast().hasRemaining()) {
      int size = Math.max(SMALLEST_BLOCK, Math.min(LARGEST_BLOCK, bytes));
      memory.take((long) Memory.COPIES * size);
      blocks.addLast(ByteBuffer.allocate(size));
    }
    return blocks.getLast();
  }

  @Override
  public Content.Chunk read() {
    ByteBuffer next = blocks.pollFirst();
    return next == null ? Content.Chunk.EOF : Content.Chunk.from(next, blocks.isEmpty());
  }

  @Override
  public void demand(Runnable whenAvailable) {
    whenAvailable.run(); // all of it is here
  }
}
