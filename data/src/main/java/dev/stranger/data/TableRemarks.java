package dev.stranger.data;

import dev.stranger.VisibleText;
import dev.stranger.table.Column;
import dev.stranger.table.Column.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What was made of the columns of a table, in a few lines, however many columns there are; nothing
 * of numbers without names.
 */
final class TableRemarks {

  private static final String COARSE =
      "lose digits that tell rows apart, as floats keep seven, subtract an offset";

  private TableRemarks() {}

  static List<String> of(List<ColumnChoice> choices) {
    List<String> lines = new ArrayList<>();
    if (!choices.stream().allMatch(TableRemarks::isPlain)) {
      describe(lines, choices);
    }
    add(lines, COARSE, choices, ColumnChoice::isCoarse);
    return lines;
  }

  private static void describe(List<String> lines, List<ColumnChoice> choices) {
    for (Kind kind : Kind.values()) {
      add(lines, words(kind), choices, one -> one.column() != null && one.column().kind() == kind);
    }
    if (choices.stream().anyMatch(ColumnChoice::isDate)) {
      lines.add("rows that are later than these will look strange: drop times that only grow");
    }
    add(lines, "with leading zeros, perhaps codes", choices, ColumnChoice::isPadded);
    List<ColumnChoice> gaps =
        choices.stream()
            .filter(one -> one.column() != null && one.gaps() > 0)
            .sorted(Comparator.comparingLong(one -> -one.gaps()))
            .toList();
    if (!gaps.isEmpty()) {
      lines.add(line("with gaps", gaps.stream().map(TableRemarks::gaps).toList()));
    }
    Map<String, List<String>> leftOut =
        choices.stream()
            .filter(ColumnChoice::isLeftOut)
            .collect(
                Collectors.groupingBy(
                    TableRemarks::reason,
                    LinkedHashMap::new,
                    Collectors.mapping(TableRemarks::leftOut, Collectors.toList())));
    leftOut.forEach((reason, names) -> lines.add(line(reason, names)));
  }

  private static boolean isPlain(ColumnChoice choice) {
    return choice.column() != null
        && choice.column().equals(Column.number("" + (choice.position() + 1)))
        && choice.gaps() == 0;
  }

  private static String words(Kind kind) {
    return switch (kind) {
      case NUMBER -> "numbers";
      case CATEGORY -> "categories";
      case TIME -> "times";
    };
  }

  private static void add(
      List<String> lines, String words, List<ColumnChoice> all, Predicate<ColumnChoice> wanted) {
    List<String> names = all.stream().filter(wanted).map(TableRemarks::used).toList();
    if (!names.isEmpty()) {
      lines.add(line(words, names));
    }
  }

  private static String line(String words, List<String> names) {
    return "%s: %,d %s".formatted(words, names.size(), VisibleText.some(names));
  }

  private static String used(ColumnChoice choice) {
    if (choice.column() == null || choice.column().kind() != Kind.CATEGORY) {
      return choice.name();
    }
    return "%s (%,d%s)"
        .formatted(
            choice.name(),
            choice.column().categories().size(),
            choice.note().isEmpty() ? "" : ", and " + choice.note());
  }

  private static String gaps(ColumnChoice choice) {
    return "%s (%,d)".formatted(choice.name(), choice.gaps());
  }

  /** Constants stand together, each with its value. */
  private static String reason(ColumnChoice choice) {
    return "left out, " + (isConstant(choice) ? "always the same" : choice.note());
  }

  private static String leftOut(ColumnChoice choice) {
    return isConstant(choice)
        ? "%s (%s)".formatted(choice.name(), choice.note().substring("always ".length()))
        : choice.name();
  }

  private static boolean isConstant(ColumnChoice choice) {
    return choice.note().startsWith("always ");
  }
}
