package dev.stranger;

import java.util.Locale;

/** Numbers of things, as messages say them. */
public final class Plural {

  private Plural() {}

  /** "1 sample", "2 samples". */
  public static String of(long number, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
  }
}
