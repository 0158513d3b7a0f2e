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
    if (found.size() > 1) {
      Map<String, List<RankMetrics>> all = new LinkedHashMap<>();
      found
          .values()
          .forEach(
              scores ->
                  scores.forEach(
                      (score, metrics) ->
                          all.computeIfAbsent(score, key -> new ArrayList<>()).addAll(metrics)));
      all.forEach((score, metrics) -> line("mean of all sets", score, metrics, false));
    }
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
