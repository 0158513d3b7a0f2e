package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.VisibleText;
import dev.stranger.data.TableOptions.HeaderRow;
import dev.stranger.prepare.PlainNumber;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The columns of one table after the options are applied.
 *
 * @param names of all columns of the file
 * @param hasHeader whether the first row holds the names
 * @param values positions of the columns that make up a sample
 * @param label position of the label column, or -1
 */
record TableColumns(List<String> names, boolean hasHeader, int[] values, int label) {

  private static final Set<String> MISSING = Set.of("", "?", "NA");

  static TableColumns of(InputFile file, List<String> firstRow, TableOptions options) {
    boolean hasHeader =
        options.header() == HeaderRow.AUTO
            ? looksLikeNames(firstRow)
            : options.header() == HeaderRow.PRESENT;
    List<String> names =
        hasHeader
            ? firstRow.stream().map(String::strip).toList()
            : IntStream.rangeClosed(1, firstRow.size()).mapToObj(Integer::toString).toList();
    int label = options.label() == null ? -1 : position(file, names, options.label());
    return new TableColumns(names, hasHeader, values(file, names, label, options), label);
  }

  /** Numbers never name columns, and marks of missing values do not without a real name. */
  private static boolean looksLikeNames(List<String> row) {
    return row.stream().noneMatch(TableColumns::isNumber)
        && !MISSING.containsAll(row.stream().map(String::strip).toList());
  }

  private static boolean isNumber(String field) {
    return !Float.isNaN(PlainNumber.toFloat(field))
        || field.strip().matches("(?i)[+-]?(nan|inf|infinity)");
  }

  private static int[] values(InputFile file, List<String> names, int label, TableOptions options) {
    Set<Integer> dropped = new HashSet<>(Set.of(label));
    options.drop().forEach(name -> dropped.add(position(file, names, name)));
    List<Integer> kept = new ArrayList<>();
    if (options.columns().isEmpty()) {
      IntStream.range(0, names.size()).forEach(kept::add);
    } else {
      options.columns().forEach(name -> kept.add(position(file, names, name)));
    }
    kept.removeAll(dropped);
    if (kept.isEmpty()) {
      throw new DataException(
          "no column of %s is left; its columns are %s"
              .formatted(file.path(), VisibleText.some(names)));
    }
    return kept.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int position(InputFile file, List<String> names, String name) {
    int byName = names.indexOf(name);
    if (byName >= 0) {
      return byName;
    }
    int byNumber = name.matches("\\d{1,9}") ? Integer.parseInt(name) : 0;
    if (byNumber >= 1 && byNumber <= names.size()) {
      return byNumber - 1;
    }
    throw new DataException(
        "%s has no column '%s'; its columns are %s"
            .formatted(file.path(), name, VisibleText.some(names)));
  }

  /** The names of the value columns, or their numbers when the file does not name its columns. */
  List<String> chosenNames() {
    return Arrays.stream(values).mapToObj(names::get).toList();
  }
}
