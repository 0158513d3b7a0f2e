package dev.stranger.server.route;

/** A request is beyond a limit of the server. */
public final class TooLargeException extends RuntimeException {

  public TooLargeException(String message) {
    super(message);
  }
}
