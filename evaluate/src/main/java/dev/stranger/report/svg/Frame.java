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
  void drawX(Canvas canvas, Axis axis, int ticks) {
    drawTicks(canvas, axis.scale(), ticks);
    canvas.text("name mid", axis.title(), left + width / 2, bottom() + 35);
  }

  /** Values and grid lines alone. */
  void drawTicks(Canvas canvas, Scale scale, int ticks) {
    double free = Double.NEGATIVE_INFINITY;
    for (Scale.Tick tick : scale.ticks(ticks)) {
      double x = x(scale.position(tick.value()));
      canvas.shape("grid", new Path().move(x, top).line(x, bottom()));
      double half = TextWidth.of(tick.label(), TICK_FONT) / 2;
      double middle = Math.min(x, right() + 6 - half);
      if (middle - half > free) {
        canvas.text("tick mid", tick.label(), middle, bottom() + 16);
        free = middle + half + 4;
      }
    }
    canvas.shape("axis", new Path().move(left, bottom()).line(right(), bottom()));
  }

  /** Values and grid lines at the left, the title above. */
  void drawY(Canvas canvas, Axis axis, int ticks) {
    for (Scale.Tick tick : axis.scale().ticks(ticks)) {
      double y = y(axis.scale().position(tick.value()));
      canvas.shape("grid", new Path().move(left, y).line(right(), y));
      canvas.text("tick end", tick.label(), left - 6, y + 4.5);
    }
    canvas.shape("axis", new Path().move(left, top).line(left, bottom()));
    canvas.text("name", axis.title(), 4, top - 13);
  }
}
