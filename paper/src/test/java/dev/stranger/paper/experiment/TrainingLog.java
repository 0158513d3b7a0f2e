package dev.stranger.paper.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Remembers what was trained, and may be killed. */
final class TrainingLog implements ExperimentListener {

  private final List<String> trained = new ArrayList<>();
  private Workload planned = new Workload(0, Map.of());
  private int left;

  /**
   * @param left trainings before the one that is killed
   */
  TrainingLog(int left) {
    this.left = left;
  }

  Workload workload() {
    return planned;
  }

  @Override
  public void planned(Workload workload) {
    planned = workload;
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
