package dev.stranger.train.benchmark;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.StrangerException;
import dev.stranger.baseline.Baseline;
import dev.stranger.baseline.Baselines;
import dev.stranger.baseline.WhitenedNeighbours;
import dev.stranger.metric.RankMetrics;
import dev.stranger.score.Detector;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.benchmark.Collection.Part;
import dev.stranger.train.benchmark.SetResult.Score;
import dev.stranger.train.benchmark.SetResult.Training;
import dev.stranger.train.loop.TrainListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Trains a detector on each set of a folder, for several seeds, and judges all rows that were set
 * apart. Baselines are fitted to the same rows. Holds one set at a time in memory.
 *
 * @param options of all detectors but for their seed
 * @param seeds how many detectors are trained on a set
 */
public record Benchmark(Collection collection, Path folder, TrainOptions options, int seeds) {

  /** A rate that was measured is said to hold its guarantee if chance exceeds it as rarely. */
  static final double CHANCE = 0.01;

  public Benchmark {
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
    List<RankMetrics> runs = new ArrayList<>();
    List<Training> trainings = new ArrayList<>();
    for (int seed = 0; seed < seeds; seed++) {
      long start = System.nanoTime();
      try (Detector detector =
          Trainer.fit(train, options.withSeed(seed), new TrainListener() {}).open()) {
        double seconds = (System.nanoTime() - start) / 1e9;
        Judged in = Judged.by(detector, normal);
        runs.add(RankMetrics.of(in.scores, Judged.by(detector, anomaly).scores));
        double most = detector.bound().bandAmong((int) normal.size(), CHANCE, 1 - CHANCE).high();
        trainings.add(new Training(seed, seconds, in.flagged, in.flagged <= most));
      }
    }
    List<Score> scores = new ArrayList<>();
    scores.add(new Score(SetResult.STRANGER, "Stranger", runs));
    for (Baseline baseline : baselines(train)) {
      RankMetrics metrics = RankMetrics.of(baseline.score(normal), baseline.score(anomaly));
      scores.add(new Score(baseline.key(), baseline.title(), List.of(metrics)));
    }
    return new SetResult(name, train.size(), normal.size(), anomaly.size(), scores, trainings, "");
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
