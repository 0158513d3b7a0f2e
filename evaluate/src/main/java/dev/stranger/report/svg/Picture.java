package dev.stranger.report.svg;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Drawings of one size, each under its name, as a file of its own: on white with fixed colours, so
 * that it can be read wherever it is shown. Needs no script and no other file. Not thread-safe.
 */
public final class Picture {

  private static final String STYLE = resource("picture.css");
  private static final double MARGIN = 12;
  private static final double GAP = 20;
  private static final double NAME = 22;

  private final String title;
  private final int columns;
  private final double width;
  private final double height;
  private final List<Cell> cells = new ArrayList<>();

  private record Cell(String name, Markup drawing) {}

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

  public Picture add(String name, Markup drawing) {
    cells.add(new Cell(name, drawing));
    return this;
  }

  public Markup toSvg() {
    int across = Math.min(columns, cells.size());
    int down = (cells.size() + columns - 1) / columns;
    double wide = 2 * MARGIN + across * (width + GAP) - GAP;
    double high = 2 * MARGIN + down * (NAME + height + GAP) - GAP;
    String box = "0 0 %s %s".formatted(Markup.coordinate(wide), Markup.coordinate(high));
    Markup svg =
        new Markup()
            .open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "viewBox",
                box,
                "width",
                wide,
                "height",
                high)
            .element("title", title)
            .element("style", STYLE)
            .empty("rect", "width", "100%", "height", "100%", "fill", "#ffffff");
    for (int i = 0; i < cells.size(); i++) {
      draw(svg, cells.get(i), MARGIN + i % columns * (width + GAP), top(i / columns));
    }
    return svg.newLine().close("svg").newLine();
  }

  private double top(int row) {
    return MARGIN + row * (NAME + height + GAP);
  }

  private void draw(Markup svg, Cell cell, double x, double y) {
    String name = TextWidth.fit(cell.name, Frame.TICK_FONT, width);
    svg.newLine().element("text", name, "class", "strong", "x", x, "y", y + NAME - 8);
    svg.open("svg", "x", x, "y", y + NAME, "width", width, "height", height);
    svg.add(cell.drawing).close("svg");
  }

  private static String resource(String name) {
    try (InputStream in = Picture.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
