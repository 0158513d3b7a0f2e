package dev.stranger.report;

import dev.stranger.evaluate.Findings;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.evaluate.Findings.Examples;
import dev.stranger.report.svg.Markup;
import java.util.List;

/** The samples that the detector finds hardest, and why. */
final class ExamplesSection implements Section {

  private final Findings findings;

  ExamplesSection(Findings findings) {
    this.findings = findings;
  }

  @Override
  public String id() {
    return "samples";
  }

  @Override
  public String title() {
    return "The hardest samples";
  }

  @Override
  public boolean present() {
    return findings.pictures().stream().anyMatch(set -> !set.samples().isEmpty());
  }

  @Override
  public void writeTo(Markup page) {
    List<Example> all =
        findings.pictures().stream().flatMap(set -> set.samples().stream()).toList();
    SampleView view = SampleView.of(findings.shape(), findings.range(), findings.columns(), all);
    ExampleCards cards = ExampleCards.small(view);
    page.element("p", cards.guide(all));
    for (Examples set : findings.pictures()) {
      if (!set.samples().isEmpty()) {
        page.element("h3", heading(set));
        cards.write(page, set.samples());
      }
    }
  }

  private String heading(Examples set) {
    return set.set().equals(findings.normal().name())
        ? "The strangest normal samples, " + set.set()
        : "The least strange of " + set.set();
  }
}
