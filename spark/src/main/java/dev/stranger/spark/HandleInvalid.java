package dev.stranger.spark;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What is done with a row that cannot be judged, by the names that Spark's own stages use. */
enum HandleInvalid {
  /** The job ends. */
  ERROR,
  /** The row is left out. */
  SKIP,
  /** The row is kept as a stranger without a score: a gate that cannot judge lets nothing pass. */
  KEEP;

  static List<String> names() {
    return Arrays.stream(values()).map(HandleInvalid::toString).toList();
  }

  static HandleInvalid of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
