package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.VisibleText;
import dev.stranger.table.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The names of a file's columns, by which people ask for them, or by a number counted from 1. */
final class ColumnNames {

  private final InputFile file;
  private final List<String> all;
  private final Map<String, List<Integer>> places = new HashMap<>();

  ColumnNames(InputFile file, List<String> all) {
    this.file = file;
    this.all = all;
    for (int i = 0; i < all.size(); i++) {
      places.computeIfAbsent(all.get(i), name -> new ArrayList<>()).add(i);
    }
  }

  List<String> all() {
    return all;
  }

  static boolean isNumber(String name, int columns) {
    return name.matches("[1-9][0-9]{0,8}") && Integer.parseInt(name) <= columns;
  }

  /**
   * How options name a column: by its number if its name would be read as several, or end a quote.
   */
  static String typed(String name, int position) {
    return name.matches("[^,']+") ? name : "" + (position + 1);
  }

  /**
   * @return -1 for null
   */
  int position(@Nullable String name) {
    if (name == null) {
      return -1;
    }
    List<Integer> found = find(name);
    if (found.isEmpty()) {
      throw new DataException(
          "%s has no column '%s'; its columns are %s"
              .formatted(file.name(), name, VisibleText.some(all)));
    }
    if (found.size() > 1) {
      throw twice(name);
    }
    return found.get(0);
  }

  private List<Integer> find(String name) {
    List<Integer> named = places.getOrDefault(name, List.of());
    return named.isEmpty() && isNumber(name, all.size())
        ? List.of(Integer.parseInt(name) - 1)
        : named;
  }

  /** Of two columns with one name, nobody can say which is meant. */
  private DataException twice(String name) {
    return new DataException(
        "%s has the name '%s' in the columns %s; give them different names"
            .formatted(
                file.name(),
                TableCursor.abbreviated(name),
                VisibleText.some(places.get(name).stream().map(i -> i + 1).toList())));
  }

  /** The positions of the columns that make up a sample. */
  List<Integer> values(int label, int id, TableOptions options) {
    List<Integer> kept = new ArrayList<>(wanted(options));
    if (options.like().isEmpty()) {
      kept.removeAll(List.of(label, id)); // a detector gets all that it needs
    }
    for (String name : options.drop()) {
      List<Integer> dropped = find(name);
      kept.removeAll(dropped.isEmpty() ? List.of(position(name)) : dropped);
    }
    if (kept.isEmpty()) {
      throw new DataException(
          "no column of %s is left; its columns are %s"
              .formatted(file.name(), VisibleText.some(all)));
    }
    Set<String> names = new HashSet<>();
    for (int i : kept) {
      if (!names.add(all.get(i)) && places.get(all.get(i)).size() > 1) {
        throw twice(all.get(i));
      }
    }
    return kept;
  }

  private boolean isNumbered() {
    return IntStream.range(0, all.size()).allMatch(i -> all.get(i).equals("" + (i + 1)));
  }

  private List<Integer> wanted(TableOptions options) {
    List<String> needed = Column.names(options.like());
    List<String> missing = needed.stream().filter(name -> find(name).isEmpty()).toList();
    if (!missing.isEmpty()) {
      throw new DataException(
          "%s has no %s, which the detector needs; %s"
              .formatted(
                  file.name(),
                  missing.size() == 1
                      ? "column '%s'".formatted(missing.get(0))
                      : "columns " + VisibleText.some(missing),
                  isNumbered()
                      ? "its first row is no header; put the names of the columns above it"
                      : "its columns are " + VisibleText.some(all)));
    }
    if (!needed.isEmpty()) {
      return needed.stream().map(this::position).toList();
    }
    return options.columns().isEmpty()
        ? IntStream.range(0, all.size()).boxed().toList()
        : asked(options.columns());
  }

  private List<Integer> asked(List<String> names) {
    List<Integer> positions = new ArrayList<>();
    for (String name : names) {
      int position = position(name);
      if (positions.contains(position)) {
        throw new DataException(
            "column '%s' of %s is asked for twice; name it once"
                .formatted(all.get(position), file.name()));
      }
      positions.add(position);
    }
    return positions;
  }
}
