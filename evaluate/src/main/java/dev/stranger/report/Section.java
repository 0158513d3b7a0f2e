package dev.stranger.report;

import dev.stranger.report.svg.Markup;

/** One part of the page. */
public interface Section {

  /** A word for the address of the part, and for the way to it. */
  String id();

  String title();

  /** Whether there is anything to show. */
  default boolean present() {
    return true;
  }

  void writeTo(Markup page);
}
