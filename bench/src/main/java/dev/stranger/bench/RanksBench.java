package dev.stranger.bench;

import dev.stranger.Dataset;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.prepare.Resize;
import dev.stranger.prepare.Scale;
import dev.stranger.train.Shard;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.loop.TrainingPlan;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.MeetingPoint;
import dev.stranger.train.torch.Ranks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.bytedeco.javacpp.PointerScope;

/**
 * Two ranks with a core each against one rank with two cores: the default network on 28x28
 * pictures, the same batches. Says which share of a step goes into sums over the ranks, the wait
 * for the slower one included, and how long such a sum takes on its own. Ranks are processes that
 * are connected over the loopback interface. Rounds alternate.
 */
public final class RanksBench {

  private static final String HOST = "127.0.0.1";
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final int BATCH = 256;
  private static final int WARM_UP = 5;
  private static final int STEPS = 60;
  private static final int ROUNDS = 4;
  private static final int SUMS = 100;

  private RanksBench() {}

  /** Without arguments all of it; else one rank. */
  public static void main(String[] args) throws IOException {
    if (args.length > 0) {
      rank(Integer.parseInt(args[0]), Integer.parseInt(args[1]), args[2]);
      return;
    }
    double[] one = new double[4];
    double[] two = new double[4];
    for (int round = 0; round <= ROUNDS; round++) {
      double[] alone = run(1);
      double[] both = run(2);
      System.out.printf(
          "round %d%s: one rank %.2f steps/s, two %.2f steps/s, %.0f %% of a step in sums%n",
          round, round == 0 ? " (not counted)" : "", alone[0], both[0], 100 * both[1]);
      for (int i = 0; i < one.length && round > 0; i++) {
        one[i] += alone[i] / ROUNDS;
        two[i] += both[i] / ROUNDS;
      }
    }
    System.out.printf("two ranks / one rank with as many cores: %.3f%n", two[0] / one[0]);
    System.out.printf("share of the sums in a step, waiting included: %.3f%n", two[1]);
    System.out.printf(
        "share of the sums in a step, on their own: %.3f (%.2f ms for all gradients, %.2f ms for a"
            + " mean of features)%n",
        (two[2] + 2 * two[3]) / 1000 * two[0], two[2], two[3]);
  }

  /** What rank 0 of so many processes measures. */
  private static double[] run(int size) throws IOException {
    List<Process> ranks = new ArrayList<>();
    try {
      ranks.add(start(0, size, ""));
      BufferedReader first =
          new BufferedReader(new InputStreamReader(ranks.get(0).getInputStream()));
      String address = after("address ", first);
      for (int rank = 1; rank < size; rank++) {
        ranks.add(start(rank, size, address));
      }
      return Arrays.stream(after("measured ", first).split(" "))
          .mapToDouble(Double::parseDouble)
          .toArray();
    } finally {
      ranks.forEach(Process::destroyForcibly);
    }
  }

  private static Process start(int rank, int size, String address) throws IOException {
    int cores = Math.max(1, Runtime.getRuntime().availableProcessors() / size);
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:ActiveProcessorCount=" + cores,
            "-cp",
            System.getProperty("java.class.path"),
            RanksBench.class.getName(),
            String.valueOf(rank),
            String.valueOf(size),
            address)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .redirectOutput(rank == 0 ? ProcessBuilder.Redirect.PIPE : ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static String after(String mark, BufferedReader lines) {
    return lines
        .lines()
        .filter(line -> line.startsWith(mark))
        .findFirst()
        .map(line -> line.substring(mark.length()))
        .orElseThrow(() -> new UncheckedIOException(new IOException("a rank ended")));
  }

  private static void rank(int rank, int size, String address) {
    if (size == 1) {
      System.out.println("address none");
      report(Ranks.ALONE);
      return;
    }
    try (MeetingPoint place =
            rank == 0 ? MeetingPoint.open(HOST, TIMEOUT) : MeetingPoint.at(address, TIMEOUT);
        Ranks ranks = join(place, rank, size)) {
      report(ranks);
    }
  }

  private static Ranks join(MeetingPoint place, int rank, int size) {
    if (rank == 0) {
      System.out.println("address " + place.address());
    }
    return place.join(rank, size, HOST);
  }

  private static void report(Ranks ranks) {
    Clock clock = new Clock(ranks);
    try {
      Trainer.fit(shard(ranks), options(), clock, null);
    } catch (CancellationException e) {
      double all = sumMillis(ranks, Math.toIntExact(clock.parameters));
      double mean = sumMillis(ranks, 32);
      System.out.printf(
          "measured %f %f %f %f%n", STEPS / clock.seconds, clock.waited / clock.seconds, all, mean);
      return;
    }
    throw new IllegalStateException("the trainer was to be stopped");
  }

  private static TrainOptions options() {
    return TrainOptions.DEFAULT
        .with(LearningOptions.DEFAULT.withEpochs(100).withBatchSize(BATCH))
        .withDevice("cpu");
  }

  private static Shard shard(Ranks ranks) {
    Catalogue catalogue = new Catalogue(DataFolders.standard(null, Map.of()));
    Dataset sprites =
        catalogue
            .open("sprites:size=6000,seed=1", DataOptions.DEFAULT)
            .map(Resize.to(28, 28))
            .map(Scale.toUnit());
    Dataset own = sprites.where(position -> position % ranks.size() == ranks.rank());
    return new Shard(own, ranks.isFirst() ? sprites.first(100) : null, ranks);
  }

  private static double sumMillis(Ranks ranks, int length) {
    try (PointerScope scope = new PointerScope()) {
      var tensors = List.of(Compute.on("cpu").zeros(length));
      long start = 0;
      for (int i = 0; i < SUMS + WARM_UP; i++) {
        start = i == WARM_UP ? System.nanoTime() : start;
        ranks.sum(tensors);
      }
      return (System.nanoTime() - start) / 1e6 / SUMS;
    }
  }

  /** Times the steps behind the first few. */
  private static final class Clock implements TrainListener {
    private final Ranks ranks;
    private int steps;
    private long start;
    private double waitedBefore;
    private double seconds;
    private double waited;
    private long parameters;

    Clock(Ranks ranks) {
      this.ranks = ranks;
    }

    @Override
    public void start(TrainingPlan plan) {
      parameters = plan.parameters();
    }

    @Override
    public void step(int epoch, int step) {
      steps++;
      if (steps == WARM_UP) {
        start = System.nanoTime();
        waitedBefore = waitedSeconds();
      }
      if (steps == WARM_UP + STEPS) {
        seconds = (System.nanoTime() - start) / 1e9;
        waited = waitedSeconds() - waitedBefore;
      }
    }

    private double waitedSeconds() {
      return ranks.waited().toNanos() / 1e9;
    }

    @Override
    public boolean stop() {
      return steps >= WARM_UP + STEPS;
    }
  }
}
