package dev.stranger.paper.experiment;

import dev.stranger.StrangerException;

/** A model could not be trained; the others can. */
final class ModelFailedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  ModelFailedException(String model, StrangerException cause) {
    super("%s is missing: %s".formatted(model, cause.getMessage()), cause);
  }
}
