package dev.stranger.data.generate;

import dev.stranger.DataException;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes the constants of an enum as labels and options do: lower case, with dashes. */
final class Labels {

  private Labels() {}

  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static List<String> of(Enum<?>[] constants) {
    return Arrays.stream(constants).map(Labels::of).toList();
  }

  static String join(Collection<? extends Enum<?>> constants) {
    return constants.stream().map(Labels::of).collect(Collectors.joining(","));
  }

  static <E extends Enum<E>> E parse(String what, E[] constants, String text) {
    String wanted = text.strip().toLowerCase(Locale.ROOT);
    for (E constant : constants) {
      if (of(constant).equals(wanted)) {
        return constant;
      }
    }
    throw new DataException(
        "there is no %s '%s'; choose one of %s"
            .formatted(what, text, String.join(", ", of(constants))));
  }

  /** The chosen constants in the order of the enum, so that the order of a set never matters. */
  static <E extends Enum<E>> List<E> sorted(String set, Collection<E> chosen, E[] constants) {
    if (chosen.isEmpty()) {
      throw new DataException(
          "%s got nothing to draw; choose one or more of %s"
              .formatted(set, String.join(", ", of(constants))));
    }
    return List.copyOf(EnumSet.copyOf(chosen));
  }
}
