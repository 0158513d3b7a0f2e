package dev.stranger.report;

import dev.stranger.report.svg.Markup;

/** A share as a bar. */
final class Bar {

  private Bar() {}

  /**
   * @param tag of the box that is full at a share of 1
   */
  static void write(Markup page, String tag, double share) {
    String width = "width:%s%%".formatted(Words.decimals(100 * share, 1));
    page.open(tag, "class", "bar").element("i", "", "style", width).close(tag);
  }
}
