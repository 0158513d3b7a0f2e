package dev.stranger.report.svg;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Distributions over one axis, one below the other, each with the first in grey behind it: every
 * row has its own label, so the chart needs neither a legend nor colours. Not thread-safe.
 */
public final class RidgeChart {

  private static final double WIDTH = 400;
  private static final double TOP = 18;
  private static final double LABEL = 21;
  private static final double HILL = 30;
  private static final double SIDE = 10;
  private static final double FONT = 13;
  private static final int TICKS = 8;

  private final String title;
  private final Axis axis;
  private final List<Row> rows = new ArrayList<>();
  private final List<Consumer<Canvas>> marks = new ArrayList<>();

  private record Row(String label, String note, double[] heights, Ink ink) {}

  public RidgeChart(String title, Axis axis) {
    this.title = title;
    this.axis = axis;
  }

  /**
   * @param note at the right, such as how many are flagged
   * @param heights between 0 and 1, at places with equal steps from end to end of the axis
   */
  public RidgeChart row(String label, String note, double[] heights, Ink ink) {
    rows.add(new Row(label, note, heights, ink));
    return this;
  }

  /** A value of the axis that matters for all rows; call it after the last row. */
  public RidgeChart rule(double value, String label, String style) {
    double x = frame().x(axis.scale().position(value));
    Path line = new Path().move(x, TOP - 2).line(x, frame().bottom());
    double half = TextWidth.of(label, FONT) / 2;
    double middle = Math.max(SIDE + half, Math.min(WIDTH - SIDE - half, x));
    marks.add(canvas -> canvas.shape(style, line));
    marks.add(canvas -> canvas.text("note mid", label, middle, TOP - 6));
    return this;
  }

  /** With all that was added so far. */
  public Drawing drawing() {
    return new Drawing(title, WIDTH, frame().bottom() + 42, this::draw);
  }

  private void draw(Canvas canvas) {
    Frame frame = frame();
    frame.drawX(canvas, axis, TICKS);
    for (int i = 0; i < rows.size(); i++) {
      drawHills(canvas, frame, rows.get(i), base(i));
    }
    marks.forEach(mark -> mark.accept(canvas));
    for (int i = 0; i < rows.size(); i++) {
      drawLabels(canvas, frame, rows.get(i), base(i) - HILL - 5);
    }
  }

  private static double base(int row) {
    return TOP + (row + 1) * (LABEL + HILL);
  }

  private Frame frame() {
    return new Frame(SIDE, TOP, WIDTH - 2 * SIDE, rows.size() * (LABEL + HILL) + 2);
  }

  private void drawHills(Canvas canvas, Frame frame, Row row, double base) {
    Path ground = new Path().move(frame.left(), base).line(frame.right(), base);
    canvas.shape("base", ground);
    Frame space = new Frame(frame.left(), base - HILL, frame.width(), HILL);
    if (row != rows.get(0)) {
      canvas.shape("ghost", Hill.outline(space, rows.get(0).heights));
    }
    canvas.shape("hill " + row.ink.style(), Hill.outline(space, row.heights));
  }

  private static void drawLabels(Canvas canvas, Frame frame, Row row, double y) {
    double room = frame.width() - TextWidth.of(row.note + "  ", FONT);
    String label = TextWidth.fit(row.label, FONT, room);
    canvas.text("halo strong", label, SIDE, y);
    canvas.text("halo end", row.note, frame.right(), y);
  }
}
