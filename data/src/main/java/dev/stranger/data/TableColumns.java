package dev.stranger.data;

import dev.stranger.data.TableOptions.HeaderRow;
import dev.stranger.table.Column;
import dev.stranger.table.Column.Kind;
import dev.stranger.table.Column.Spelling;
import dev.stranger.table.FieldReader;
import dev.stranger.table.MarkedNumber;
import dev.stranger.table.PlainNumber;
import dev.stranger.table.TimeText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The columns of one table after the options are applied.
 *
 * @param names of all columns of the file
 * @param hasHeader whether the first row holds the names
 * @param values positions of the columns that make up a sample
 * @param label position of the label column, or -1
 * @param id position of the column that names the samples, or -1
 * @param types what columns at some positions are said to hold
 */
record TableColumns(
    List<String> names,
    boolean hasHeader,
    List<Integer> values,
    int label,
    int id,
    Map<Integer, Kind> types) {

  static TableColumns of(InputFile file, List<String> firstRow, TableOptions options) {
    boolean hasHeader =
        options.header() == HeaderRow.AUTO
            ? looksLikeNames(firstRow) && !isSample(firstRow, options.like())
            : options.header() == HeaderRow.PRESENT;
    ColumnNames names =
        new ColumnNames(file, hasHeader ? named(firstRow) : numbered(firstRow.size()));
    int label = names.position(options.label());
    int id = names.position(options.id());
    Map<Integer, Kind> types = new HashMap<>();
    options.types().forEach((name, kind) -> types.put(names.position(name), kind));
    return new TableColumns(
        names.all(), hasHeader, names.values(label, id, options), label, id, types);
  }

  /** A column without a name is called by its number. */
  static List<String> named(List<String> header) {
    List<String> names = header.stream().map(String::strip).toList();
    return IntStream.range(0, names.size())
        .mapToObj(i -> names.get(i).isEmpty() ? unnamed(i + 1, names) : names.get(i))
        .toList();
  }

  private static String unnamed(int number, List<String> names) {
    return names.contains("" + number) ? "column " + number : "" + number;
  }

  private static List<String> numbered(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toList();
  }

  /**
   * Values never name columns, unless they number them behind a name that is text; marks of gaps do
   * not without a real name.
   */
  private static boolean looksLikeNames(List<String> row) {
    List<String> values = row.stream().filter(TableColumns::isValue).toList();
    boolean counts = values.size() > 1 && values.size() < row.size() && isCount(values);
    return (values.isEmpty() || counts) && !row.stream().allMatch(FieldReader::isGap);
  }

  /** Such as years in the header of a pivot table. */
  private static boolean isCount(List<String> values) {
    double first = PlainNumber.toDouble(values.get(0));
    return first == Math.rint(first)
        && IntStream.range(0, values.size())
            .allMatch(i -> PlainNumber.toDouble(values.get(i)) == first + i);
  }

  private static boolean isValue(String field) {
    return !Double.isNaN(MarkedNumber.toDouble(field, Spelling.PLAIN))
        || !Double.isNaN(MarkedNumber.toDouble(field, Spelling.COMMA))
        || !Double.isNaN(TimeText.days(field, Spelling.DAY_FIRST))
        || !Double.isNaN(TimeText.days(field, Spelling.MONTH_FIRST))
        || field.strip().matches("(?i)[+-]?(nan|inf|infinity)|true|false");
  }

  /** A table without a header may begin with a row of nothing but text and gaps. */
  private static boolean isSample(List<String> row, List<Column> like) {
    return like.stream()
        .filter(column -> column.kind() == Kind.CATEGORY)
        .filter(column -> ColumnNames.isNumber(column.name(), row.size()))
        .anyMatch(
            column ->
                column
                    .categories()
                    .contains(FieldReader.category(row.get(Integer.parseInt(column.name()) - 1))));
  }
}
