package dev.stranger.paper;

import dev.stranger.paper.MethodName.Learns;
import dev.stranger.report.PageParts;
import dev.stranger.report.svg.Markup;

/** What came out in a sentence, and how to read the tables. */
record ReadingSection(Results results) {

  private static final String GUIDE =
      """
      Figures are means, with the standard deviation over runs in brackets where there are several. \
      The published ones are those of the paper, over ten runs of 1,600 epochs.""";

  void writeTo(Markup page) {
    if (!results.banner().isEmpty()) {
      page.element("p", results.banner(), "class", "banner");
    }
    if (!results.inShort().isEmpty()) {
      page.element("p", results.inShort(), "class", "lead");
    }
    page.element("p", GUIDE);
    page.element("p", ResultTable.LEGEND + ". " + Learns.LEGEND + ".");
    page.open("ul", "class", "notes");
    results.allNotes().forEach(note -> page.element("li", note));
    page.close("ul");
    PageParts.writeMeanings(page, "Where each method comes from", results.meaningsOfMethods());
    PageParts.writeMeanings(page, "What each number means", results.meaningsOfMetrics());
  }
}
