package dev.stranger.cli;

import dev.stranger.train.loop.TrainingPlan;
import java.time.Duration;

/** What training will take, in a line. */
final class PlanText {

  private PlanText() {}

  static String of(TrainingPlan plan) {
    Duration time = plan.time();
    return "estimated: %s%s of memory%s, a file of %s"
        .formatted(
            time == null ? "" : duration(time) + ", ",
            TrainingPlan.size(plan.memoryBytes()),
            plan.inScratch()
                ? ", %s of scratch space".formatted(TrainingPlan.size(plan.setBytes()))
                : "",
            TrainingPlan.size(plan.fileBytes()));
  }

  static String duration(Duration time) {
    double seconds = time.toMillis() / 1e3;
    if (seconds < 100) {
      return "%.0f seconds".formatted(Math.max(1, seconds));
    }
    return seconds < 6000
        ? "%.0f minutes".formatted(seconds / 60)
        : "%.1f hours".formatted(seconds / 3600);
  }
}
