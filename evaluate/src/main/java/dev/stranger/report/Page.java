package dev.stranger.report;

import dev.stranger.report.svg.Markup;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A page: one file that needs no other, no network and no script. Sections with nothing to show are
 * left out. Immutable when its sections are.
 *
 * @param kind of page, in a few words
 * @param title for the window of the browser
 * @param heading what it is about
 */
public record Page(String kind, String title, String heading, List<Section> sections) {

  private static final String STYLE = resource("report.css");

  public Page {
    sections = List.copyOf(sections);
  }

  public void write(OutputStream out) throws IOException {
    Map<Section, Markup> written = new LinkedHashMap<>();
    for (Section section : sections) {
      Markup content = new Markup();
      section.content().accept(content);
      if (!content.isEmpty()) {
        written.put(section, content);
      }
    }
    Markup body = new Markup();
    writeHead(body, written.keySet());
    written.forEach(
        (section, content) -> {
          body.newLine().open("section", "id", section.id()).element("h2", section.title());
          body.newLine().add(content).newLine().close("section");
        });
    String page =
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>"
            + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>"
            + "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
            + new Markup().element("title", title)
            + "\n<style>\n"
            + STYLE
            + "</style></head>\n<body>"
            + body
            + "\n</body></html>\n";
    out.write(page.getBytes(StandardCharsets.UTF_8));
  }

  private void writeHead(Markup page, Set<Section> shown) {
    page.open("header").element("p", kind, "class", "kicker").element("h1", heading);
    if (shown.size() > 1) {
      page.open("nav", "aria-label", "sections");
      for (Section section : shown) {
        page.element("a", section.id(), "href", "#" + section.id()).text(" ");
      }
      page.close("nav");
    }
    page.close("header");
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
