package dev.stranger.cli;

import dev.stranger.Shape;
import dev.stranger.paper.experiment.ExperimentListener;
import dev.stranger.paper.experiment.Workload;
import dev.stranger.report.Words;
import dev.stranger.train.loop.TrainingPlan;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * Shows how the experiments of the paper are getting on; Ctrl-C leaves checkpoints. Several models
 * may be at work at once.
 */
final class PaperProgress implements ExperimentListener {

  /**
   * Of 28 x 28 grey values, with the paper's network and five models at once: see performance.md.
   */
  private static final double IMAGES_A_SECOND = 468_000;

  private static final Shape IMAGE = Shape.image(1, 28, 28);

  private final PrintWriter out;

  /** By shape, until the time of one of its models is known. */
  private final Map<Shape, Long> passes = new ConcurrentHashMap<>();

  PaperProgress(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void planned(Workload workload) {
    passes.putAll(workload.passes());
    if (workload.models() == 0) {
      return;
    }
    out.printf("to train: %s%n", Words.count(workload.models(), "model"));
    workload.passes().entrySet().stream()
        .sorted(Comparator.comparing(kind -> kind.getKey().toString()))
        .forEach(
            kind ->
                out.printf(
                    "  samples of %s, in all epochs: %,d%n", kind.getKey(), kind.getValue()));
    Long images = workload.passes().get(IMAGE);
    if (images != null) {
      out.printf(
          "  on one NVIDIA H200, which learns from %,.0f such images a second: about %s of GPU time%n",
          IMAGES_A_SECOND, PlanText.duration(seconds(images / IMAGES_A_SECOND)));
    }
    out.flush();
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis(Math.round(1000 * seconds));
  }

  @Override
  public Training training(String model, long seed) {
    return new TrainingProgress(out, "%s, seed %d".formatted(model, seed), this::tellAll);
  }

  /** From the first steps of one model, what all of its kind will take. */
  private void tellAll(TrainingPlan plan) {
    Duration time = plan.time();
    Long all = time == null ? null : passes.remove(plan.shape());
    if (time != null && all != null) {
      double aPass = time.toMillis() / 1e3 / plan.epochs() / plan.samples();
      out.printf(
          "at this speed, all models of %s take about %s%n",
          plan.shape(), PlanText.duration(seconds(all * aPass)));
    }
  }

  @Override
  public void waiting(String model, long seed) {
    out.printf("%n%s, seed %d: another run is training it; waiting for that%n", model, seed);
    out.flush();
  }

  @Override
  public LongConsumer judging(String model, String set, long samples) {
    Progress progress =
        Progress.start(out, "%s judges %s".formatted(model, set), samples, "sample");
    AtomicLong done = new AtomicLong();
    return more -> {
      progress.to(done.addAndGet(more));
      if (done.get() >= samples) {
        progress.close();
      }
    };
  }
}
