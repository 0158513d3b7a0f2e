package dev.stranger;

import dev.stranger.table.Column;

/**
 * What one column of a row adds to its score: how far the score falls when the column, and it
 * alone, gets the value that is expected there.
 *
 * @param value of the row, as {@link Column} has it
 * @param expected the value that made the score fall farthest
 * @param share of the falls of all columns, between 0 and 1
 */
public record ColumnReason(Column column, float value, float expected, double share) {

  /** Such as {@code discount = 0.75, expected about 0.1}. */
  public String inWords() {
    return "%s = %s, expected %s".formatted(column.name(), valueText(), expectedText());
  }

  /** The value as people write it, see {@link Column#text}. */
  public String valueText() {
    return column.text(value);
  }

  /** The expected value; numbers and times are but about as expected. */
  public String expectedText() {
    return (column.kind() == Column.Kind.CATEGORY ? "" : "about ") + column.text(expected);
  }
}
