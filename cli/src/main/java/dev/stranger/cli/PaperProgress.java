package dev.stranger.cli;

import dev.stranger.paper.experiment.ExperimentListener;
import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * Shows how the experiments of the paper are getting on; Ctrl-C leaves checkpoints. Several models
 * may be at work at once.
 */
final class PaperProgress implements ExperimentListener {

  private final PrintWriter out;

  PaperProgress(PrintWriter out) {
    this.out = out;
  }

  @Override
  public Training training(String model, long seed) {
    return new TrainingProgress(out, "%s, seed %d".formatted(model, seed));
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
