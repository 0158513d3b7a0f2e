package dev.stranger.bench;

import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.EpochResult;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.CudaGraph;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Training on a GPU, the paper's network at batch 256, images a second over whole epochs: our
 * trainer with single steps, with recorded ones, and several trainings at once, then with bf16,
 * beside the same step in plain PyTorch on the same machine. Claims: 5 x PyTorch's single steps, 1
 * x its CUDA graph, and with several trainings at once 2 x its CUDA graph. Arguments:
 * pytorch_step.py, where PyTorch is installed, and how many trainings at once.
 */
public final class GpuBench {

  private static final int SAMPLES = 60_000;
  private static final int EPOCHS = 6;
  private static final int REPLAYS = 1000;
  private static final List<Integer> AT_ONCE = List.of(2, 5, 10);

  private GpuBench() {}

  public static void main(String[] args) throws Exception {
    Map<String, Double> pytorch = args.length > 0 ? pytorch(Path.of(args[0])) : Map.of();
    pytorch.forEach((name, rate) -> System.out.printf("PyTorch, %s: %,.0f images/s%n", name, rate));
    MemoryDataset data = noise();
    double single = rate(data, 1, "cuda", false);
    print("single steps", single, pytorch);
    double recorded = rate(data, 1, "cuda", true);
    print("recorded steps", recorded, pytorch);
    System.out.printf("  %.2f x single steps%n", recorded / single);
    double bare = bareRate();
    print("the recorded step alone, without a trainer", bare, pytorch);
    System.out.printf("trainer / bare step: %.2f%n", recorded / bare);
    List<Integer> counts = args.length > 1 ? counts(args) : AT_ONCE;
    printTogether(data, "cuda", recorded, counts, pytorch);
    double coarse = rate(data, 1, "cuda-bf16", true);
    print("recorded steps, cuda-bf16", coarse, pytorch);
    printTogether(data, "cuda-bf16", coarse, counts, pytorch);
  }

  private static List<Integer> counts(String[] args) {
    return Arrays.stream(args).skip(1).map(Integer::valueOf).toList();
  }

  private static void printTogether(
      MemoryDataset data,
      String device,
      double one,
      List<Integer> counts,
      Map<String, Double> pytorch)
      throws Exception {
    for (int count : counts) {
      double together = rate(data, count, device, true);
      print("%d trainings at once, recorded, %s".formatted(count, device), together, pytorch);
      System.out.printf("  %.2f x one%n", together / one);
    }
  }

  private static void print(String name, double rate, Map<String, Double> pytorch) {
    System.out.printf("Stranger, %s: %,.0f images/s%n", name, rate);
    pytorch.forEach(
        (other, theirs) -> System.out.printf("  %.2f x PyTorch, %s%n", rate / theirs, other));
  }

  /** One batch that never changes, and U moved behind the rest, not beside it. */
  private static double bareRate() {
    Compute compute = Compute.on("cuda");
    return compute.alone(
        () -> {
          BareStep bare = new BareStep(compute);
          try (CudaGraph graph = new CudaGraph(compute)) {
            for (int i = 0; i < 6; i++) {
              compute.quickly(bare::run);
            }
            compute.quickly(() -> graph.record(bare::run));
            long start = System.nanoTime();
            for (int i = 0; i < REPLAYS; i++) {
              graph.replay();
            }
            graph.await();
            return REPLAYS * BareStep.BATCH / ((System.nanoTime() - start) / 1e9);
          }
        });
  }

  private static Map<String, Double> pytorch(Path script) throws Exception {
    Process process =
        new ProcessBuilder("python3", script.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Map<String, Double> rates = new LinkedHashMap<>();
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ");
        rates.put(words[0], Double.parseDouble(words[1]));
      }
    }
    if (process.waitFor() != 0) {
      throw new IllegalStateException("there is nothing to compare with: " + script + " failed");
    }
    return rates;
  }

  /** Levels of grey, as pictures have them. */
  private static MemoryDataset noise() {
    Random random = new Random(1);
    float[][] samples = new float[SAMPLES][28 * 28];
    for (float[] sample : samples) {
      for (int i = 0; i < sample.length; i++) {
        sample[i] = random.nextInt(256) / 255f;
      }
    }
    return MemoryDataset.of("noise", Shape.image(1, 28, 28), Range.UNIT, samples);
  }

  /** Images a second of several trainings together. */
  private static double rate(MemoryDataset data, int count, String device, boolean recorded)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    List<Clock> clocks = new ArrayList<>();
    CountDownLatch warm = new CountDownLatch(count);
    while (clocks.size() < count) {
      clocks.add(new Clock(clocks, warm));
    }
    List<Future<?>> trainings = new ArrayList<>();
    long start = System.nanoTime();
    for (int seed = 0; seed < count; seed++) {
      TrainOptions options =
          TrainOptions.DEFAULT
              .with(NetworkOptions.PAPER)
              .with(LearningOptions.DEFAULT.withEpochs(1000).withBatchSize(BareStep.BATCH))
              .withDevice(device)
              .withRecordedSteps(recorded)
              .withSeed(seed);
      Clock clock = clocks.get(seed);
      trainings.add(threads.submit(() -> train(data, options, clock)));
    }
    threads.shutdown();
    for (Future<?> training : trainings) {
      training.get();
    }
    double warmUp = (Clock.begin(clocks) - start) / 1e9;
    System.out.printf("%d at once, recorded: %b, warm after %.1f s%n", count, recorded, warmUp);
    return clocks.stream().mapToDouble(Clock::rate).sum();
  }

  private static void train(MemoryDataset data, TrainOptions options, Clock clock) {
    try {
      Trainer.fit(data, options, clock);
    } catch (CancellationException e) {
      return;
    } finally {
      clock.stopAll(); // the others would wait for one that failed
    }
    throw new IllegalStateException("training was to be stopped");
  }

  /**
   * When epochs ended. Whoever is warm waits for the others, whose kernels are not to be chosen on
   * a busy GPU; training stops when all have been running together for some epochs.
   */
  private static final class Clock implements TrainListener {

    private static final int WARM_UP = 2;

    private final List<Clock> all;
    private final CountDownLatch warm;
    private final List<Long> ends = new CopyOnWriteArrayList<>();
    private volatile boolean stopped;
    private int steps;

    Clock(List<Clock> all, CountDownLatch warm) {
      this.all = all;
      this.warm = warm;
    }

    void stopAll() {
      all.forEach(
          clock -> {
            clock.stopped = true;
            warm.countDown();
          });
    }

    @Override
    public void note(String text) {
      System.out.println(text);
    }

    @Override
    public void step(int epoch, int step) {
      steps = Math.max(steps, step);
    }

    @Override
    public void epoch(int number, EpochResult result) {
      if (number == WARM_UP) {
        awaitOthers();
      }
      ends.add(System.nanoTime());
    }

    private void awaitOthers() {
      warm.countDown();
      try {
        warm.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        stopped = true;
      }
    }

    @Override
    public boolean stop() {
      return stopped || all.stream().allMatch(clock -> clock.together().size() > EPOCHS);
    }

    /** The epochs since all trainings are warm. */
    private List<Long> together() {
      if (all.stream().anyMatch(clock -> clock.ends.size() < WARM_UP)) {
        return List.of();
      }
      long begin = begin(all);
      return ends.stream().filter(end -> end >= begin).toList();
    }

    /** When the last one was warm. */
    static long begin(List<Clock> all) {
      return all.stream().mapToLong(clock -> clock.ends.get(WARM_UP - 1)).max().orElseThrow();
    }

    double rate() {
      List<Long> counted = together();
      double seconds = (counted.get(counted.size() - 1) - counted.get(0)) / 1e9;
      return (counted.size() - 1) * steps * (double) BareStep.BATCH / seconds;
    }
  }
}
