package dev.stranger.report.svg;

import java.util.ArrayList;
import java.util.List;

/** What each line means, in as many columns as its texts leave room for. */
final class Legend {

  private static final double ROW = 21;
  private static final double SWATCH = 40;
  private static final double FONT = 13;

  private record Entry(Ink ink, String name, String note) {

    double width() {
      return SWATCH + TextWidth.of(name + "  " + note, FONT) + 8;
    }
  }

  private final double width;
  private final List<Entry> entries = new ArrayList<>();

  Legend(double width) {
    this.width = width;
  }

  void add(Ink ink, String name, String note) {
    entries.add(new Entry(ink, name, note));
  }

  double height() {
    return rows() * ROW;
  }

  private int columns() {
    double widest = entries.stream().mapToDouble(Entry::width).max().orElse(0);
    return widest <= width / 2 ? 2 : 1;
  }

  private int rows() {
    return (entries.size() + columns() - 1) / columns();
  }

  void draw(Markup svg, double top) {
    double column = width / columns();
    for (int i = 0; i < entries.size(); i++) {
      double x = column * (i / rows());
      draw(svg, entries.get(i), x, top + ROW * (i % rows()), column - SWATCH - 4);
    }
  }

  private static void draw(Markup svg, Entry entry, double x, double y, double room) {
    Ink ink = entry.ink();
    Drawing.line(svg, ink, new Path().move(x + 2, y).line(x + SWATCH - 6, y));
    if (!ink.letter().isEmpty()) {
      Drawing.letter(svg, ink, x + SWATCH / 2 - 2, y);
    }
    double noteWidth = TextWidth.of("  " + entry.note(), FONT);
    String name = TextWidth.fit(entry.name(), FONT, room - noteWidth);
    svg.open("text", "class", "tick", "x", x + SWATCH, "y", y + 4.5).text(name + " ");
    svg.element("tspan", entry.note(), "class", "strong").close("text");
  }
}
