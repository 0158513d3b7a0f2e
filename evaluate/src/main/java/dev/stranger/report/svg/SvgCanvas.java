package dev.stranger.report.svg;

/** Writes SVG, which the style sheet of the page around it gives its colours. */
record SvgCanvas(Markup svg) implements Canvas {

  @Override
  public void shape(String look, Path outline) {
    svg.empty("path", "class", look, "d", outline);
  }

  @Override
  public void line(Ink ink, Path path) {
    String dash = ink.dash().isEmpty() ? "none" : ink.dash();
    svg.empty("path", "class", "line " + ink.style(), "stroke-dasharray", dash, "d", path);
  }

  @Override
  public void circle(String look, double x, double y, double radius) {
    svg.empty("circle", "class", look, "cx", x, "cy", y, "r", radius);
  }

  @Override
  public void text(String look, String text, double x, double y) {
    svg.element("text", text, "class", look, "x", x, "y", y);
  }

  @Override
  public void text(String look, String text, String strong, double x, double y) {
    svg.open("text", "class", look, "x", x, "y", y).text(text + " ");
    svg.element("tspan", strong, "class", "strong").close("text");
  }
}
