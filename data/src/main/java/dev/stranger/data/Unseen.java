package dev.stranger.data;

import dev.stranger.table.Column;
import dev.stranger.table.Column.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts the categories that a detector does not know. */
final class Unseen {

  private final List<Column> columns;
  private final List<Integer> positions;
  private final long[] counts;
  private final @Nullable String[] first;

  /**
   * @param positions of the columns in a row of the file
   */
  Unseen(List<Column> columns, List<Integer> positions) {
    this.columns = columns;
    this.positions = positions;
    this.counts = new long[columns.size()];
    this.first = new String[columns.size()];
  }

  void add(float[] sample, List<String> row) {
    for (int i = 0; i < counts.length; i++) {
      Column column = columns.get(i);
      if (column.kind() == Kind.CATEGORY && sample[i] == column.unseen() && counts[i]++ == 0) {
        first[i] = row.get(positions.get(i)).strip();
      }
    }
  }

  /** A line for each column that has any. */
  List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        remarks.add(
            "%,d %s a category in column '%s' that the detector does not know, such as '%s'"
                .formatted(
                    counts[i],
                    counts[i] == 1 ? "row has" : "rows have",
                    columns.get(i).name(),
                    TableCursor.abbreviated(String.valueOf(first[i]))));
      }
    }
    return remarks;
  }
}
