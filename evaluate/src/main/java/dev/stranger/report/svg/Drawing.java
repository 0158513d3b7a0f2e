package dev.stranger.report.svg;

import java.util.function.Consumer;

/**
 * Something of a certain size that can be drawn on a page or in a picture.
 *
 * @param title for readers who hear the page
 * @param pen draws it
 */
public record Drawing(String title, double width, double height, Consumer<Canvas> pen) {

  /** As a part of a page, which may show it at any size. */
  public Markup toSvg() {
    String box = "0 0 %s %s".formatted(Markup.coordinate(width), Markup.coordinate(height));
    Markup svg =
        new Markup()
            .open("svg", "viewBox", box, "role", "img", "aria-label", title)
            .element("title", title);
    pen.accept(new SvgCanvas(svg));
    return svg.close("svg");
  }
}
