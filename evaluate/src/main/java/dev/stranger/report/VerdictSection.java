package dev.stranger.report;

import dev.stranger.report.VerdictWords.Point;
import dev.stranger.report.svg.Markup;

/** What was found, in words. */
final class VerdictSection {

  private final VerdictWords words;

  VerdictSection(VerdictWords words) {
    this.words = words;
  }

  void writeTo(Markup page) {
    page.element("p", words.lead(), "class", "lead");
    page.open("ul", "class", "sets");
    words.catches().forEach(set -> writeCard(page, set));
    page.close("ul").open("ul", "class", "words");
    for (Point point : words.points()) {
      page.open("li", "class", point.good() ? "good" : "bad").element("b", point.head());
      page.text(" " + point.text()).close("li");
    }
    page.close("ul");
  }

  private static void writeCard(Markup page, Catch set) {
    page.open("li").element("h3", set.set());
    page.open("p", "class", "caught").element("b", Words.ofHundred(set.share()));
    page.text(" of 100 caught").close("p");
    PageParts.writeBar(page, "div", set.share());
    String strangers = Words.count(set.samples(), "stranger");
    page.element("p", auroc(set.auroc()) + " · " + strangers, "class", "small");
    if (set.weak()) {
      String guess = set.auroc() < 0.5 ? "worse than guessing" : "50 would be guessing";
      page.element("p", "⚠ weak: " + guess, "class", "warn");
    }
    if (!set.betterBaselines().isEmpty()) {
      Catch.Baseline best = set.betterBaselines().get(0);
      String text = "⚠ no better than %s (%s)".formatted(best.title(), auroc(best.auroc()));
      page.element("p", text, "class", "warn");
    }
    page.close("li");
  }

  private static String auroc(double auroc) {
    return "AUROC " + Metric.AUROC.text(auroc);
  }
}
