package dev.stranger.paper;

import dev.stranger.paper.MethodName.Learns;
import dev.stranger.report.Section;
import dev.stranger.report.svg.Markup;
import java.util.LinkedHashMap;
import java.util.Map;
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
    writeDetails(page, "Where each method comes from", methods());
    writeDetails(page, "What each number means", metrics());
  }

  private Map<String, String> methods() {
    Map<String, String> methods = new LinkedHashMap<>();
    results.methods().forEach(method -> methods.put(method.marked(), method.about()));
    return methods;
  }

  private Map<String, String> metrics() {
    Map<String, String> metrics = new LinkedHashMap<>();
    results.results().stream()
        .map(Result::metric)
        .sorted()
        .forEach(metric -> metrics.put(metric.title(), metric.meaning()));
    return metrics;
  }

  private static void writeDetails(Markup page, String title, Map<String, String> meanings) {
    page.open("details").element("summary", title).open("dl", "class", "meanings");
    meanings.forEach((name, meaning) -> page.element("dt", name).element("dd", meaning));
    page.close("dl").close("details").newLine();
  }
}
