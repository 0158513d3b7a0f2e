package dev.stranger.paper;

import dev.stranger.report.Section;
import dev.stranger.report.svg.Markup;
import java.util.List;

/** Where the published code departs from the paper. */
record DepartureSection(List<Departure> departures) implements Section {

  private static final List<String> HEADS = List.of("the paper", "its code", "this run");

  @Override
  public String id() {
    return "departures";
  }

  @Override
  public String title() {
    return "Where the published code departs from the paper";
  }

  @Override
  public boolean present() {
    return !departures.isEmpty();
  }

  @Override
  public void writeTo(Markup page) {
    page.open("table", "class", "texts").open("thead").open("tr");
    page.element("th", "topic", "scope", "col");
    HEADS.forEach(head -> page.element("th", head, "scope", "col"));
    page.close("tr").close("thead").open("tbody");
    departures.forEach(departure -> write(page, departure));
    page.close("tbody").close("table");
  }

  private static void write(Markup page, Departure departure) {
    List<String> texts = List.of(departure.paper(), departure.code(), departure.here());
    page.open("tr").element("th", departure.topic(), "scope", "row");
    for (int i = 0; i < texts.size(); i++) {
      page.element("td", texts.get(i), "data-head", HEADS.get(i));
    }
    page.close("tr").newLine();
  }
}
