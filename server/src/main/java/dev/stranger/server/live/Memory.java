package dev.stranger.server.live;

/**
 * The memory that requests may take together for what they send and are sent. Without it, some
 * hundred large requests at once would end the process. Thread-safe.
 */
public final class Memory {

  private final long room;
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
     * Takes more, before it is used. A request that is alone may take what it needs: the limits of
     * a request bound that.
     *
     * @throws BusyException when other requests have taken too much
     */
    public void take(long bytes) {
      synchronized (Memory.this) {
        if (taken > own && taken + bytes > room) {
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
      }
    }
  }

  public Share share() {
    return new Share();
  }
}
