package dev.stranger.server.route;

/** A request is of a content type, or packed in a way, that is not read here. */
public final class UnsupportedContentException extends RuntimeException {

  UnsupportedContentException(String message) {
    super(message);
  }
}
