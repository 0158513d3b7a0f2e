package dev.stranger.server.live;

/** A request names a detector, or a version, that is not served. */
public final class UnknownDetectorException extends RuntimeException {

  public UnknownDetectorException(String message) {
    super(message);
  }
}
