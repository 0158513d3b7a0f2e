package dev.stranger.report.svg;

/** Something of a certain size that can be drawn on a page or in a picture. */
public interface Drawing {

  /** For readers who hear the page. */
  String title();

  double width();

  double height();

  void draw(Canvas canvas);

  /** As a part of a page, which may show it at any size. */
  default Markup toSvg() {
    String box = "0 0 %s %s".formatted(Markup.coordinate(width()), Markup.coordinate(height()));
    Markup svg =
        new Markup()
            .open("svg", "viewBox", box, "role", "img", "aria-label", title())
            .element("title", title());
    draw(new SvgCanvas(svg));
    return svg.close("svg");
  }
}
