package dev.stranger.server.live;

/** There is no room for a request now; it may be sent again. */
public final class BusyException extends RuntimeException {

  public BusyException(String message) {
    super(message);
  }
}
