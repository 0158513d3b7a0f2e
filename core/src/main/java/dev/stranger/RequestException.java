package dev.stranger;

import org.jspecify.annotations.Nullable;

/**
 * What is asked for is sound, but this detector or this data cannot give it: it has no
 * reconstructions, or too few held-out scores for the guarantee.
 */
public final class RequestException extends StrangerException {

  public RequestException(String message, Remedy... remedies) {
    super(message, null, remedies);
  }

  public RequestException(String message, @Nullable Throwable cause, Remedy... remedies) {
    super(message, cause, remedies);
  }
}
