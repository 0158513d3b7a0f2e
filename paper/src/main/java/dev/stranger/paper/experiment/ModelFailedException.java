package dev.stranger.paper.experiment;

import dev.stranger.DataException;

/** A model could not be trained; the others can. */
final class ModelFailedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  ModelFailedException(String model, DataException cause) {
    super("%s is missing: %s".formatted(model, cause.getMessage()), cause);
  }
}
