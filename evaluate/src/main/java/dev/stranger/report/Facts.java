package dev.stranger.report;

import dev.stranger.report.svg.Markup;
import java.util.List;

/** Names and what they stand for, one below the other. Not thread-safe. */
public final class Facts {

  private final Markup list = new Markup();

  /**
   * @param value line by line
   */
  public Facts add(String name, String value) {
    list.element("dt", name).element("dd", value).newLine();
    return this;
  }

  /**
   * @param path names from the outermost on, as in JSON
   */
  public Facts add(List<String> path, String value) {
    return add(String.join(" · ", path).replace('_', ' '), value);
  }

  public void writeTo(Markup page) {
    page.open("dl", "class", "facts").add(list).close("dl");
  }
}
