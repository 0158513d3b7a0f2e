package dev.stranger.bench;

import dev.stranger.Dataset;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.data.transform.Preparation;
import dev.stranger.train.LearningOptions;
import dev.stranger.train.TrainListener;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.net.Network;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.rkm.CayleyAdam;
import dev.stranger.train.rkm.Loss;
import dev.stranger.train.rkm.StRkmObjective;
import dev.stranger.train.rkm.StRkmObjective.Variant;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.FusedAdam;
import java.util.concurrent.CancellationException;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The trainer against the bare step in the same process: the same network, objective and optimisers
 * on one batch that never changes. Claim: feeding data, progress and bookkeeping cost at most 5 %.
 * Rounds alternate, because neighbours on the machine come and go. Needs STRANGER_DATA; argument:
 * the device.
 */
public final class TrainBench {

  private static final int BATCH = 256;
  private static final int STEPS = 40;
  private static final int ROUNDS = 4;

  private TrainBench() {}

  public static void main(String[] args) {
    String device = args.length > 0 ? args[0] : "cpu";
    Catalogue catalogue = new Catalogue(DataFolders.standard(null, System.getenv()));
    Dataset garments =
        Preparation.forTraining(catalogue.open("fashion-mnist:train", DataOptions.DEFAULT))
            .inMemory();
    double bare = 0;
    double trainer = 0;
    for (int round = 0; round <= ROUNDS; round++) {
      double bareRate = bareRate(garments, device);
      double trainerRate = trainerRate(garments, device);
      System.out.printf(
          "round %d%s: bare step %.2f steps/s, trainer %.2f steps/s%n",
          round, round == 0 ? " (not counted)" : "", bareRate, trainerRate);
      bare += round == 0 ? 0 : bareRate;
      trainer += round == 0 ? 0 : trainerRate;
    }
    System.out.printf("trainer / bare step: %.3f%n", trainer / bare);
  }

  private static double bareRate(Dataset data, String device) {
    Compute compute = Compute.on(device);
    Network network = NetworkOptions.DEFAULT.build(data.shape(), compute);
    FusedAdam adam = new FusedAdam(compute, network.parameters().tensors());
    CayleyAdam stiefel = new CayleyAdam(compute, 10, network.features());
    adam.setRate(2e-4);
    stiefel.setRate(1e-4);
    StRkmObjective objective =
        new StRkmObjective(Loss.CROSS_ENTROPY, 100, Variant.DETERMINISTIC, 0, 0);
    Tensor batch = compute.move(torch.rand(BATCH, 1, 28, 28));
    long start = 0;
    for (int step = 0; step < STEPS + 5; step++) {
      start = step == 5 ? System.nanoTime() : start;
      try (PointerScope scope = new PointerScope()) {
        objective.of(network, stiefel.u(), batch).backward();
        try (NoGradGuard guard = new NoGradGuard()) {
          adam.step();
          stiefel.step();
          stiefel.stepped(step + 1);
        }
        adam.zeroGradients();
        stiefel.zeroGradient();
      }
    }
    return STEPS / ((System.nanoTime() - start) / 1e9);
  }

  /** Stops the trainer after some steps and takes the time of those after the first five. */
  private static double trainerRate(Dataset data, String device) {
    TrainOptions options =
        TrainOptions.DEFAULT
            .with(LearningOptions.DEFAULT.withEpochs(100).withBatchSize(BATCH))
            .withDevice(device);
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
