package dev.stranger.score;

import dev.stranger.DataException;
import dev.stranger.table.Column;
import dev.stranger.table.Column.Kind;
import dev.stranger.table.Column.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The columns of a table in the metadata of a file. Files without kinds have numbers alone, and
 * those without spellings plain ones.
 */
final class ColumnText {

  private static final String NAMES = Metadata.PREFIX + "columns";
  private static final String KINDS = Metadata.PREFIX + "column_kinds";
  private static final String SPELLINGS = Metadata.PREFIX + "column_spellings";
  private static final String CATEGORIES = Metadata.PREFIX + "categories";

  /** Between the categories of one column and those of the next. */
  private static final String NEXT_COLUMN = "\u001e";

  private ColumnText() {}

  static Map<String, String> properties(List<Column> columns) {
    Map<String, String> properties = new TreeMap<>();
    properties.put(NAMES, Metadata.joined(Column.names(columns)));
    if (columns.stream().anyMatch(column -> column.kind() != Kind.NUMBER)) {
      properties.put(KINDS, words(columns, Column::kind));
      properties.put(
          CATEGORIES,
          columns.stream().map(ColumnText::categories).collect(Collectors.joining(NEXT_COLUMN)));
    }
    if (columns.stream().anyMatch(column -> column.spelling() != Spelling.PLAIN)) {
      properties.put(SPELLINGS, words(columns, Column::spelling));
    }
    return properties;
  }

  private static String words(List<Column> columns, Function<Column, Enum<?>> fact) {
    return columns.stream()
        .map(column -> fact.apply(column).name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(" "));
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
    List<Kind> kinds = facts(properties, KINDS, Kind.class, Kind.NUMBER, names);
    List<Spelling> spellings = facts(properties, SPELLINGS, Spelling.class, Spelling.PLAIN, names);
    List<String> categories =
        properties.containsKey(KINDS)
            ? List.of(Metadata.required(properties, CATEGORIES).split(NEXT_COLUMN, -1))
            : Collections.nCopies(names.size(), "");
    requireOneEach(names, categories.size(), "lists of categories");
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Kind kind = kinds.get(i);
      List<String> own = kind == Kind.CATEGORY ? Metadata.split(categories.get(i)) : List.of();
      columns.add(new Column(names.get(i), kind, own, spellings.get(i)));
    }
    return columns;
  }

  private static <E extends Enum<E>> List<E> facts(
      Map<String, String> properties, String key, Class<E> type, E usual, List<String> names) {
    if (!properties.containsKey(key)) {
      return Collections.nCopies(names.size(), usual);
    }
    String[] words = properties.get(key).split(" ");
    requireOneEach(names, words.length, type.getSimpleName().toLowerCase(Locale.ROOT) + "s");
    return Arrays.stream(words)
        .map(word -> Enum.valueOf(type, word.toUpperCase(Locale.ROOT)))
        .toList();
  }

  private static void requireOneEach(List<String> names, int count, String what) {
    if (count != names.size()) {
      throw new IllegalArgumentException(
          "%d columns have %d %s".formatted(names.size(), count, what));
    }
  }
}
