package dev.stranger.report;

import dev.stranger.report.svg.Markup;
import java.util.Map;

/** Small things that several parts of pages show. */
public final class PageParts {

  private PageParts() {}

  /**
   * A share as a bar.
   *
   * @param tag of the box that is full at a share of 1
   */
  static void writeBar(Markup page, String tag, double share) {
    String width = "width:%s%%".formatted(Words.decimals(100 * share, 1));
    page.open(tag, "class", "bar").element("i", "", "style", width).close(tag);
  }

  /** Names and what they stand for, line by line. */
  public static void writeFacts(Markup page, Map<String, String> facts) {
    page.open("dl", "class", "facts");
    facts.forEach((name, value) -> page.element("dt", name).element("dd", value).newLine());
    page.close("dl");
  }

  /** What words mean, which most readers need not see. */
  public static void writeMeanings(Markup page, String summary, Map<String, String> meanings) {
    page.open("details").element("summary", summary).open("dl", "class", "meanings");
    meanings.forEach((name, meaning) -> page.element("dt", name).element("dd", meaning));
    page.close("dl").close("details").newLine();
  }
}
