package dev.stranger.evaluate;

import dev.stranger.DataException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

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
    requireDifferentNames(strangers);
    List<Row> rows = new ArrayList<>();
    for (ScoredSet stranger : strangers) {
      for (ScoreKind kind : normal.kinds()) {
        ScoreComparison run = ScoreComparison.of(normal.scores(kind), stranger.scores(kind));
        rows.add(new Row(stranger.name(), kind, List.of(run)));
      }
    }
    return new Evaluation(
        normal.name(), strangers.stream().map(ScoredSet::name).toList(), List.copyOf(rows));
  }

  private static void requireDifferentNames(List<ScoredSet> sets) {
    Set<String> names = new HashSet<>();
    for (ScoredSet set : sets) {
      if (!names.add(set.name())) {
        throw new DataException(
            "two sets of strangers are called %s; give each once".formatted(set.name()));
      }
    }
  }

  /**
   * The runs of both: of one data set, by different detectors.
   *
   * @throws IllegalArgumentException when the sets or the kinds of scores differ
   */
  public Evaluation with(Evaluation other) {
    List<Row> joined = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      joined.add(join(rows.get(i), i < other.rows.size() ? other.rows.get(i) : null));
    }
    return new Evaluation(normal, strangers, List.copyOf(joined));
  }

  private static Row join(Row mine, @Nullable Row theirs) {
    boolean same =
        theirs != null
            && theirs.stranger().equals(mine.stranger())
            && theirs.kind().equals(mine.kind());
    if (!same) {
      throw new IllegalArgumentException(
          "evaluations of different sets or scores: %s and %s".formatted(mine, theirs));
    }
    List<ScoreComparison> runs = new ArrayList<>(mine.runs());
    runs.addAll(theirs.runs());
    return new Row(mine.stranger(), mine.kind(), List.copyOf(runs));
  }

  /** The row of one set and one kind of score. */
  public Row row(String stranger, ScoreKind kind) {
    return rows.stream()
        .filter(row -> row.stranger().equals(stranger) && row.kind().equals(kind))
        .findFirst()
        .orElseThrow();
  }
}
