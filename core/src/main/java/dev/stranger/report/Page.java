package dev.stranger.report;

import dev.stranger.report.svg.Markup;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** The page: one file that needs no other, no network and no script. */
final class Page {

  private static final String STYLE = resource("report.css");

  private final Findings findings;
  private final List<Section> sections;

  Page(Findings findings, Card card, Instant time) {
    this.findings = findings;
    FalseAlarms alarms = FalseAlarms.of(findings);
    sections =
        List.<Section>of(
                new VerdictSection(new VerdictWords(findings, Catch.of(findings), alarms)),
                new MetricsSection(findings),
                new ScoresSection(findings),
                new CurvesSection(findings),
                new ExamplesSection(findings),
                new CalibrationSection(findings, alarms),
                new TrainingSection(card),
                new ProvenanceSection(findings, card, time))
            .stream()
            .filter(Section::present)
            .toList();
  }

  void write(OutputStream out) throws IOException {
    Markup body = new Markup();
    writeHead(body);
    for (Section section : sections) {
      body.newLine().open("section", "id", section.id()).element("h2", section.title()).newLine();
      section.writeTo(body);
      body.newLine().close("section");
    }
    String page =
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>"
            + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>"
            + "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
            + new Markup().element("title", title())
            + "\n<style>\n"
            + STYLE
            + "</style></head>\n<body>"
            + body
            + "\n</body></html>\n";
    out.write(page.getBytes(StandardCharsets.UTF_8));
  }

  private String title() {
    return "Stranger report: " + findings.normal().name();
  }

  private void writeHead(Markup page) {
    page.open("header").element("p", "Stranger report", "class", "kicker");
    page.element("h1", heading());
    page.open("nav", "aria-label", "sections");
    for (Section section : sections) {
      page.element("a", section.id(), "href", "#" + section.id()).text(" ");
    }
    page.close("nav").close("header");
  }

  private String heading() {
    List<String> sets = findings.evaluation().strangers();
    String strangers =
        sets.size() > 4 ? Words.count(sets.size(), "set") + " of strangers" : Words.list(sets);
    return findings.normal().name() + " against " + strangers;
  }

  private static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
