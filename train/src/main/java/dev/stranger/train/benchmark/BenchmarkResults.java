package dev.stranger.train.benchmark;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.stranger.metric.RankMetrics;
import dev.stranger.report.Table;
import dev.stranger.report.Words;
import dev.stranger.train.benchmark.SetResult.Score;
import dev.stranger.train.benchmark.SetResult.Training;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What was measured on all sets, those that are missing included. */
public record BenchmarkResults(List<SetResult> sets) {

  public BenchmarkResults {
    sets = List.copyOf(sets);
  }

  /** Those that were measured. */
  public List<SetResult> measured() {
    return sets.stream().filter(set -> !set.isMissing()).toList();
  }

  public List<SetResult> missing() {
    return sets.stream().filter(SetResult::isMissing).toList();
  }

  /**
   * A row a score: means over the measured sets, and on how many of them the detector has the
   * higher AUROC. At least one set must be measured.
   */
  public Table summary() {
    List<List<String>> rows = new ArrayList<>();
    for (Score score : measured().get(0).scores()) {
      rows.add(
          List.of(
              score.title(),
              percent(score.key(), RankMetrics::auroc),
              percent(score.key(), RankMetrics::auprOut),
              percent(score.key(), RankMetrics::fpr95),
              Words.decimals(mean(set -> set.rank(set.score(score.key()))), 2),
              score.key().equals(SetResult.STRANGER) ? "" : wins(score.key())));
    }
    return Table.of(
        "numbers", List.of("mean", "AUROC", "AUPR", "FPR95", "rank", "Stranger wins"), rows);
  }

  /** A row a measured set: the AUROC of all scores. */
  public Table aurocs() {
    List<String> heads = new ArrayList<>(List.of("AUROC in %"));
    measured().get(0).scores().forEach(score -> heads.add(score.title()));
    List<List<String>> rows = new ArrayList<>();
    for (SetResult set : measured()) {
      List<String> row = new ArrayList<>(List.of(set.name()));
      set.scores().forEach(score -> row.add(percent(score.mean(RankMetrics::auroc))));
      rows.add(row);
    }
    return Table.of("numbers", heads, rows);
  }

  /** A row a measured set: its size, and what training the detector took and held. */
  public Table trainings() {
    List<List<String>> rows = new ArrayList<>();
    for (SetResult set : measured()) {
      rows.add(
          List.of(
              set.name(),
              Words.count(set.rows()),
              Words.count(set.normal()),
              Words.count(set.anomalies()),
              Words.decimals(set.mean(Training::seconds), 1),
              percent(set.mean(Training::flagged))));
    }
    return Table.of(
        "numbers",
        List.of("set", "learned from", "normal", "anomalies", "seconds", "false alarms in %"),
        rows);
  }

  /** "rate held by 62 of 63 detectors". */
  public String held() {
    List<Training> all = measured().stream().flatMap(set -> set.trainings().stream()).toList();
    return "%s of %s detectors flag no more of the normal rows than the guarantee and chance allow"
        .formatted(
            Words.count(all.stream().filter(Training::held).count()), Words.count(all.size()));
  }

  /** The mean over the measured sets. */
  public double mean(ToDoubleFunction<SetResult> number) {
    return measured().stream().mapToDouble(number).average().orElseThrow();
  }

  private String percent(String key, ToDoubleFunction<RankMetrics> metric) {
    return percent(mean(set -> set.score(key).mean(metric)));
  }

  static String percent(double share) {
    return Words.decimals(100 * share, 2);
  }

  /** "15 of 21", and how many are equal if any is. */
  private String wins(String key) {
    List<SetResult> all = measured();
    long wins = all.stream().filter(set -> set.lead(key) > 0).count();
    long equal = all.stream().filter(set -> set.lead(key) == 0).count();
    return Words.count(wins)
        + " of "
        + Words.count(all.size())
        + (equal == 0 ? "" : ", " + Words.count(equal) + " equal");
  }

  /** A line a set, score and seed; a missing set has one line with the reason. */
  public void writeCsv(OutputStream out) throws IOException {
    CsvWriter csv = CsvWriter.builder().build(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    csv.writeRecord(
        "set", "score", "seed", "auroc", "aupr", "fpr95", "seconds", "false_alarms", "missing");
    for (SetResult set : sets) {
      if (set.isMissing()) {
        csv.writeRecord(set.name(), "", "", "", "", "", "", "", set.missing());
      }
      for (Score score : set.scores()) {
        for (int run = 0; run < score.runs().size(); run++) {
          csv.writeRecord(line(set, score, run));
        }
      }
    }
    csv.flush();
  }

  private static List<String> line(SetResult set, Score score, int run) {
    RankMetrics metrics = score.runs().get(run);
    List<String> line = new ArrayList<>(List.of(set.name(), score.key()));
    boolean trained = score.key().equals(SetResult.STRANGER);
    line.add(trained ? Long.toString(set.trainings().get(run).seed()) : "");
    line.add(Double.toString(metrics.auroc()));
    line.add(Double.toString(metrics.auprOut()));
    line.add(Double.toString(metrics.fpr95()));
    line.add(trained ? Double.toString(set.trainings().get(run).seconds()) : "");
    line.add(trained ? Double.toString(set.trainings().get(run).flagged()) : "");
    line.add("");
    return line;
  }
}
