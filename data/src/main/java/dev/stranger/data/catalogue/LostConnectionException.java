package dev.stranger.data.catalogue;

import java.io.IOException;

/** The server or the network broke off; trying again may help. */
final class LostConnectionException extends IOException {

  LostConnectionException(String message) {
    super(message);
  }
}
