package dev.stranger.data;

import dev.stranger.table.Column;
import dev.stranger.table.Column.Kind;
import org.jspecify.annotations.Nullable;

/**
 * What is made of one column after a look at all of its fields.
 *
 * @param position in the file
 * @param column null when it is left out or cannot be used
 * @param note why it is left out or cannot be used; of a category, how many texts are not kept; of
 *     numbers, that they may be codes or lose digits; of times, that they have no date
 * @param unusable whether a person has to decide
 * @param gaps fields that hold nothing
 */
record ColumnChoice(
    String name, int position, @Nullable Column column, String note, boolean unusable, long gaps) {

  /** The note of numbers that look like codes. */
  static final String PADDED = "leading zeros";

  /** The note of numbers that floats hardly tell apart. */
  static final String COARSE = "coarse";

  /** The note of times without a date. */
  static final String OF_DAY = "time of day";

  boolean isPadded() {
    return column != null && note.equals(PADDED);
  }

  boolean isCoarse() {
    return column != null && note.equals(COARSE);
  }

  /** Whether it may have values that grow from row to row, for ever. */
  boolean isDate() {
    return column != null && column.kind() == Kind.TIME && !note.equals(OF_DAY);
  }

  boolean isLeftOut() {
    return column == null && !unusable;
  }
}
