package dev.stranger.paper;

import dev.stranger.paper.MethodName.Learns;
import dev.stranger.report.Section;
import dev.stranger.report.svg.Markup;
import java.util.stream.Stream;

/** What came out in a sentence, and how to read the tables. */
record ReadingSection(Results results) implements Section {

  private static final String GUIDE =
      """
      Figures are means, with the standard deviation over runs in brackets where there are several. \
      The published ones are those of the paper, over ten runs of 1,600 epochs.""";

  @Override
  public String id() {
    return "summary";
  }

  @Override
  public String title() {
    return "What came out, and how to read it";
  }

  @Override
  public void writeTo(Markup page) {
    if (!results.inShort().isEmpty()) {
      page.element("p", results.inShort(), "class", "lead");
    }
    page.element("p", GUIDE);
    page.element("p", FigureText.LEGEND + ". " + Learns.LEGEND + ".");
    page.open("ul", "class", "notes");
    Stream.concat(results.notes().stream(), MethodName.notes(results.methods()))
        .forEach(note -> page.element("li", note));
    page.close("ul");
    page.open("details").element("summary", "Where each method comes from");
    page.open("dl", "class", "meanings");
    for (MethodName method : results.methods()) {
      page.element("dt", method.marked()).element("dd", method.about());
    }
    page.close("dl").close("details");
  }
}
