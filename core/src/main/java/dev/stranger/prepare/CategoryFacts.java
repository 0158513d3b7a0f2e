package dev.stranger.prepare;

/**
 * The places that a column of categories has in a prepared row: one for each category, one for
 * every text that is none of them, and one for a gap. All are 0 but one.
 *
 * @param column its position in the row
 * @param sizes what stands at each place when it is the one; not copied
 * @param trained whether a training row had each place; not copied
 */
public record CategoryFacts(int column, float[] sizes, boolean[] trained) {

  /** How many places there are beside those of the categories. */
  public static final int MORE = 2;

  public int width() {
    return sizes.length;
  }

  /** The number of categories, and the code of what is none of them. */
  public int unseen() {
    return sizes.length - MORE;
  }

  /** The place of a gap. */
  public int gap() {
    return sizes.length - 1;
  }

  /** The place of a code; whatever is no code is unseen. */
  public int place(float code) {
    if (Float.isNaN(code)) {
      return gap();
    }
    boolean known = code >= 0 && code < unseen() && code == Math.floor(code);
    return known ? (int) code : unseen();
  }
}
