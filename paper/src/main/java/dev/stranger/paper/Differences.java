package dev.stranger.paper;

import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.toList;

import dev.stranger.report.Table;
import dev.stranger.report.Words;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The paper's figures that the rows which follow its text miss by more than two deviations.
 *
 * @param byCode those that the row which follows the published code meets
 * @param left those that no row meets
 */
record Differences(Results results, List<Result> byCode, List<Result> left) {

  static final String TITLE = "Figures that differ, and why";

  static final String BY_CODE =
      """
      The row that follows the paper's text misses these figures; the row that follows its code \
      meets them. The departures say what the code does.""";

  static final String LEFT = "No row meets these figures.";

  private static final String AGAIN = "The same reason as above.";

  private static final String SHORTER = "Learned for %s, where the paper had %s.";

  /** Why a figure is missed, as far as it was measured. */
  private record Reason(String table, String method, String out, String metric, String why) {

    private static final String ANY = "";

    private static final List<Reason> ALL =
        CsvResource.read("differences.csv").stream()
            .map(
                line ->
                    new Reason(
                        line.getField("table"),
                        line.getField("method"),
                        line.getField("out"),
                        line.getField("metric"),
                        line.getField("why")))
            .toList();

    boolean isOf(Result result) {
      return table.equals(result.table().key())
          && method.equals(result.method().key())
          && (out.equals(ANY) || out.equals(result.out()))
          && (metric.equals(ANY) || metric.equals(result.metric().key()));
    }
  }

  static Differences of(Results results) {
    Map<Boolean, List<Result>> missed =
        results
            .comparable()
            .filter(result -> result.method() == Published.column(result.method()))
            .filter(Result::isFar)
            .collect(
                partitioningBy(
                    result -> results.asPublished(result).filter(code -> !code.isFar()).isPresent(),
                    toList()));
    return new Differences(results, missed.get(true), missed.get(false));
  }

  boolean isEmpty() {
    return byCode.isEmpty() && left.isEmpty();
  }

  Table tableByCode() {
    return table(
        byCode,
        "published code",
        result -> results.asPublished(result).map(ResultTable::measured).orElseThrow());
  }

  Table tableLeft() {
    Set<String> said = new HashSet<>();
    return table(
        left,
        "why",
        result -> {
          String why = why(result);
          return Table.Cell.of(why.isEmpty() || said.add(why) ? why : AGAIN);
        });
  }

  private static Table table(List<Result> rows, String last, Function<Result, Table.Cell> cell) {
    return new Table(
        Table.TEXTS,
        "method",
        Stream.of("table", "strangers", "metric", "published", "measured", last)
            .map(Table.Column::of)
            .toList(),
        rows.stream()
            .map(
                result ->
                    new Table.Row(
                        result.method().title(),
                        "",
                        "",
                        List.of(
                            Table.Cell.of(result.table().title()),
                            Table.Cell.of(SetTitle.of(result.out())),
                            Table.Cell.of(ResultTable.title(result.metric(), "\u00a0")),
                            ResultTable.published(result),
                            ResultTable.measured(result),
                            cell.apply(result))))
            .toList());
  }

  /** Empty where nobody knows. */
  static String why(Result result) {
    boolean shorter = result.epochs() > 1 && result.epochs() < ShorterTraining.PUBLISHED_EPOCHS;
    String learned =
        shorter
            ? SHORTER.formatted(
                Words.count(result.epochs(), "epoch"),
                Words.count(ShorterTraining.PUBLISHED_EPOCHS))
            : "";
    String measured =
        Reason.ALL.stream()
            .filter(reason -> reason.isOf(result))
            .map(Reason::why)
            .findFirst()
            .orElse("");
    return (learned + " " + measured).strip();
  }
}
