package dev.stranger.paper.experiment;

import java.util.ArrayList;
import java.util.List;

/** Remembers what was trained, and may be killed. */
final class TrainingLog implements ExperimentListener {

  private final List<String> trained = new ArrayList<>();
  private int left;

  /**
   * @param left trainings before the one that is killed
   */
  TrainingLog(int left) {
    this.left = left;
  }

  List<String> trained() {
    return trained;
  }

  @Override
  public Training training(String model, long seed) {
    if (left-- == 0) {
      throw new IllegalStateException("killed");
    }
    trained.add(model + " " + seed);
    return ExperimentListener.super.training(model, seed);
  }
}
