package dev.stranger;

import org.jspecify.annotations.Nullable;

/** A device, or the native library that drives it, is not there or cannot be used. */
public final class DeviceException extends StrangerException {

  public DeviceException(String message, Remedy... remedies) {
    super(message, null, remedies);
  }

  public DeviceException(String message, @Nullable Throwable cause, Remedy... remedies) {
    super(message, cause, remedies);
  }
}
