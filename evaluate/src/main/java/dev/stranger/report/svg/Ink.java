package dev.stranger.report.svg;

/**
 * How one of several lines looks: a colour that colour-blind readers tell from the others, and for
 * grey prints its own dashes and a letter that stands on the line and in the legend.
 *
 * @param style class in the style sheet that sets the colour
 * @param dash lengths of dashes and gaps, empty for a solid line
 * @param letter key of the line, empty when it needs none
 */
public record Ink(String style, String dash, String letter) {

  /** For normal samples, and for whatever stands alone. */
  public static final Ink NORMAL = new Ink("normal", "", "");

  /** For what is there to compare with. */
  public static final Ink FAINT = new Ink("faint", "4 4", "");

  private static final int COLOURS = 6;
  private static final String[] DASHES = {"", "8 3", "2 3", "10 3 2 3", "5 5"};

  /** The look of the {@code index}-th set, counted from 0. */
  public static Ink of(int index) {
    String letter = Character.toString('A' + index % 26);
    return new Ink("c" + index % COLOURS, DASHES[index % DASHES.length], letter);
  }
}
