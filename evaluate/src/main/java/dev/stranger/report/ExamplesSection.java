package dev.stranger.report;

import dev.stranger.evaluate.Findings;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.evaluate.Findings.Examples;
import dev.stranger.report.svg.Markup;
import java.util.List;

/** The samples that the detector finds hardest, and why. */
final class ExamplesSection {

  private final Findings findings;

  ExamplesSection(Findings findings) {
    this.findings = findings;
  }

  void writeTo(Markup page) {
    List<Example> all =
        findings.pictures().stream().flatMap(set -> set.samples().stream()).toList();
    if (all.isEmpty()) {
      return;
    }
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
