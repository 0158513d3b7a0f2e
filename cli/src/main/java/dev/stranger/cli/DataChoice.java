package dev.stranger.cli;

import dev.stranger.data.DataKind;
import dev.stranger.data.catalogue.Catalogue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The options that say how data is read. Each means something for some kinds of data alone. */
enum DataChoice {
  COLUMNS("tables and recordings", DataKind.TABLE),
  DROP("tables and recordings", DataKind.TABLE),
  LABEL("tables", DataKind.TABLE),
  ID("tables", DataKind.TABLE),
  TYPES("tables", DataKind.TABLE),
  SERIES("tables, arrays of rows and recordings", DataKind.RECORDED),
  WINDOW("recordings", DataKind.RECORDED),
  STRIDE("recordings", DataKind.RECORDED),
  TIME("recordings", DataKind.TABLE),
  ENTITY("recordings", DataKind.TABLE),
  SIZE("pictures", DataKind.PICTURES, DataKind.STACK),
  COLOUR("pictures", DataKind.PICTURES, DataKind.STACK);

  private final String meant;
  private final Set<DataKind> kinds;

  DataChoice(String meant, DataKind... kinds) {
    this(meant, Set.of(kinds));
  }

  DataChoice(String meant, Set<DataKind> kinds) {
    this.meant = meant;
    this.kinds = kinds;
  }

  private String option() {
    return "--" + name().toLowerCase(Locale.ROOT);
  }

  /** Those that are given to a command. */
  private static List<DataChoice> given(CommandSpec spec) {
    return Arrays.stream(values())
        .filter(choice -> spec.commandLine().getParseResult().hasMatchedOption(choice.option()))
        .toList();
  }

  /**
   * What would be ignored is refused: whoever gives it expects something of it.
   *
   * @param data all that the command reads; an option means something when it does for one of them
   */
  static void requireMeaning(CommandSpec spec, Catalogue catalogue, List<String> data) {
    List<DataChoice> given = given(spec);
    if (given.isEmpty()) {
      return; // looking at the data would be in vain
    }
    Map<String, DataKind> kinds = new TreeMap<>();
    data.forEach(one -> kinds.put(one, catalogue.kind(one)));
    for (DataChoice choice : given) {
      if (kinds.values().stream().noneMatch(choice.kinds::contains)) {
        throw new ParameterException(
            spec.commandLine(),
            "%s is for %s; %s; leave it out"
                .formatted(choice.option(), choice.meant, words(kinds)));
      }
    }
  }

  private static String words(Map<String, DataKind> kinds) {
    return kinds.entrySet().stream()
        .map(one -> "%s holds %s".formatted(one.getKey(), one.getValue()))
        .collect(Collectors.joining(", "));
  }

  /**
   * Refuses all of them where a set is described and not read.
   *
   * @param set its name
   */
  static void requireNone(CommandSpec spec, String set) {
    given(spec).stream()
        .findFirst()
        .ifPresent(
            choice -> {
              throw new ParameterException(
                  spec.commandLine(),
                  "%s says how data is read, %s is only described; leave it out or name a part of %s"
                      .formatted(choice.option(), set, set));
            });
  }
}
