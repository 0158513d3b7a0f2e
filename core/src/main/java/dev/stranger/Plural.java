package dev.stranger;

/** Numbers of things, as messages say them. */
public final class Plural {

  private Plural() {}

  /** "1 sample", "2 samples". */
  public static String of(long number, String noun) {
    return "%,d %s%s".formatted(number, noun, number == 1 ? "" : "s");
  }
}
