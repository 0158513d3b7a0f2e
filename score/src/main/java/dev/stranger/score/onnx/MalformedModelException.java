package dev.stranger.score.onnx;

/** The bytes are no ONNX model, or one that no detector is. The message says what is wrong. */
final class MalformedModelException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MalformedModelException(String message) {
    super(message);
  }
}
