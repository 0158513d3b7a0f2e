package dev.stranger.evaluate;

import dev.stranger.DataException;
import dev.stranger.metric.ScoreComparison;
import dev.stranger.metric.Summary;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * How well normal samples and sets of strangers are told apart: for each set and each kind of score
 * the metrics of every detector, so that several seeds give intervals.
 *
 * @param normal name of the set of normal samples
 * @param strangers names of the sets of strangers
 * @param rows one for each set of strangers and kind of score, sets first
 */
public record Evaluation(String normal, List<String> strangers, List<Row> rows) {

  /**
   * @param runs one for each detector
   */
  public record Row(String stranger, ScoreKind kind, List<ScoreComparison> runs) {

    /** A metric over the detectors, such as {@code ScoreComparison::auroc}. */
    public Summary summary(ToDoubleFunction<ScoreComparison> metric) {
      return Summary.of(runs.stream().mapToDouble(metric).toArray());
    }
  }

  /**
   * One detector's scores of the normal samples and of each set of strangers.
   *
   * @throws DataException when two sets have the same name
   */
  public static Evaluation of(ScoredSet normal, List<ScoredSet> strangers) {
    List<String> names = strangers.stream().map(ScoredSet::name).toList();
    requireDifferentNames(names);
    List<Row> rows = new ArrayList<>();
    for (ScoredSet stranger : strangers) {
      for (ScoreKind kind : normal.kinds()) {
        ScoreComparison run = ScoreComparison.of(normal.scores(kind), stranger.scores(kind));
        rows.add(new Row(stranger.name(), kind, List.of(run)));
      }
    }
    return new Evaluation(normal.name(), names, List.copyOf(rows));
  }

  /**
   * @throws DataException when two sets have the same name
   */
  public static void requireDifferentNames(List<String> sets) {
    Set<String> names = new HashSet<>();
    for (String set : sets) {
      if (!names.add(set)) {
        throw new DataException(
            "two sets of strangers are called %s; give each once, rename files of the same name"
                .formatted(set));
      }
    }
  }

  /**
   * With the runs of a further detector on the same sets. Scores that it does not have, such as
   * those of baselines, which are the same for every detector, stay as they are.
   *
   * @throws IllegalArgumentException when it has a set or a kind of score that is not here
   */
  public Evaluation with(Evaluation further) {
    List<Row> joined = new ArrayList<>(rows);
    for (Row row : further.rows) {
      int at = rows.indexOf(row(row.stranger(), row.kind()));
      List<ScoreComparison> runs = new ArrayList<>(rows.get(at).runs());
      runs.addAll(row.runs());
      joined.set(at, new Row(row.stranger(), row.kind(), List.copyOf(runs)));
    }
    return new Evaluation(normal, strangers, List.copyOf(joined));
  }

  /** The row of one set and one kind of score. */
  public Row row(String stranger, ScoreKind kind) {
    return rows.stream()
        .filter(row -> row.stranger().equals(stranger) && row.kind().equals(kind))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there are no scores %s of %s".formatted(kind.key(), stranger)));
  }
}
