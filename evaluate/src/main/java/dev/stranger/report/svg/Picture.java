package dev.stranger.report.svg;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;

/**
 * Drawings of one size, each under its name, as a file of its own: on white with fixed colours, so
 * that it can be read wherever it is shown. Needs no script and no other file. Not thread-safe.
 */
public final class Picture {

  private static final double MARGIN = 12;
  private static final double GAP = 20;
  private static final double NAME = 22;

  private final String title;
  private final int columns;
  private final double width;
  private final double height;
  private final List<Cell> cells = new ArrayList<>();

  private record Cell(String name, Drawing drawing) {}

  /**
   * @param title for readers who hear it
   * @param columns side by side
   * @param width of a drawing
   * @param height of the highest
   */
  public Picture(String title, int columns, double width, double height) {
    this.title = title;
    this.columns = columns;
    this.width = width;
    this.height = height;
  }

  /** One drawing under its name. */
  public static Picture of(String name, Drawing drawing) {
    return new Picture(name, 1, drawing.width(), drawing.height()).add(name, drawing);
  }

  public Picture add(String name, Drawing drawing) {
    cells.add(new Cell(name, drawing));
    return this;
  }

  public Markup toSvg() {
    String box = "0 0 %s %s".formatted(Markup.coordinate(wide()), Markup.coordinate(high()));
    Markup svg =
        new Markup()
            .open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "viewBox",
                box,
                "width",
                wide(),
                "height",
                high())
            .element("title", title)
            .element("style", StyleSheet.PICTURE.text())
            .empty("rect", "width", "100%", "height", "100%", "fill", "#ffffff");
    for (int i = 0; i < cells.size(); i++) {
      draw(svg, cells.get(i), left(i), top(i));
    }
    return svg.newLine().close("svg").newLine();
  }

  /**
   * @param scale pixels for each unit of the drawings
   */
  public BufferedImage toImage(double scale) {
    int pixelsAcross = (int) Math.ceil(scale * wide());
    int pixelsDown = (int) Math.ceil(scale * high());
    BufferedImage image = new BufferedImage(pixelsAcross, pixelsDown, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, pixelsAcross, pixelsDown);
    graphics.scale(scale, scale);
    for (int i = 0; i < cells.size(); i++) {
      Graphics2D place = (Graphics2D) graphics.create();
      place.translate(left(i), top(i));
      Canvas canvas = new ImageCanvas(place);
      canvas.text("strong", fitted(cells.get(i)), 0, NAME - 8);
      place.translate(0, NAME);
      cells.get(i).drawing.pen().accept(canvas);
      place.dispose();
    }
    graphics.dispose();
    return image;
  }

  private double wide() {
    return 2 * MARGIN + Math.min(columns, cells.size()) * (width + GAP) - GAP;
  }

  private double high() {
    int rows = (cells.size() + columns - 1) / columns;
    return 2 * MARGIN + rows * (NAME + height + GAP) - GAP;
  }

  private double left(int cell) {
    return MARGIN + cell % columns * (width + GAP);
  }

  private double top(int cell) {
    return MARGIN + cell / columns * (NAME + height + GAP);
  }

  private String fitted(Cell cell) {
    return TextWidth.fit(cell.name, Frame.TICK_FONT, width);
  }

  private void draw(Markup svg, Cell cell, double x, double y) {
    svg.newLine().element("text", fitted(cell), "class", "strong", "x", x, "y", y + NAME - 8);
    svg.open("svg", "x", x, "y", y + NAME, "width", width, "height", height);
    svg.add(cell.drawing.toSvg()).close("svg");
  }
}
