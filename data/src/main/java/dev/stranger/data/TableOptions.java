package dev.stranger.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which columns of a table are values and which one is the label. A column is named as in the
 * header, or by its number counted from 1.
 *
 * @param columns the columns to keep, in this order; empty keeps all
 * @param drop columns to leave out
 * @param label the column of the label, or null
 * @param header whether the first row names the columns
 */
public record TableOptions(
    List<String> columns, List<String> drop, @Nullable String label, HeaderRow header) {

  /** Whether the first row names the columns; {@code AUTO} looks whether it holds numbers. */
  public enum HeaderRow {
    AUTO,
    PRESENT,
    ABSENT
  }

  public static final TableOptions DEFAULT =
      new TableOptions(List.of(), List.of(), null, HeaderRow.AUTO);

  public TableOptions {
    columns = List.copyOf(columns);
    drop = List.copyOf(drop);
  }

  public TableOptions withColumns(String... names) {
    return new TableOptions(List.of(names), drop, label, header);
  }

  public TableOptions withDrop(String... names) {
    return new TableOptions(columns, List.of(names), label, header);
  }

  public TableOptions withLabel(String name) {
    return new TableOptions(columns, drop, name, header);
  }

  public TableOptions withHeader(HeaderRow row) {
    return new TableOptions(columns, drop, label, row);
  }
}
