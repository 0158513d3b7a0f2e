package dev.stranger.report.svg;

import java.util.ArrayList;
import java.util.List;

/** What each line means, in as many columns as its texts leave room for. */
final class Legend {

  private static final double ROW = 21;
  private static final double SWATCH = 40;
  private static final double FONT = 13;

  /**
   * @param lined whether it is a line, and no mark
   */
  private record Entry(Ink ink, String name, String note, boolean lined) {

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
    entries.add(new Entry(ink, name, note, true));
  }

  void addMark(Ink ink, String name) {
    entries.add(new Entry(ink, name, "", false));
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

  void draw(Canvas canvas, double top) {
    double column = width / columns();
    for (int i = 0; i < entries.size(); i++) {
      double x = column * (i / rows());
      draw(canvas, entries.get(i), x, top + ROW * (i % rows()), column - SWATCH - 4);
    }
  }

  private static void draw(Canvas canvas, Entry entry, double x, double y, double room) {
    Ink ink = entry.ink();
    if (entry.lined) {
      canvas.line(ink, new Path().move(x + 2, y).line(x + SWATCH - 6, y));
    }
    if (!ink.letter().isEmpty()) {
      canvas.letter(ink, x + SWATCH / 2 - 2, y);
    }
    double noteWidth = TextWidth.of("  " + entry.note(), FONT);
    String name = TextWidth.fit(entry.name(), FONT, room - noteWidth);
    canvas.text("tick", name, entry.note(), x + SWATCH, y + 4.5);
  }
}
