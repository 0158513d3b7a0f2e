package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.Remedy;
import dev.stranger.table.Column.Kind;
import dev.stranger.table.Column.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds out in one pass what the columns of a table hold. */
final class TableGuess {

  /** All columns together count about a million texts, and each column a few thousand. */
  private static final int MOST_TEXTS = 1 << 20;

  private static final int FEWEST_COUNTED = 1 << 7;
  private static final int MOST_COUNTED = 1 << 12;

  /** Of so many unusable columns a message says why. */
  private static final int EXPLAINED = 4;

  private final InputFile file;
  private final TableColumns columns;
  private final Set<String> lists;
  private final ColumnProfile[] profiles;

  /**
   * @param lists names of columns that hold lists
   */
  TableGuess(InputFile file, TableColumns columns, Set<String> lists) {
    this.file = file;
    this.columns = columns;
    this.lists = lists;
    int fair = MOST_TEXTS / columns.values().size();
    int most = Math.max(FEWEST_COUNTED, Math.min(MOST_COUNTED, fair));
    this.profiles =
        columns.values().stream()
            .map(i -> new ColumnProfile(most, columns.types().containsKey(i)))
            .toArray(ColumnProfile[]::new);
  }

  void add(List<String> row, TableRows rows) {
    for (int i = 0; i < profiles.length; i++) {
      int position = columns.values().get(i);
      profiles[i].add(row.get(position), rows.isNumber(position), rows::place);
    }
  }

  /**
   * One choice for each column that may be a value.
   *
   * @throws DataException when any of them cannot be used, or none is left; it names all
   */
  List<ColumnChoice> choices() {
    Spelling decimals = decimals();
    boolean matrix = !columns.hasHeader() && Arrays.stream(profiles).allMatch(TableGuess::isFull);
    List<ColumnChoice> choices = new ArrayList<>();
    for (int i = 0; i < profiles.length; i++) {
      int position = columns.values().get(i);
      String name = columns.names().get(position);
      ColumnChooser chooser = new ColumnChooser(name, position, profiles[i], decimals, !matrix);
      Kind said = columns.types().get(position);
      choices.add(lists.contains(name) ? chooser.lists(said) : chooser.choose(said));
    }
    List<ColumnChoice> unusable = choices.stream().filter(ColumnChoice::unusable).toList();
    if (!unusable.isEmpty()) {
      throw unusable(unusable);
    }
    if (choices.stream().allMatch(ColumnChoice::isLeftOut)) {
      throw file.damaged(
          "has no column to learn from: %s; say what one of them holds".formatted(reasons(choices)),
          Remedy.TYPES);
    }
    return choices;
  }

  /** Numbers alone, without a header, may be series or features, all of which count. */
  private static boolean isFull(ColumnProfile profile) {
    return profile.isNumbers() && profile.gaps() == 0;
  }

  /** What the columns that leave no doubt say of the others. */
  private @Nullable Spelling decimals() {
    boolean comma = false;
    boolean point = false;
    for (ColumnProfile profile : profiles) {
      boolean number = profile.isNumbers();
      comma |= number && !profile.isReadable(Spelling.PLAIN);
      point |= number && !profile.isReadable(Spelling.COMMA);
    }
    return comma == point ? null : comma ? Spelling.COMMA : Spelling.PLAIN;
  }

  private DataException unusable(List<ColumnChoice> columns) {
    return file.unusable(
        "has %s that cannot be used: %s; %sleave %s out, or say what %s"
            .formatted(
                columns.size() == 1 ? "a column" : "%,d columns".formatted(columns.size()),
                reasons(columns),
                columns.stream().anyMatch(column -> column.note().startsWith("holds "))
                    ? "mend the rows, "
                    : "",
                columns.size() == 1 ? "it" : "them",
                columns.size() == 1 ? "it holds" : "they hold"),
        columns.stream()
            .map(column -> ColumnNames.typed(column.name(), column.position()))
            .toList());
  }

  private static String reasons(List<ColumnChoice> columns) {
    String some =
        columns.stream()
            .limit(EXPLAINED)
            .map(column -> "'%s' %s".formatted(column.name(), column.note()))
            .collect(Collectors.joining(", "));
    return columns.size() <= EXPLAINED
        ? some
        : "%s, and %,d more".formatted(some, columns.size() - EXPLAINED);
  }
}
