package dev.stranger.bench;

import dev.stranger.Dataset;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.prepare.Preparation;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.torch.Compute;
import java.util.concurrent.CancellationException;

/**
 * The trainer against the bare step in the same process: the same network, objective and optimisers
 * on one batch that never changes, on the CPU; {@link GpuBench} does it on a GPU. Claim: feeding
 * data, progress and bookkeeping cost at most 5 %. Rounds alternate, because neighbours on the
 * machine come and go. Needs STRANGER_DATA.
 */
public final class TrainBench {

  private static final int STEPS = 40;
  private static final int ROUNDS = 4;

  private TrainBench() {}

  public static void main(String[] args) {
    Catalogue catalogue = new Catalogue(DataFolders.standard(null, System.getenv()));
    Dataset garments =
        Preparation.forTraining(catalogue.open("fashion-mnist:train", DataOptions.DEFAULT))
            .inMemory();
    double bare = 0;
    double trainer = 0;
    for (int round = 0; round <= ROUNDS; round++) {
      double bareRate = bareRate();
      double trainerRate = trainerRate(garments);
      System.out.printf(
          "round %d%s: bare step %.2f steps/s, trainer %.2f steps/s%n",
          round, round == 0 ? " (not counted)" : "", bareRate, trainerRate);
      bare += round == 0 ? 0 : bareRate;
      trainer += round == 0 ? 0 : trainerRate;
    }
    System.out.printf("trainer / bare step: %.3f%n", trainer / bare);
  }

  private static double bareRate() {
    BareStep bare = new BareStep(Compute.on("cpu"));
    long start = 0;
    for (int step = 0; step < STEPS + 5; step++) {
      start = step == 5 ? System.nanoTime() : start;
      bare.run();
    }
    return STEPS / ((System.nanoTime() - start) / 1e9);
  }

  /** Stops the trainer after some steps and takes the time of those after the first five. */
  private static double trainerRate(Dataset data) {
    TrainOptions options =
        TrainOptions.DEFAULT
            .with(NetworkOptions.PAPER)
            .with(LearningOptions.DEFAULT.withEpochs(100).withBatchSize(BareStep.BATCH))
            .withDevice("cpu");
    Clock clock = new Clock();
    try {
      Trainer.fit(data, options, clock);
    } catch (CancellationException e) {
      return STEPS / clock.seconds;
    }
    throw new IllegalStateException("the trainer was to be stopped");
  }

  private static final class Clock implements TrainListener {
    private int steps;
    private long start;
    private double seconds;

    @Override
    public void step(int epoch, int step) {
      steps++;
      if (steps == 5) {
        start = System.nanoTime();
      }
      seconds = (System.nanoTime() - start) / 1e9;
    }

    @Override
    public boolean stop() {
      return steps == STEPS + 5;
    }
  }
}
