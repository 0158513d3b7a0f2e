package dev.stranger.bench;

import dev.stranger.metric.RankMetrics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** AUROC and FPR95 of scores on sets, over seeds. Prints means, and deviations over seeds. */
final class RankTable {

  private final Map<String, Map<String, List<RankMetrics>>> found = new LinkedHashMap<>();

  void add(String set, String score, double[] normal, double[] strangers) {
    found
        .computeIfAbsent(set, key -> new LinkedHashMap<>())
        .computeIfAbsent(score, key -> new ArrayList<>())
        .add(RankMetrics.of(normal, strangers));
  }

  void print() {
    found.forEach(
        (set, scores) -> scores.forEach((score, metrics) -> line(set, score, metrics, true)));
    List<Map<String, List<RankMetrics>>> complete = complete();
    if (complete.size() > 1) {
      for (String score : complete.get(0).keySet()) {
        List<RankMetrics> all = complete.stream().flatMap(set -> set.get(score).stream()).toList();
        line("mean of %d sets".formatted(complete.size()), score, all, false);
      }
    }
  }

  /** A baseline may be missing for a set; means of different sets cannot be compared. */
  private List<Map<String, List<RankMetrics>>> complete() {
    int most = found.values().stream().mapToInt(Map::size).max().orElse(0);
    return found.values().stream().filter(scores -> scores.size() == most).toList();
  }

  private static void line(
      String set, String score, List<RankMetrics> metrics, boolean withDeviation) {
    System.out.printf(
        "%-22s %-26s AUROC %s  FPR95 %s%n",
        set,
        score,
        words(metrics, RankMetrics::auroc, withDeviation),
        words(metrics, RankMetrics::fpr95, withDeviation));
  }

  private static String words(
      Collection<RankMetrics> metrics, ToDoubleFunction<RankMetrics> of, boolean withDeviation) {
    double mean = metrics.stream().mapToDouble(of).average().orElseThrow();
    double square =
        metrics.stream().mapToDouble(of).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
    return withDeviation
        ? "%6.2f (%.2f)".formatted(100 * mean, 100 * Math.sqrt(square))
        : "%6.2f".formatted(100 * mean);
  }
}
