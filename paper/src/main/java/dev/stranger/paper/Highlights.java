package dev.stranger.paper;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.stranger.report.Table;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was found, in a few sentences and a small table. */
record Highlights(Results results) {

  private static final Set<MethodName> ALSO_SHOWN =
      EnumSet.of(MethodName.ONE_SCORE, MethodName.PCA);

  private static final String OWN =
      """
      Of the paper's %d figures of the St-RKM in Table 1, %d lie within two deviations when samples \
      are scored as the paper says, %d when they are scored as its code does.""";

  private static final String BETTER =
      "Of the two scores of the St-RKM, the paper has the lower FPR95 with %s.";

  private static final String AGREE = " The measurements agree.";

  private static final String DISAGREE = " The measurements have it with %s.";

  private static final String LOWEST = "The lowest FPR95 measured: %s.";

  private static final String DEPARTURES =
      "The published code departs from the paper in %d places, listed below. Most of all, %s.";

  /** What there is to say, a few sentences on one subject each. */
  List<String> sentences() {
    List<Result> fpr95 = ofTable1().toList();
    return Stream.of(
            results.inShort() + byTable(),
            Stream.of(own(), betterScore(fpr95))
                .filter(sentence -> !sentence.isEmpty())
                .collect(Collectors.joining(" ")),
            lowest(fpr95),
            departures())
        .filter(sentence -> !sentence.isEmpty())
        .toList();
  }

  private Stream<Result> ofTable1() {
    return results.results().stream()
        .filter(result -> result.table() == PaperTable.TABLE1)
        .filter(result -> result.metric() == PaperMetric.FPR95);
  }

  private String byTable() {
    Map<PaperTable, List<Result>> tables =
        results.comparable().collect(groupingBy(Result::table, LinkedHashMap::new, toList()));
    return tables.size() < 2
        ? ""
        : " By table: "
            + tables.entrySet().stream()
                .map(
                    table ->
                        "%d of %d in “%s”"
                            .formatted(
                                near(table.getValue().stream()),
                                table.getValue().size(),
                                table.getKey().title()))
                .collect(Collectors.joining(", "))
            + ".";
  }

  private String departures() {
    List<String> main =
        results.departures().stream()
            .map(Departure::inShort)
            .filter(inShort -> !inShort.isEmpty())
            .toList();
    return main.isEmpty()
        ? ""
        : DEPARTURES.formatted(results.departures().size(), String.join("; ", main));
  }

  private String own() {
    List<Result> own = results.ofStRkm();
    Stream<Result> asPublished =
        own.stream().map(result -> results.asPublished(result).orElse(result));
    return own.isEmpty() ? "" : OWN.formatted(own.size(), near(own.stream()), near(asPublished));
  }

  private static long near(Stream<Result> results) {
    return results.filter(result -> !result.isFar()).count();
  }

  private String betterScore(List<Result> fpr95) {
    List<Result> own = fpr95.stream().filter(results.ofStRkm()::contains).toList();
    String published = lowestBySet(own, Highlights::published, result -> "");
    String measured = lowestBySet(own, Highlights::measured, result -> "");
    return own.isEmpty()
        ? ""
        : BETTER.formatted(published)
            + (published.equals(measured) ? AGREE : DISAGREE.formatted(measured));
  }

  /** With what to know of a method, as nobody looks it up here. */
  private String lowest(List<Result> fpr95) {
    if (fpr95.isEmpty()) {
      return "";
    }
    String lowest =
        lowestBySet(
            fpr95,
            Highlights::measured,
            result -> " (%s\u00a0%%)".formatted(ResultTable.measured(result).text()));
    List<MethodName> named =
        bySet(fpr95).values().stream()
            .flatMap(set -> lowest(set, Highlights::measured))
            .map(Result::method)
            .distinct()
            .toList();
    return Stream.concat(Stream.of(LOWEST.formatted(lowest)), MethodName.notes(named))
        .collect(Collectors.joining(" "));
  }

  /** The methods with the lowest value for each set: "a on x and y; b on z". */
  private static String lowestBySet(
      List<Result> some, ToDoubleFunction<Result> value, Function<Result, String> detail) {
    Map<MethodName, List<String>> sets =
        bySet(some).values().stream()
            .flatMap(set -> lowest(set, value))
            .collect(
                groupingBy(
                    Result::method,
                    LinkedHashMap::new,
                    mapping(result -> SetTitle.of(result.out()) + detail.apply(result), toList())));
    return sets.entrySet().stream()
        .map(entry -> entry.getKey().title() + " on " + String.join(", ", entry.getValue()))
        .collect(Collectors.joining("; "));
  }

  private static Map<String, List<Result>> bySet(List<Result> some) {
    return some.stream().collect(groupingBy(Result::out, LinkedHashMap::new, toList()));
  }

  /** Several if they are equal. */
  private static Stream<Result> lowest(List<Result> set, ToDoubleFunction<Result> value) {
    double lowest = set.stream().mapToDouble(value).min().orElseThrow();
    return set.stream().filter(result -> value.applyAsDouble(result) == lowest);
  }

  private static double published(Result result) {
    return Objects.requireNonNull(result.published()).mean().doubleValue();
  }

  private static double measured(Result result) {
    return result.measured().mean();
  }

  /** FPR95 of Table 1 as far as the paper has it, of the one score, and of PCA without the slip. */
  Table table() {
    List<MethodName> methods =
        results.methods().stream()
            .filter(
                method ->
                    ALSO_SHOWN.contains(method)
                        || ofTable1().anyMatch(r -> r.method() == method && r.published() != null))
            .toList();
    List<String> sets = ofTable1().map(Result::out).distinct().toList();
    return new Table(
        "",
        "FPR95\u00a0%, published / measured",
        sets.stream().map(SetTitle::of).map(Table.Column::of).toList(),
        methods.stream().map(method -> row(method, sets)).toList());
  }

  private Table.Row row(MethodName method, List<String> sets) {
    List<Table.Cell> cells =
        sets.stream()
            .map(
                set ->
                    ofTable1()
                        .filter(result -> result.method() == method && result.out().equals(set))
                        .map(Highlights::cell)
                        .findFirst()
                        .orElse(Table.Cell.EMPTY))
            .toList();
    return new Table.Row(method.title(), method.learns().mark(), "", cells);
  }

  private static Table.Cell cell(Result result) {
    Table.Cell measured = ResultTable.measured(result);
    String published = result.published() == null ? "–" : ResultTable.published(result).text();
    return new Table.Cell(published + " / " + measured.text(), "", measured.mark(), "");
  }
}
