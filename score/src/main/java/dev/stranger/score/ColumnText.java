package dev.stranger.score;

import dev.stranger.DataException;
import dev.stranger.table.Column;
import dev.stranger.table.Column.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The columns of a table in the metadata of a file. Files without kinds have numbers alone. */
final class ColumnText {

  private static final String NAMES = Metadata.PREFIX + "columns";
  private static final String KINDS = Metadata.PREFIX + "column_kinds";
  private static final String CATEGORIES = Metadata.PREFIX + "categories";

  /** Between the categories of one column and those of the next. */
  private static final String NEXT_COLUMN = "\u001e";

  private ColumnText() {}

  static Map<String, String> properties(List<Column> columns) {
    Map<String, String> properties = new TreeMap<>();
    properties.put(NAMES, Metadata.joined(Column.names(columns)));
    if (columns.stream().anyMatch(column -> column.kind() != Kind.NUMBER)) {
      properties.put(
          KINDS,
          columns.stream()
              .map(column -> column.kind().name().toLowerCase(Locale.ROOT))
              .collect(Collectors.joining(" ")));
      properties.put(
          CATEGORIES,
          columns.stream().map(ColumnText::categories).collect(Collectors.joining(NEXT_COLUMN)));
    }
    return properties;
  }

  private static String categories(Column column) {
    for (String category : column.categories()) {
      if (category.contains(NEXT_COLUMN)) {
        throw new DataException(
            "'%s' in column '%s' holds the separator U+001E; rename it"
                .formatted(category, column.name()));
      }
    }
    return Metadata.joined(column.categories());
  }

  /**
   * @throws IllegalArgumentException when names, kinds and categories do not fit together
   */
  static List<Column> parse(Map<String, String> properties) {
    String joined = Metadata.required(properties, NAMES);
    List<String> names = joined.isEmpty() ? List.of() : Metadata.split(joined);
    if (!properties.containsKey(KINDS)) {
      return Column.numbers(names);
    }
    String[] kinds = properties.get(KINDS).split(" ");
    String[] categories = Metadata.required(properties, CATEGORIES).split(NEXT_COLUMN, -1);
    if (kinds.length != names.size() || categories.length != names.size()) {
      throw new IllegalArgumentException(
          "%d columns have %d kinds and %d lists of categories"
              .formatted(names.size(), kinds.length, categories.length));
    }
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < kinds.length; i++) {
      Kind kind = Kind.valueOf(kinds[i].toUpperCase(Locale.ROOT));
      List<String> own = kind == Kind.CATEGORY ? Metadata.split(categories[i]) : List.of();
      columns.add(new Column(names.get(i), kind, own));
    }
    return columns;
  }
}
