package dev.stranger.paper;

import dev.stranger.report.Facts;
import dev.stranger.report.Section;
import dev.stranger.report.svg.Markup;
import java.util.List;
import java.util.Map;

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
    run.toMap().forEach((name, value) -> add(facts, name, value));
    facts.writeTo(page);
  }

  private static void add(Facts facts, String name, Object value) {
    if (value instanceof Map<?, ?> inner) {
      inner.forEach((key, text) -> facts.add(List.of(name, key.toString()), text.toString()));
    } else {
      facts.add(List.of(name), value.toString());
    }
  }
}
