package dev.stranger.report.svg;

/** The rectangle that two axes span, in the coordinates of the drawing. */
record Frame(double left, double top, double width, double height) {

  static final double TICK_FONT = 13;

  double right() {
    return left + width;
  }

  double bottom() {
    return top + height;
  }

  double x(double position) {
    return left + width * clamp(position);
  }

  double y(double position) {
    return bottom() - height * clamp(position);
  }

  private static double clamp(double position) {
    return Math.max(0, Math.min(1, position));
  }

  /** Values, grid lines and a title below. */
  void drawX(Markup svg, Axis axis, int ticks) {
    drawTicks(svg, axis.scale(), ticks);
    svg.element(
        "text", axis.title(), "class", "name mid", "x", left + width / 2, "y", bottom() + 35);
  }

  /** Values and grid lines alone. */
  void drawTicks(Markup svg, Scale scale, int ticks) {
    double free = Double.NEGATIVE_INFINITY;
    for (Scale.Tick tick : scale.ticks(ticks)) {
      double x = x(scale.position(tick.value()));
      svg.empty("path", "class", "grid", "d", new Path().move(x, top).line(x, bottom()));
      double half = TextWidth.of(tick.label(), TICK_FONT) / 2;
      double middle = Math.min(x, right() + 6 - half);
      if (middle - half > free) {
        svg.element("text", tick.label(), "class", "tick mid", "x", middle, "y", bottom() + 16);
        free = middle + half + 4;
      }
    }
    svg.empty(
        "path", "class", "axis", "d", new Path().move(left, bottom()).line(right(), bottom()));
  }

  /** Values and grid lines at the left, the title above. */
  void drawY(Markup svg, Axis axis, int ticks) {
    for (Scale.Tick tick : axis.scale().ticks(ticks)) {
      double y = y(axis.scale().position(tick.value()));
      svg.empty("path", "class", "grid", "d", new Path().move(left, y).line(right(), y));
      svg.element("text", tick.label(), "class", "tick end", "x", left - 6, "y", y + 4.5);
    }
    svg.empty("path", "class", "axis", "d", new Path().move(left, top).line(left, bottom()));
    svg.element("text", axis.title(), "class", "name", "x", 4.0, "y", top - 13);
  }
}
