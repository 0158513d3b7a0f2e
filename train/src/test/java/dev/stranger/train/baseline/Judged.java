package dev.stranger.train.baseline;

import dev.stranger.Dataset;
import dev.stranger.Verdict;
import dev.stranger.metric.RankMetrics;
import dev.stranger.score.Detector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a detector says of a set. */
record Judged(List<Verdict> verdicts) {

  static Judged of(Detector detector, Dataset data) {
    List<Verdict> verdicts = new ArrayList<>();
    detector.judge(data, (batch, some) -> verdicts.addAll(some));
    return new Judged(verdicts);
  }

  private double[] energies(String key) {
    return verdicts.stream().mapToDouble(verdict -> verdict.energies().of(key)).toArray();
  }

  double mean(String key) {
    return Arrays.stream(energies(key)).average().orElseThrow();
  }

  /** How well an energy tells these samples from strangers. */
  double auroc(Judged strangers, String key) {
    return RankMetrics.of(energies(key), strangers.energies(key)).auroc();
  }

  double alarms() {
    return verdicts.stream().filter(Verdict::ood).count() / (double) verdicts.size();
  }
}
