package dev.stranger;

import org.jspecify.annotations.Nullable;

/**
 * A detector file is missing, foreign, damaged or not signed as asked for, or does not judge as it
 * did when it was trained.
 */
public final class DetectorFileException extends StrangerException {

  public DetectorFileException(String message, Remedy... remedies) {
    super(message, null, remedies);
  }

  public DetectorFileException(String message, @Nullable Throwable cause, Remedy... remedies) {
    super(message, cause, remedies);
  }
}
