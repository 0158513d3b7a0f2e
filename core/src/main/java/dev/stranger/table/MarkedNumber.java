package dev.stranger.table;

import dev.stranger.table.Column.Spelling;
import java.util.regex.Pattern;

/** Numbers with a decimal comma, or with marks between groups of three digits. */
public final class MarkedNumber {

  private static final int GROUP = 3;

  /** Spaces are not among them: they separate the groups of phone numbers, too. */
  private static final String OTHER_GROUPS = "'\u2019\u00a0\u202f";

  private static final Pattern GROUPED =
      Pattern.compile("[+-]?[1-9][0-9]{0,2}(?:_[0-9]{3})+(?:\\.[0-9]*)?");

  private MarkedNumber() {}

  /**
   * The value of a number, whose decimal mark is a comma or, when plain, a point; the other mark
   * may separate groups of three digits, as may an apostrophe or a no-break space. {@code NaN} when
   * the text is no such number.
   */
  public static double toDouble(String field, Spelling spelling) {
    char decimal = spelling == Spelling.COMMA ? ',' : '.';
    char group = spelling == Spelling.COMMA ? '.' : ',';
    String text = withMarks(field.strip(), group);
    int mark = text.indexOf(group);
    if (mark < 0) {
      return PlainNumber.toDouble(text.replace(decimal, '.'));
    }
    if (mark > GROUP + 1 || text.length() <= mark + GROUP) {
      return Double.NaN; // before the pattern, which is slow
    }
    String marked = text.replace('_', ' ').replace(group, '_').replace(decimal, '.');
    return GROUPED.matcher(marked).matches()
        ? PlainNumber.toDouble(marked.replace("_", ""))
        : Double.NaN;
  }

  private static String withMarks(String text, char group) {
    String marked = text;
    for (int i = 0; i < OTHER_GROUPS.length(); i++) {
      marked = marked.replace(OTHER_GROUPS.charAt(i), group);
    }
    return marked;
  }
}
