package dev.stranger.cli;

import dev.stranger.paper.experiment.ExperimentListener;
import java.io.PrintWriter;
import java.util.function.LongConsumer;

/**
 * Shows how the experiments of the paper are getting on; Ctrl-C leaves checkpoints. Several models
 * may be trained at once.
 */
final class PaperProgress implements ExperimentListener, AutoCloseable {

  private final PrintWriter out;
  private Progress judging = Progress.none();

  PaperProgress(PrintWriter out) {
    this.out = out;
  }

  @Override
  public synchronized Training training(String model, long seed) {
    judging.close();
    return new TrainingProgress(out, "%s, seed %d".formatted(model, seed));
  }

  @Override
  public synchronized void waiting(String model, long seed) {
    judging.close();
    out.printf("%n%s, seed %d: another run is training it; waiting for that%n", model, seed);
    out.flush();
  }

  @Override
  public synchronized LongConsumer judging(String model, String set, long samples) {
    judging.close();
    Progress progress =
        Progress.start(out, "%s judges %s".formatted(model, set), samples, "sample");
    judging = progress;
    long[] done = {0};
    return more -> progress.to(done[0] += more);
  }

  @Override
  public void close() {
    judging.close();
  }
}
