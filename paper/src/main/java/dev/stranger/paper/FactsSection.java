package dev.stranger.paper;

import dev.stranger.report.Facts;
import dev.stranger.report.Section;
import dev.stranger.report.svg.Markup;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Where the results come from. */
record FactsSection(RunFacts run) implements Section {

  @Override
  public String id() {
    return "provenance";
  }

  @Override
  public String title() {
    return "Where this comes from";
  }

  @Override
  public void writeTo(Markup page) {
    Facts facts = new Facts();
    run.toMap().forEach((name, value) -> add(facts, List.of(name), value));
    facts.writeTo(page);
  }

  private static void add(Facts facts, List<String> path, Object value) {
    if (value instanceof Map<?, ?> inner) {
      inner.forEach((key, innerValue) -> add(facts, longer(path, key.toString()), innerValue));
    } else {
      facts.add(path, value.toString());
    }
  }

  private static List<String> longer(List<String> path, String name) {
    return Stream.concat(path.stream(), Stream.of(name)).toList();
  }
}
