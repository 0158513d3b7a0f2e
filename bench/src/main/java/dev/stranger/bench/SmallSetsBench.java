package dev.stranger.bench;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.baseline.Baseline;
import dev.stranger.baseline.Baselines;
import dev.stranger.baseline.KernelDensity;
import dev.stranger.baseline.NearestNeighbours;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.score.Detector;
import dev.stranger.train.CalibrationOptions;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.TrainListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Detectors of few rows, drawn at random from larger tables. The first argument is a folder of
 * NumPy files with the arrays {@code train}, {@code normal} and {@code anomaly}. The second is
 * {@code rate} for the false-alarm rates of many detectors that learn for a few steps only, or
 * {@code quality} for a few detectors as they are by default, compared with one that holds 19 rows
 * out and with baselines.
 */
public final class SmallSetsBench {

  private static final int HELD_OUT = 19;
  private static final int RATE_ROWS = 40;
  private static final int RATE_DRAWS = 25;
  private static final int RATE_EPOCHS = 20;
  private static final int[] QUALITY_ROWS = {30, 50, 70};
  private static final int QUALITY_DRAWS = 2;

  /** Of normal rows and of anomalies that are judged. */
  private static final int MOST_JUDGED = 1000;

  private static final Set<String> BASELINES = Set.of(NearestNeighbours.KEY, KernelDensity.KEY);

  private static final Catalogue CATALOGUE =
      new Catalogue(DataFolders.standard(null, System.getenv()));

  /** Rows to learn from, normal ones to judge, and anomalies. */
  private record Draw(MemoryDataset train, MemoryDataset normal, MemoryDataset anomaly) {

    static Draw of(Path file, int rows, long seed) {
      MemoryDataset some = open(file, "train");
      MemoryDataset others = open(file, "normal");
      float[][] all =
          Stream.of(some, others)
              .flatMap(set -> IntStream.range(0, (int) set.size()).mapToObj(set::sample))
              .toArray(float[][]::new);
      shuffle(all, new Random(seed));
      int judged = Math.min(all.length, rows + MOST_JUDGED);
      return new Draw(
          rows(some, all, 0, rows),
          rows(some, all, rows, judged),
          open(file, "anomaly").spread(MOST_JUDGED).inMemory());
    }

    private static void shuffle(float[][] rows, Random random) {
      for (int i = rows.length - 1; i > 0; i--) {
        int other = random.nextInt(i + 1);
        float[] row = rows[i];
        rows[i] = rows[other];
        rows[other] = row;
      }
    }

    private static MemoryDataset rows(MemoryDataset like, float[][] all, int from, int to) {
      float[][] some = Arrays.copyOfRange(all, from, to);
      return MemoryDataset.of(like.name(), like.shape(), like.range(), some);
    }

    private static MemoryDataset open(Path file, String array) {
      return CATALOGUE.open(file + ":" + array, DataOptions.DEFAULT).inMemory();
    }
  }

  /** The scores of a set, and the share that is flagged. */
  private record Judged(double[] scores, double flagged) {

    static Judged by(Detector detector, Dataset data) {
      List<Double> scores = new ArrayList<>();
      BitSet flagged = new BitSet();
      detector.judge(
          data,
          (batch, verdicts) ->
              verdicts.forEach(
                  verdict -> {
                    flagged.set(scores.size(), verdict.ood());
                    scores.add((double) verdict.score());
                  }));
      double share = flagged.cardinality() / (double) scores.size();
      return new Judged(scores.stream().mapToDouble(score -> score).toArray(), share);
    }
  }

  /** Shares of the rows that were judged. */
  private record Flagged(double normal, double anomalies) {}

  private SmallSetsBench() {}

  public static void main(String[] args) throws IOException {
    List<Path> files = files(Path.of(args[0]));
    if (args[1].equals("rate")) {
      rates(files);
    } else {
      quality(files);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".npz"))
          .filter(file -> Draw.open(file, "normal").size() >= 200)
          .sorted()
          .toList();
    }
  }

  private static void rates(List<Path> files) {
    List<Double> all = new ArrayList<>();
    for (Path file : files) {
      List<Double> flagged = new ArrayList<>();
      for (int seed = 0; seed < RATE_DRAWS; seed++) {
        Draw draw = Draw.of(file, RATE_ROWS, seed);
        TrainOptions brief =
            TrainOptions.DEFAULT.with(LearningOptions.DEFAULT.withEpochs(RATE_EPOCHS));
        try (Detector detector = fit(draw, brief.withSeed(seed)).open()) {
          flagged.add(Judged.by(detector, draw.normal()).flagged());
        }
      }
      print(name(file), flagged);
      all.addAll(flagged);
    }
    print("all", all);
  }

  private static void print(String name, List<Double> flagged) {
    double mean = flagged.stream().mapToDouble(share -> share).average().orElseThrow();
    double variance =
        flagged.stream().mapToDouble(f -> (f - mean) * (f - mean)).sum() / (flagged.size() - 1);
    System.out.printf(
        "%-14s %d rows, %d detectors: %.2f %% of normal rows flagged, standard error %.2f %%,"
            + " deviation %.2f %%%n",
        name,
        RATE_ROWS,
        flagged.size(),
        100 * mean,
        100 * Math.sqrt(variance / flagged.size()),
        100 * Math.sqrt(variance));
  }

  private static TrainedModel fit(Draw draw, TrainOptions options) {
    return Trainer.fit(draw.train(), options.withDevice("cpu"), TrainListener.NONE);
  }

  private static void quality(List<Path> files) {
    for (int rows : QUALITY_ROWS) {
      RankTable table = new RankTable();
      Map<String, List<Flagged>> flagged = new TreeMap<>();
      for (Path file : files) {
        for (int seed = 0; seed < QUALITY_DRAWS; seed++) {
          compare(name(file) + " " + rows, Draw.of(file, rows, seed), seed, table, flagged);
        }
      }
      table.print();
      flagged.forEach((how, all) -> print(rows, how, all));
    }
  }

  private static void print(int rows, String how, List<Flagged> all) {
    System.out.printf(
        "mean of %d rows, %s: %.2f %% of normal rows and %.2f %% of anomalies are flagged%n",
        rows,
        how,
        100 * all.stream().mapToDouble(Flagged::normal).average().orElseThrow(),
        100 * all.stream().mapToDouble(Flagged::anomalies).average().orElseThrow());
  }

  private static void compare(
      String name, Draw draw, long seed, RankTable table, Map<String, List<Flagged>> flagged) {
    TrainOptions usual = TrainOptions.DEFAULT.withSeed(seed);
    Flagged leftOut = judge(name, "leave one out", draw, usual, table);
    CalibrationOptions part =
        usual.calibration().withShare(HELD_OUT / (double) draw.train().size());
    Flagged heldOut = judge(name, "19 held out", draw, usual.with(part), table);
    flagged.computeIfAbsent("leave one out", how -> new ArrayList<>()).add(leftOut);
    flagged.computeIfAbsent("19 held out", how -> new ArrayList<>()).add(heldOut);
    for (Baseline baseline : Baselines.fit(draw.train()).fitted()) {
      if (BASELINES.contains(baseline.key())) {
        ToDoubleFunction<float[]> score = baseline::score;
        table.add(name, baseline.key(), of(draw.normal(), score), of(draw.anomaly(), score));
      }
    }
  }

  private static Flagged judge(
      String name, String how, Draw draw, TrainOptions options, RankTable table) {
    long start = System.nanoTime();
    TrainedModel model = fit(draw, options);
    double seconds = (System.nanoTime() - start) / 1e9;
    try (Detector detector = model.open()) {
      Judged normal = Judged.by(detector, draw.normal());
      Judged anomaly = Judged.by(detector, draw.anomaly());
      table.add(name, how, normal.scores(), anomaly.scores());
      System.out.printf(
          "%-18s %-14s flagged: normal %5.2f %%, anomalies %6.2f %%; %.0f s, %.1f MB%n",
          name,
          how,
          100 * normal.flagged(),
          100 * anomaly.flagged(),
          seconds,
          model.model().length / 1e6);
      return new Flagged(normal.flagged(), anomaly.flagged());
    }
  }

  private static double[] of(MemoryDataset data, ToDoubleFunction<float[]> score) {
    return IntStream.range(0, (int) data.size())
        .mapToDouble(i -> score.applyAsDouble(data.sample(i)))
        .toArray();
  }

  private static String name(Path file) {
    return file.getFileName().toString().replace(".npz", "");
  }
}
