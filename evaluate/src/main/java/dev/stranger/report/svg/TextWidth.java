package dev.stranger.report.svg;

/**
 * About how wide a text is. The fonts of the reader are not known here, so it errs on the wide
 * side.
 */
final class TextWidth {

  private static final double LATIN = 0.58;

  private TextWidth() {}

  static double of(String text, double fontSize) {
    return fontSize * text.codePoints().mapToDouble(c -> c < 0x1100 ? LATIN : 1).sum();
  }

  /** The text; where it is too wide its beginning and its end, as names often differ there. */
  static String fit(String text, double fontSize, double width) {
    int[] points = text.codePoints().toArray();
    String shown = text;
    for (int kept = points.length - 1; kept > 1 && of(shown, fontSize) > width; kept--) {
      int head = (2 * kept + 2) / 3;
      int tail = kept - head;
      shown = new String(points, 0, head) + "…" + new String(points, points.length - tail, tail);
    }
    return shown;
  }
}
