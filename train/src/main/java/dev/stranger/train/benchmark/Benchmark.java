package dev.stranger.train.benchmark;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.StrangerException;
import dev.stranger.baseline.Baseline;
import dev.stranger.baseline.Baselines;
import dev.stranger.baseline.WhitenedNeighbours;
import dev.stranger.data.Contaminated;
import dev.stranger.metric.RankMetrics;
import dev.stranger.score.Detector;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.benchmark.Collection.Part;
import dev.stranger.train.benchmark.SetResult.Score;
import dev.stranger.train.benchmark.SetResult.Training;
import dev.stranger.train.loop.SeededRandom;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.suspect.Contamination;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Trains a detector on each set of a folder, for several seeds, and judges all rows that were set
 * apart. Baselines are fitted to the same rows. Holds one set at a time in memory.
 *
 * @param options of all detectors but for their seed
 * @param seeds how many detectors are trained on a set
 * @param contamination share of anomalies among the rows that are learned from; these are drawn
 *     from a random half of them, and the other half is judged. Where these are too few, fewer rows
 *     are learned from. Other detectors are then trained too: of the rows without anomalies, and
 *     with suspects that count half
 */
public record Benchmark(
    Collection collection, Path folder, TrainOptions options, int seeds, double contamination) {

  /** A rate that was measured is said to hold its guarantee if chance exceeds it as rarely. */
  static final double CHANCE = 0.01;

  /** Seed of the anomalies that are mixed in. */
  private static final long HALVES = 0;

  /** Fewer rows to mix anomalies into say more about chance than about a remedy. */
  private static final int FEWEST = 100;

  public Benchmark {
    Contamination.of(contamination);
    if (seeds < 1) {
      throw new DataException("a benchmark needs at least 1 seed, got " + seeds);
    }
  }

  /** Measures one of the {@link Collection#names}. A set that cannot be learned from is missing. */
  public SetResult run(String name) {
    try {
      return measure(name);
    } catch (StrangerException e) {
      return SetResult.missing(name, String.valueOf(e.getMessage()));
    }
  }

  private SetResult measure(String name) {
    Dataset train = collection.open(folder, name, Part.TRAIN);
    Dataset normal = collection.open(folder, name, Part.NORMAL);
    Dataset anomaly = collection.open(folder, name, Part.ANOMALY);
    if (contamination == 0) {
      return measure(name, train, normal, anomaly, List.of());
    }
    BitSet half = half((int) anomaly.size());
    Dataset clean = enoughFor(half.cardinality(), train);
    Dataset mixed =
        Contaminated.of(clean, anomaly.where(index -> half.get((int) index)), contamination, HALVES)
            .inMemory();
    Dataset judged = anomaly.where(index -> !half.get((int) index)).inMemory();
    List<Score> others = new ArrayList<>();
    TrainOptions auto = options.withContamination(Contamination.AUTO);
    others.add(other("clean", "clean rows", options, clean, normal, judged));
    others.add(other("clean_auto", "clean rows, contamination auto", auto, clean, normal, judged));
    for (Contamination cure : List.of(Contamination.of(contamination), Contamination.AUTO)) {
      others.add(
          other(
              cure.toString(),
              "contamination " + cure,
              options.withContamination(cure),
              mixed,
              normal,
              judged));
    }
    return measure(name, mixed, normal, judged, others);
  }

  /** Always the same, so that detectors of all seeds can be compared. */
  private static BitSet half(int size) {
    int[] order = SeededRandom.permutation(size, SeededRandom.ofEpoch(HALVES, 0));
    BitSet half = new BitSet();
    Arrays.stream(order).limit(size / 2).forEach(half::set);
    return half;
  }

  /** As many rows as some anomalies can contaminate. */
  private Dataset enoughFor(int anomalies, Dataset train) {
    long most = (long) (anomalies * (1 - contamination) / contamination);
    if (most < Math.min(FEWEST, train.size())) {
      throw new DataException(
          "%,d anomalies to mix in are a share of %s of %,d rows only, too few to compare"
              .formatted(anomalies, contamination, anomalies + most));
    }
    return train.spread(most).inMemory();
  }

  /** Of a detector that is not the one that is looked at. */
  private Score other(
      String key,
      String title,
      TrainOptions other,
      Dataset train,
      Dataset normal,
      Dataset anomaly) {
    List<RankMetrics> runs =
        runs(other, train, normal, anomaly).stream().map(Run::metrics).toList();
    return new Score(SetResult.STRANGER + "_" + key, title, runs);
  }

  private SetResult measure(
      String name, Dataset train, Dataset normal, Dataset anomaly, List<Score> others) {
    List<Run> runs = runs(options, train, normal, anomaly);
    List<Score> scores = new ArrayList<>();
    scores.add(new Score(SetResult.STRANGER, "Stranger", runs.stream().map(Run::metrics).toList()));
    scores.addAll(others);
    for (Baseline baseline : baselines(train)) {
      RankMetrics metrics = RankMetrics.of(baseline.score(normal), baseline.score(anomaly));
      scores.add(new Score(baseline.key(), baseline.title(), List.of(metrics)));
    }
    List<Training> trainings = runs.stream().map(Run::training).toList();
    return new SetResult(name, train.size(), normal.size(), anomaly.size(), scores, trainings, "");
  }

  /** A detector, and how well it tells anomalies from normal rows. */
  private record Run(RankMetrics metrics, Training training) {}

  /** One for each seed. */
  private List<Run> runs(TrainOptions options, Dataset train, Dataset normal, Dataset anomaly) {
    List<Run> runs = new ArrayList<>();
    for (int seed = 0; seed < seeds; seed++) {
      long start = System.nanoTime();
      try (Detector detector =
          Trainer.fit(train, options.withSeed(seed), TrainListener.NONE).open()) {
        double seconds = (System.nanoTime() - start) / 1e9;
        Judged in = Judged.by(detector, normal);
        RankMetrics metrics = RankMetrics.of(in.scores, Judged.by(detector, anomaly).scores);
        double most = detector.bound().bandAmong((int) normal.size(), CHANCE, 1 - CHANCE).high();
        runs.add(new Run(metrics, new Training(seed, seconds, in.flagged, in.flagged <= most)));
      }
    }
    return runs;
  }

  /** In the same order for every set. */
  private static List<Baseline> baselines(Dataset train) {
    List<Baseline> all = new ArrayList<>(Baselines.fit(train).fitted());
    all.add(WhitenedNeighbours.fit(train));
    all.sort(Comparator.comparing(Baseline::key));
    return all;
  }

  /** What a detector says of a set. */
  private record Judged(double[] scores, double flagged) {

    static Judged by(Detector detector, Dataset data) {
      DoubleStream.Builder scores = DoubleStream.builder();
      long[] flagged = new long[1];
      detector.judge(
          data,
          (batch, verdicts) ->
              verdicts.forEach(
                  verdict -> {
                    scores.add(verdict.score());
                    flagged[0] += verdict.ood() ? 1 : 0;
                  }));
      return new Judged(scores.build().toArray(), flagged[0] / (double) data.size());
    }
  }
}
