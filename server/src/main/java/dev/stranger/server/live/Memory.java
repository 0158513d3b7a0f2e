package dev.stranger.server.live;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The memory that requests may take together for what they send and are sent. Without it, some
 * hundred large requests at once would end the process. Thread-safe.
 */
public final class Memory {

  /**
   * What is sent is joined, and becomes samples, which may be larger than their text. What is
   * answered is written, gathered and joined.
   */
  public static final int COPIES = 3;

  private final long room;
  private final Set<Share> holders = new LinkedHashSet<>();
  private long taken;

  /**
   * @param room in bytes
   */
  public Memory(long room) {
    this.room = room;
  }

  /** What one request takes; to be closed when it is answered. Thread-safe. */
  public final class Share implements AutoCloseable {

    private long own;
    private boolean closed;

    /**
     * Takes more, before it is used. The oldest request may always take what it needs, so that one
     * of many large ones comes to its end; the limits of a request bound that.
     *
     * @throws BusyException when the requests have taken too much
     */
    public void take(long bytes) {
      synchronized (Memory.this) {
        holders.add(this);
        if (taken + bytes > room && holders.iterator().next() != this) {
          throw new BusyException(
              "the server has no memory left for the request; send it again later");
        }
        add(bytes);
      }
    }

    /** Counts what is in memory already. */
    public void count(long bytes) {
      synchronized (Memory.this) {
        add(bytes);
      }
    }

    private void add(long bytes) {
      if (!closed) {
        own += bytes;
        taken += bytes;
      }
    }

    @Override
    public void close() {
      synchronized (Memory.this) {
        closed = true;
        taken -= own;
        own = 0;
        holders.remove(this);
      }
    }
  }

  public Share share() {
    return new Share();
  }
}
