package dev.stranger.report;

import dev.stranger.report.svg.Markup;

/** A box of a page in which something wide can be moved sideways, by keys too. */
public final class ScrollBox {

  private ScrollBox() {}

  /**
   * @param label for readers who hear the page
   * @param content writes to the same page
   */
  public static void write(Markup page, String label, Runnable content) {
    page.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", label);
    content.run();
    page.close("div").newLine();
  }
}
