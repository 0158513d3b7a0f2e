package dev.stranger.report;

import dev.stranger.Explanation;
import dev.stranger.Explanation.Part;
import dev.stranger.Verdict;
import dev.stranger.report.Findings.Example;
import dev.stranger.report.Findings.Examples;
import dev.stranger.report.svg.Markup;
import java.util.Comparator;
import java.util.List;

/** The samples that the detector finds hardest, and why. */
final class ExamplesSection implements Section {

  /** More reasons than this do not help. */
  private static final int REASONS = 3;

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
    SampleView view = SampleView.of(findings);
    String bars =
        """
        The bars say how much of the score comes from each statistic, compared with the nearest \
        normal samples.""";
    page.element("p", view.guide() + " " + bars);
    for (Examples set : findings.pictures()) {
      if (!set.samples().isEmpty()) {
        page.element("h3", heading(set)).open("div", "class", "strip", "tabindex", "0");
        set.samples().forEach(example -> writeExample(page, view, example));
        page.close("div").newLine();
      }
    }
  }

  private String heading(Examples set) {
    return set.set().equals(findings.normal().name())
        ? "The strangest normal samples, " + set.set()
        : "The least strange of " + set.set();
  }

  private static void writeExample(Markup page, SampleView view, Example example) {
    Verdict verdict = example.verdict();
    page.open("article").open("p", "class", "head").element("b", example.name());
    page.element(
        "span",
        verdict.ood() ? "flagged" : "passes",
        "class",
        verdict.ood() ? "chip flagged" : "chip");
    page.close("p");
    view.draw(page, example);
    page.element(
        "p",
        "score %s, p-value %s"
            .formatted(Words.number(verdict.score()), Words.number(verdict.pValue())),
        "class",
        "small");
    writeReasons(page, example.explanation());
    page.close("article").newLine();
  }

  private static void writeReasons(Markup page, Explanation explanation) {
    List<Part> parts =
        explanation.parts().stream()
            .sorted(Comparator.comparingDouble(part -> -Math.abs(part.amount())))
            .limit(REASONS)
            .toList();
    page.open("ul", "class", "reasons");
    for (Part part : parts) {
      String percent = Words.decimals(explanation.share(part) * 100, 0);
      page.open("li").open("span").text(part.statistic());
      page.element("em", part.amount() < 0 ? " lower" : " higher").close("span");
      page.element("span", percent + " %", "class", "share");
      Bar.write(page, "span", explanation.share(part));
      page.close("li");
    }
    page.close("ul");
  }
}
