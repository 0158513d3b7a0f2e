package dev.stranger.report.svg;

/**
 * What charts are drawn on. A look is one class of the style sheet or several with gaps between
 * them.
 */
public sealed interface Canvas permits SvgCanvas, ImageCanvas {

  /** A shape as its look has it. */
  void shape(String look, Path outline);

  /** A line in an ink. */
  void line(Ink ink, Path path);

  void circle(String look, double x, double y, double radius);

  /** A text that begins at a place, unless its look has it end there or lie around it. */
  void text(String look, String text, double x, double y);

  /** A text with another one after it that stands out. */
  void text(String look, String text, String strong, double x, double y);

  /** The key of a line, in a disc that covers the line. */
  default void letter(Ink ink, double x, double y) {
    circle("key " + ink.style(), x, y, 8);
    text("letter mid", ink.letter(), x, y + 4);
  }
}
