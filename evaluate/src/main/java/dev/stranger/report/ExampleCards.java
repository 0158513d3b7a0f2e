package dev.stranger.report;

import dev.stranger.Explanation;
import dev.stranger.Reasons;
import dev.stranger.Reasons.Part;
import dev.stranger.Verdict;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.report.svg.Markup;
import java.util.List;

/**
 * Samples side by side, each with its verdict and where its score comes from.
 *
 * @param look class of the strip in the style
 * @param reasons how many are shown at most
 */
record ExampleCards(SampleView view, String look, int reasons) {

  /** More reasons than this do not help when there are many samples. */
  private static final int FEW = 3;

  private static final String ALONE =
      "Each sample as it is: the detector's model does not say what it expected instead.";

  private static final String BARS =
      """
      The bars say how much of the score comes from each statistic; low: the sample has less of it \
      than the average training sample.""";

  /** Many samples in little room. */
  static ExampleCards small(SampleView view) {
    return new ExampleCards(view, "strip", FEW);
  }

  /** Few samples, with all reasons. */
  static ExampleCards large(SampleView view) {
    return new ExampleCards(view, "strip large", Integer.MAX_VALUE);
  }

  /** How to read the cards of these samples. */
  String guide(List<Example> examples) {
    List<Explanation> all = examples.stream().map(Example::explanation).toList();
    boolean compared =
        all.stream()
            .anyMatch(
                one ->
                    one.reconstruction() != null || one.map() != null || !one.columns().isEmpty());
    boolean several = all.stream().anyMatch(one -> !one.reasons().isSingle());
    return (compared ? view.guide(examples) : ALONE) + (several ? " " + BARS : "");
  }

  void write(Markup page, List<Example> examples) {
    page.open("div", "class", look, "tabindex", "0");
    examples.forEach(example -> write(page, example));
    page.close("div").newLine();
  }

  private void write(Markup page, Example example) {
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
    writeReasons(page, example.explanation().reasons());
    page.close("article").newLine();
  }

  private void writeReasons(Markup page, Reasons all) {
    page.open("ul", "class", "reasons");
    all.largestFirst().stream().limit(reasons).forEach(part -> write(page, part, all));
    page.close("ul");
  }

  private static void write(Markup page, Part part, Reasons all) {
    page.open("li").open("span").text(part.statistic());
    if (all.isLow(part)) {
      page.element("em", " low");
    }
    page.close("span");
    if (!all.isSingle()) {
      double share = all.share(part);
      page.element("span", Words.decimals(100 * share, 0) + " %", "class", "share");
      PageParts.writeBar(page, "span", share);
    }
    page.close("li");
  }
}
