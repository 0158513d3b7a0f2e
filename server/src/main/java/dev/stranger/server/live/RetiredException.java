package dev.stranger.server.live;

/** A detector was replaced before a request reached it; its successor takes the request. */
final class RetiredException extends RuntimeException {

  RetiredException() {
    super("the detector was replaced", null, false, false);
  }
}
