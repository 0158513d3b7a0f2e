package dev.stranger.bench;

import dev.stranger.DataException;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.score.Detector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Judges for minutes as a service would on a bad day: several threads, single samples and batches,
 * explanations, samples that are refused, detectors opened and closed under those who judge. Claim:
 * memory, threads and open files stay as they are. Arguments: a detector file, and the number of
 * minutes, 5 when not given. Linux only.
 */
public final class SoakBench {

  private static final int THREADS = 4;
  private static final int ROUNDS = 12;
  private static final Path SELF = Path.of("/proc/self");

  private SoakBench() {}

  /**
   * What the process takes of the machine after a round.
   *
   * @param memory that is resident, in bytes, after garbage was collected
   * @param judged how many samples were judged until then
   */
  public record Round(long memory, long threads, long files, long judged, long opened) {}

  public static void main(String[] args) throws Exception {
    int minutes = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    System.out.println("    judged    opened  memory MB  threads  files");
    for (Round round : run(Path.of(args[0]), Duration.ofMinutes(minutes))) {
      System.out.printf(
          "%,10d %,9d %10.1f %8d %6d%n",
          round.judged, round.opened, round.memory / 1e6, round.threads, round.files);
    }
  }

  /** As many rounds as there are, in so much time. */
  public static List<Round> run(Path file, Duration time) throws Exception {
    AtomicLong judged = new AtomicLong();
    AtomicLong opened = new AtomicLong();
    List<Round> rounds = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        long end = System.nanoTime() + time.toNanos() / ROUNDS;
        while (System.nanoTime() < end) {
          openUseAndClose(file, threads, judged, opened.incrementAndGet());
        }
        rounds.add(
            new Round(settledMemory(), status("Threads:"), files(), judged.get(), opened.get()));
      }
    } finally {
      threads.shutdownNow();
    }
    return rounds;
  }

  /** One detector, closed while half of the threads still judge. */
  private static void openUseAndClose(
      Path file, ExecutorService threads, AtomicLong judged, long seed)
      throws InterruptedException, ExecutionException {
    List<Future<?>> work = new ArrayList<>();
    try (Detector detector = Detector.open(file)) {
      for (int i = 0; i < THREADS; i++) {
        Random random = new Random(seed * THREADS + i);
        boolean untilClosed = i % 2 == 0;
        work.add(threads.submit(() -> use(detector, random, untilClosed, judged)));
      }
      for (int i = 1; i < THREADS; i += 2) {
        work.get(i).get();
      }
    }
    for (Future<?> each : work) {
      each.get();
    }
  }

  private static void use(
      Detector detector, Random random, boolean untilClosed, AtomicLong judged) {
    try {
      for (int i = 0; untilClosed || i < 50; i++) {
        judged.addAndGet(use(detector, random));
      }
    } catch (IllegalStateException closed) {
      // as it should be
    }
  }

  private static int use(Detector detector, Random random) {
    int size = detector.shape().size();
    int count = random.nextInt(10) == 0 ? 64 : 1;
    float[] samples = new float[count * size];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = random.nextFloat();
    }
    switch (random.nextInt(8)) {
      case 0 -> detector.explain(samples, count);
      case 1 -> detector.withGuarantee(FalseAlarmGuarantee.onAverage(0.2)).judge(samples, count);
      case 2 -> refused(detector, samples);
      default -> detector.judge(samples, count);
    }
    return count;
  }

  private static void refused(Detector detector, float[] samples) {
    samples[0] = Float.NaN;
    try {
      detector.judge(samples, samples.length / detector.shape().size());
      throw new AssertionError("a sample that is no number was judged");
    } catch (DataException e) {
      // as it should be
    }
  }

  /** What is kept: the collector returns memory to the system a while after it has collected. */
  static long settledMemory() throws IOException, InterruptedException {
    System.gc();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      Thread.sleep(25);
      least = Math.min(least, status("VmRSS:") << 10);
    }
    return least;
  }

  static long files() throws IOException {
    try (Stream<Path> files = Files.list(SELF.resolve("fd"))) {
      return files.count();
    }
  }

  static long status(String key) throws IOException {
    try (Stream<String> lines = Files.lines(SELF.resolve("status"))) {
      return Arrays.stream(
              lines.filter(line -> line.startsWith(key)).findFirst().orElseThrow().split("\\D+"))
          .filter(word -> !word.isEmpty())
          .mapToLong(Long::parseLong)
          .findFirst()
          .orElseThrow();
    }
  }
}
