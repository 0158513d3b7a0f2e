package dev.stranger.paper;

import dev.stranger.metric.Summary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One measured figure of a table, and the published one if there is one.
 *
 * @param in the normal set; the plain name of the catalogue where the comparison is the paper's own
 * @param out the strangers, named alike; the same name as {@code in} where the paper's table has
 *     one set alone
 * @param measured over seeds, in the unit of the paper's table: percent for shares
 * @param epochs of training, 0 for a method without any
 * @param device that trained the models
 * @param keptFrom version and time of the earlier run that measured it; null when this run did
 */
public record Result(
    PaperTable table,
    MethodName method,
    String in,
    String out,
    PaperMetric metric,
    Summary measured,
    int epochs,
    String device,
    @Nullable PublishedFigure published,
    @Nullable String keptFrom) {

  /** With the published figure of the same place, if there is one. */
  public static Result of(
      PaperTable table,
      MethodName method,
      String in,
      String out,
      PaperMetric metric,
      Summary measured,
      int epochs,
      String device) {
    PublishedFigure published = Published.find(table, method, in, out, metric).orElse(null);
    return new Result(table, method, in, out, metric, measured, epochs, device, published, null);
  }

  /** The same of an earlier run. */
  Result keptFrom(String earlier) {
    return new Result(table, method, in, out, metric, measured, epochs, device, published, earlier);
  }

  boolean isKept() {
    return keptFrom != null;
  }

  /** What it is a figure of: results of two runs are the same figure when this is equal. */
  List<Object> place() {
    return List.of(table, method, in, out, metric);
  }

  /** Whether it stands where another one does, in the row of a method. */
  boolean isOf(Result other, MethodName row) {
    return method == row
        && table == other.table
        && metric == other.metric
        && in.equals(other.in)
        && out.equals(other.out);
  }

  /**
   * Whether it can be held against the published figure: not without a published deviation, and not
   * where the table has a metric that makes up for sets of another size.
   */
  boolean isComparable() {
    return published != null && published.std() != null && table.metrics().contains(metric);
  }

  /**
   * Whether the measured mean lies more than two published standard deviations from the published
   * one, which it is comparable with.
   */
  public boolean isFar() {
    return isComparable() && published.isFarFrom(measured.mean());
  }
}
