package dev.stranger.report.svg;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Lines and areas over two axes. What is added later lies above. Shows well from a width of about
 * 340 pixels on. Not thread-safe.
 */
public final class Chart {

  private static final double WIDTH = 400;

  private static final double PLOT_HEIGHT = 220;
  private static final double HEAD = 34;
  private static final double FOOT = 50;
  private static final int TICKS = 8;

  private final String title;
  private final Axis x;
  private final Axis y;
  private final Frame frame;
  private final List<Consumer<Canvas>> shapes = new ArrayList<>();
  private final List<KeyedLine> keyed = new ArrayList<>();
  private final Legend legend;

  private record KeyedLine(Ink ink, double[] x, double[] y) {}

  /**
   * @param title for readers who hear the page
   */
  public Chart(String title, Axis x, Axis y) {
    this(title, x, y, WIDTH, PLOT_HEIGHT + HEAD + FOOT);
  }

  /**
   * @param height without the legend
   */
  public Chart(String title, Axis x, Axis y, double width, double height) {
    this.title = title;
    this.x = x;
    this.y = y;
    double left =
        14
            + y.scale().ticks(TICKS).stream()
                .mapToDouble(tick -> TextWidth.of(tick.label(), Frame.TICK_FONT))
                .max()
                .orElse(0);
    frame = new Frame(left, HEAD, width - left - 12, height - HEAD - FOOT);
    legend = new Legend(width);
  }

  /** Fills what lies between two lines. */
  public Chart area(double[] xs, double[] low, double[] high, Ink ink) {
    Path outline = new Path().through(across(xs), up(high));
    outline.through(reversed(across(xs)), reversed(up(low))).close();
    shapes.add(canvas -> canvas.shape("area " + ink.style(), outline));
    return this;
  }

  /** A line through points; its letter is written on it when its ink has one. */
  public Chart line(double[] xs, double[] ys, Ink ink) {
    KeyedLine line = new KeyedLine(ink, across(xs), up(ys));
    Path path = new Path().through(line.x, line.y);
    shapes.add(canvas -> canvas.line(ink, path));
    if (!ink.letter().isEmpty()) {
      keyed.add(line);
    }
    return this;
  }

  /** A value of the lower axis that matters. */
  public Chart rule(double value, String label) {
    double at = frame.x(x.scale().position(value));
    Path line = new Path().move(at, frame.top()).line(at, frame.bottom());
    shapes.add(canvas -> canvas.shape("rule", line));
    boolean roomAtRight = at + 5 + TextWidth.of(label, Frame.TICK_FONT) < width();
    String look = roomAtRight ? "note" : "note end";
    double x = roomAtRight ? at + 5 : at - 5;
    shapes.add(canvas -> canvas.text(look, label, x, frame.bottom() - 7));
    return this;
  }

  public Chart dot(double valueX, double valueY, Ink ink) {
    double atX = frame.x(x.scale().position(valueX));
    double atY = frame.y(y.scale().position(valueY));
    shapes.add(canvas -> canvas.circle("dot " + ink.style(), atX, atY, 4.5));
    return this;
  }

  /** A place that matters: the letter of an ink in a disc, with a name in the legend. */
  public Chart mark(double valueX, double valueY, Ink ink, String name) {
    double atX = frame.x(x.scale().position(valueX));
    double atY = frame.y(y.scale().position(valueY));
    shapes.add(canvas -> canvas.letter(ink, atX, atY));
    legend.addMark(ink, name);
    return this;
  }

  public Chart legend(Ink ink, String name, String note) {
    legend.add(ink, name, note);
    return this;
  }

  /** With all that was added so far. */
  public Drawing drawing() {
    return new Drawing(title, width(), legendTop() + legend.height(), this::draw);
  }

  private double width() {
    return frame.right() + 12;
  }

  private double legendTop() {
    return frame.bottom() + FOOT;
  }

  private void draw(Canvas canvas) {
    frame.drawX(canvas, x, TICKS);
    frame.drawY(canvas, y, TICKS);
    shapes.forEach(shape -> shape.accept(canvas));
    for (int i = 0; i < keyed.size(); i++) {
      drawLetter(canvas, keyed.get(i), (i + 0.5) / keyed.size());
    }
    legend.draw(canvas, legendTop());
  }

  /** Each letter has its own place along the axis, so that letters never hide one another. */
  private void drawLetter(Canvas canvas, KeyedLine line, double position) {
    double at = frame.x(position);
    int right = 0;
    while (right < line.x.length - 1 && line.x[right] < at) {
      right++;
    }
    int left = Math.max(0, right - 1);
    double step = line.x[right] - line.x[left];
    double share = step == 0 ? 0 : Math.max(0, Math.min(1, (at - line.x[left]) / step));
    canvas.letter(line.ink, at, line.y[left] + share * (line.y[right] - line.y[left]));
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
