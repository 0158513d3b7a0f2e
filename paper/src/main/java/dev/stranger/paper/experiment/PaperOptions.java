package dev.stranger.paper.experiment;

import dev.stranger.DataException;
import dev.stranger.paper.MethodName;
import dev.stranger.paper.PaperTable;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which experiments are run, and how. Its text is the same for the same options: it is written into
 * the report.
 *
 * @param methods whose rows are wanted
 * @param strangers sets of strangers that are wanted
 * @param seeds how often each model is trained
 * @param contamination share of digits among the garments that the robust RKM learns from
 * @param auxiliary strangers for the methods that learn from some, as the catalogue opens them;
 *     null makes them of the training samples
 */
public record PaperOptions(
    Set<PaperTable> tables,
    boolean figures,
    boolean attack,
    Set<MethodName> methods,
    List<String> strangers,
    int seeds,
    Effort effort,
    String device,
    double contamination,
    @Nullable String auxiliary) {

  public PaperOptions {
    methods = Collections.unmodifiableSet(new TreeSet<>(methods));
    tables = Collections.unmodifiableSet(new TreeSet<>(tables));
    strangers = List.copyOf(strangers);
    if (seeds < 1) {
      throw new DataException("there must be 1 seed or more, got " + seeds);
    }
  }

  boolean wants(PaperTable table) {
    return tables.contains(table);
  }

  /** Those of some sets of strangers that are wanted. */
  List<String> strangersOf(List<String> sets) {
    return sets.stream().filter(strangers::contains).toList();
  }

  /** The same on another device. */
  PaperOptions on(String other) {
    return new PaperOptions(
        tables,
        figures,
        attack,
        methods,
        strangers,
        seeds,
        effort,
        other,
        contamination,
        auxiliary);
  }

  /** By their names, for the record. */
  Map<String, String> toMap() {
    Map<String, String> map = new TreeMap<>();
    map.put("tables", keys(tables.stream().map(PaperTable::key)));
    map.put("figures", Boolean.toString(figures));
    map.put("attack", Boolean.toString(attack));
    map.put("methods", keys(methods.stream().map(MethodName::key)));
    map.put("strangers", String.join(", ", strangers));
    map.put("seeds", Integer.toString(seeds));
    map.put("effort", effort.toString());
    map.put("contamination", Double.toString(contamination));
    map.put("auxiliary", auxiliary == null ? "made of the training samples" : auxiliary);
    return map;
  }

  private static String keys(Stream<String> keys) {
    return keys.collect(Collectors.joining(", "));
  }
}
