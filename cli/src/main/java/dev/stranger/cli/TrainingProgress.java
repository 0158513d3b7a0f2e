package dev.stranger.cli;

import dev.stranger.paper.experiment.ExperimentListener;
import dev.stranger.train.loop.EpochResult;
import dev.stranger.train.loop.TrainingPlan;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Shows training, and stops it on Ctrl-C: the virtual machine waits until the checkpoint is
 * written.
 */
final class TrainingProgress implements ExperimentListener.Training {

  private static final int SECONDS_TO_SAVE = 60;

  private final PrintWriter out;
  private final String prefix;
  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupted);
  private volatile boolean stop;
  private Progress progress = Progress.none();
  private int stepsAnEpoch;
  private final Consumer<TrainingPlan> heard;

  TrainingProgress(PrintWriter out) {
    this(out, "", plan -> {});
  }

  /**
   * @param model which one it is, where several are trained
   * @param heard is told the plan after it was shown
   */
  TrainingProgress(PrintWriter out, String model, Consumer<TrainingPlan> heard) {
    this.out = out;
    this.heard = heard;
    this.prefix = model.isEmpty() ? "" : model + ": ";
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void interrupted() {
    stop = true;
    try {
      if (!finished.await(SECONDS_TO_SAVE, TimeUnit.SECONDS)) {
        out.println("stranger: gave up waiting for the checkpoint");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void start(TrainingPlan plan) {
    stepsAnEpoch = plan.stepsAnEpoch();
    out.printf(
        "%s%slearning from %,d of them: %d epochs of %d steps of %d samples, %,d parameters, on %s%n",
        prefix,
        plan.models() > 1 ? "%,d models, each ".formatted(plan.models()) : "",
        plan.samples(),
        plan.epochs(),
        plan.stepsAnEpoch(),
        plan.batchSize(),
        plan.parameters(),
        plan.device());
    out.printf("%s%s%n", prefix, PlanText.of(plan));
    heard.accept(plan);
    out.flush();
    long steps = (long) plan.models() * plan.epochs() * plan.stepsAnEpoch();
    progress = Progress.start(out, prefix + "training", steps, "step");
  }

  @Override
  public void step(int epoch, int step) {
    progress.to((epoch - 1L) * stepsAnEpoch + step);
  }

  @Override
  public void epoch(int epoch, EpochResult result) {
    progress.note("objective %.2f".formatted(result.objective()));
  }

  @Override
  public void note(String words) {
    out.println(prefix + words);
    out.flush();
  }

  @Override
  public void phase(String name) {
    progress.close();
    progress = Progress.none();
    out.println(prefix + name);
    out.flush();
  }

  @Override
  public boolean stop() {
    return stop;
  }

  @Override
  public void close() {
    progress.close();
    finished.countDown();
    if (!stop) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }
}
