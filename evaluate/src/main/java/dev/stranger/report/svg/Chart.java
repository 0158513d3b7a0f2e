package dev.stranger.report.svg;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lines and areas over two axes. What is added later lies above. Shows well from a width of about
 * 340 pixels on. Not thread-safe.
 */
public final class Chart {

  public static final double WIDTH = 400;

  private static final double PLOT_HEIGHT = 220;
  private static final int TICKS = 8;

  private final String title;
  private final Axis x;
  private final Axis y;
  private final Frame frame;
  private final Markup shapes = new Markup();
  private final List<KeyedLine> keyed = new ArrayList<>();
  private final Legend legend = new Legend(WIDTH);

  private record KeyedLine(Ink ink, double[] x, double[] y) {}

  /**
   * @param title for readers who hear the page
   */
  public Chart(String title, Axis x, Axis y) {
    this.title = title;
    this.x = x;
    this.y = y;
    double left =
        14
            + y.scale().ticks(TICKS).stream()
                .mapToDouble(tick -> TextWidth.of(tick.label(), Frame.TICK_FONT))
                .max()
                .orElse(0);
    frame = new Frame(left, 34, WIDTH - left - 12, PLOT_HEIGHT);
  }

  /** Fills what lies between two lines. */
  public Chart area(double[] xs, double[] low, double[] high, Ink ink) {
    Path outline = new Path().through(across(xs), up(high));
    outline.through(reversed(across(xs)), reversed(up(low))).close();
    shapes.empty("path", "class", "area " + ink.style(), "d", outline);
    return this;
  }

  /** A line through points; its letter is written on it when its ink has one. */
  public Chart line(double[] xs, double[] ys, Ink ink) {
    KeyedLine line = new KeyedLine(ink, across(xs), up(ys));
    Drawing.line(shapes, ink, new Path().through(line.x, line.y));
    if (!ink.letter().isEmpty()) {
      keyed.add(line);
    }
    return this;
  }

  /** A value of the lower axis that matters. */
  public Chart rule(double value, String label) {
    double at = frame.x(x.scale().position(value));
    shapes.empty(
        "path", "class", "rule", "d", new Path().move(at, frame.top()).line(at, frame.bottom()));
    boolean roomAtRight = at + 5 + TextWidth.of(label, Frame.TICK_FONT) < WIDTH;
    shapes.element(
        "text",
        label,
        "class",
        roomAtRight ? "note" : "note end",
        "x",
        roomAtRight ? at + 5 : at - 5,
        "y",
        frame.bottom() - 7);
    return this;
  }

  public Chart dot(double valueX, double valueY, Ink ink) {
    shapes.empty(
        "circle",
        "class",
        "dot " + ink.style(),
        "cx",
        frame.x(x.scale().position(valueX)),
        "cy",
        frame.y(y.scale().position(valueY)),
        "r",
        4.5);
    return this;
  }

  public Chart legend(Ink ink, String name, String note) {
    legend.add(ink, name, note);
    return this;
  }

  /** With all that was added so far. */
  public double height() {
    return legendTop() + legend.height();
  }

  private double legendTop() {
    return frame.bottom() + 50;
  }

  public Markup toSvg() {
    Markup svg = Drawing.open(title, WIDTH, height());
    frame.drawX(svg, x, TICKS);
    frame.drawY(svg, y, TICKS);
    svg.add(shapes);
    for (int i = 0; i < keyed.size(); i++) {
      drawLetter(svg, keyed.get(i), (i + 0.5) / keyed.size());
    }
    legend.draw(svg, legendTop());
    return svg.close("svg");
  }

  /** Each letter has its own place along the axis, so that letters never hide one another. */
  private void drawLetter(Markup svg, KeyedLine line, double position) {
    double at = frame.x(position);
    int right = 0;
    while (right < line.x.length - 1 && line.x[right] < at) {
      right++;
    }
    int left = Math.max(0, right - 1);
    double step = line.x[right] - line.x[left];
    double share = step == 0 ? 0 : Math.max(0, Math.min(1, (at - line.x[left]) / step));
    Drawing.letter(svg, line.ink, at, line.y[left] + share * (line.y[right] - line.y[left]));
  }

  private double[] across(double[] values) {
    return Arrays.stream(values).map(value -> frame.x(x.scale().position(value))).toArray();
  }

  private double[] up(double[] values) {
    return Arrays.stream(values).map(value -> frame.y(y.scale().position(value))).toArray();
  }

  private static double[] reversed(double[] values) {
    double[] reversed = new double[values.length];
    Arrays.setAll(reversed, i -> values[values.length - 1 - i]);
    return reversed;
  }
}
