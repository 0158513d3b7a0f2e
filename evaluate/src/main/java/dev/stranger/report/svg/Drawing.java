package dev.stranger.report.svg;

/** What all drawings have in common. */
public final class Drawing {

  private Drawing() {}

  /**
   * Begins a drawing that its page may show at any size.
   *
   * @param title for readers who hear the page
   */
  public static Markup open(String title, double width, double height) {
    String box = "0 0 %s %s".formatted(Markup.coordinate(width), Markup.coordinate(height));
    return new Markup()
        .open("svg", "viewBox", box, "role", "img", "aria-label", title)
        .element("title", title);
  }

  static void line(Markup svg, Ink ink, Path path) {
    String dash = ink.dash().isEmpty() ? "none" : ink.dash();
    svg.empty("path", "class", "line " + ink.style(), "stroke-dasharray", dash, "d", path);
  }

  /** The key of a line, in a disc that covers the line. */
  static void letter(Markup svg, Ink ink, double x, double y) {
    svg.empty("circle", "class", "key " + ink.style(), "cx", x, "cy", y, "r", 8.0);
    svg.element("text", ink.letter(), "class", "letter mid", "x", x, "y", y + 4);
  }
}
