package dev.stranger.data;

import dev.stranger.table.Column;
import dev.stranger.table.Column.Kind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which columns of a table are values, which one is the label, and what they hold. A column is
 * named as in the header, or by its number counted from 1.
 *
 * @param columns the columns to keep, in this order; empty keeps all
 * @param drop columns to leave out
 * @param label the column of the label, or null
 * @param id the column whose text names the samples, or null
 * @param types what columns hold that are not to be looked at
 * @param like the columns of a detector, which are read as it needs them; empty looks at the file
 * @param strictness what a field may be
 * @param header whether the first row names the columns
 */
public record TableOptions(
    List<String> columns,
    List<String> drop,
    @Nullable String label,
    @Nullable String id,
    Map<String, Kind> types,
    List<Column> like,
    Strictness strictness,
    HeaderRow header) {

  /** Whether the first row names the columns; {@code AUTO} looks whether it holds numbers. */
  public enum HeaderRow {
    AUTO,
    PRESENT,
    ABSENT
  }

  /** What is refused. */
  public enum Strictness {
    /** Nothing that a column can hold: fields may be empty, and categories may be new. */
    USUAL,
    /** Categories that the detector does not know. */
    KNOWN_CATEGORIES,
    /** All but finite numbers, as in series. */
    NUMBERS
  }

  public static final TableOptions DEFAULT =
      new TableOptions(
          List.of(), List.of(), null, null, Map.of(), List.of(), Strictness.USUAL, HeaderRow.AUTO);

  public TableOptions {
    columns = List.copyOf(columns);
    drop = List.copyOf(drop);
    types = Map.copyOf(types);
    like = List.copyOf(like);
  }

  public TableOptions withColumns(String... names) {
    return new TableOptions(List.of(names), drop, label, id, types, like, strictness, header);
  }

  public TableOptions withDrop(String... names) {
    return new TableOptions(columns, List.of(names), label, id, types, like, strictness, header);
  }

  public TableOptions withLabel(@Nullable String name) {
    return new TableOptions(columns, drop, name, id, types, like, strictness, header);
  }

  public TableOptions withId(@Nullable String name) {
    return new TableOptions(columns, drop, label, name, types, like, strictness, header);
  }

  public TableOptions withTypes(Map<String, Kind> kinds) {
    return new TableOptions(columns, drop, label, id, kinds, like, strictness, header);
  }

  public TableOptions like(List<Column> others) {
    return new TableOptions(columns, drop, label, id, types, others, strictness, header);
  }

  public TableOptions with(Strictness other) {
    return new TableOptions(columns, drop, label, id, types, like, other, header);
  }

  public TableOptions withHeader(HeaderRow row) {
    return new TableOptions(columns, drop, label, id, types, like, strictness, row);
  }
}
