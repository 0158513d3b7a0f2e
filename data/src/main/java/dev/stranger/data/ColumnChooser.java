package dev.stranger.data;

import dev.stranger.table.Column;
import dev.stranger.table.Column.Kind;
import dev.stranger.table.Column.Spelling;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a column holds.
 *
 * @param decimals the spelling of numbers in other columns, or null when they do not say
 * @param choosy whether ids and constants are left out
 */
record ColumnChooser(
    String name, int position, ColumnProfile profile, @Nullable Spelling decimals, boolean choosy) {

  /** So few rows say nothing of whether a column is an id or constant, or a text rare. */
  private static final long FEW_ROWS = 10;

  /** In so many rows a category is known; rarer ones are as good as unseen. */
  private static final int KNOWN = 3;

  private static final int MOST_CATEGORIES = 100;

  /** Whoever learns from the label by oversight gets a detector that needs it. */
  private static final Pattern LABEL_NAME =
      Pattern.compile("(?i:labels?|class|ground[ _]?truth|(is[ _]?)?(anomaly|outlier|fraud))");

  private static final Pattern ID_NAME = Pattern.compile("(?i:id)|.*[ _.-](?i:id)|.*[a-z]I[dD]");

  /**
   * @param said what a person says that it holds, or null
   */
  ColumnChoice choose(@Nullable Kind said) {
    if (profile.values() == 0) {
      return leftOut("no value in any row");
    }
    if (said != null) {
      return said(said);
    }
    boolean many = choosy && profile.values() + profile.gaps() >= FEW_ROWS;
    if (many && profile.isConstant()) {
      return leftOut("always '%s'".formatted(TableCursor.abbreviated(profile.first())));
    }
    if (many && isId()) {
      return leftOut("an id");
    }
    if (many && LABEL_NAME.matcher(name).matches()) {
      return leftOut("perhaps the label");
    }
    if (many && profile.isOneFloat()) {
      return leftOut(
          profile.isZero()
              ? "too small for floats, multiply them"
              : "the same in all rows as floats keep seven digits, subtract an offset");
    }
    return profile.isNumbers()
        ? number()
        : profile.isTimes()
            ? time()
            : profile.isTexts() ? category(many) : unusable("holds " + profile.kinds());
  }

  /** Of a column that holds lists, in JSON. */
  ColumnChoice lists(@Nullable Kind said) {
    String what = "lists of values";
    return said == null ? leftOut(what) : unusable("holds " + what);
  }

  private boolean isId() {
    return profile.isRising()
        || profile.areNumbersDifferent() && ID_NAME.matcher(name).matches()
        || profile.areTextsDifferent();
  }

  private ColumnChoice said(Kind kind) {
    boolean holds =
        switch (kind) {
          case NUMBER -> profile.isNumbers();
          case TIME -> profile.isTimes();
          case CATEGORY -> true;
        };
    if (!holds) {
      return unusable("holds " + profile.kinds());
    }
    return switch (kind) {
      case NUMBER -> number();
      case TIME -> time();
      case CATEGORY -> kept(1);
    };
  }

  private ColumnChoice number() {
    boolean byPoint = profile.isReadable(Spelling.PLAIN);
    boolean byComma = profile.isReadable(Spelling.COMMA);
    List<String> units = profile.mixedUnits();
    if (!units.isEmpty()) {
      return unusable(
          "holds numbers in several units, such as '%s' and '%s'"
              .formatted(units.get(0), units.get(1)));
    }
    if (profile.isGrouped() && decimals == Spelling.COMMA) {
      return number(Spelling.COMMA);
    }
    if (profile.isPerhapsGrouped() && decimals == null) {
      return unusable(
          "leaves open whether '%s' has a decimal point or a thousands separator"
              .formatted(profile.firstGrouped()));
    }
    if (profile.isPlain()) {
      return number(Spelling.PLAIN);
    }
    String marked = Objects.requireNonNull(profile.firstMarked());
    if (!byPoint && !byComma) {
      return unusable("holds numbers with points and with commas, such as '%s'".formatted(marked));
    }
    if (byPoint && byComma && decimals == null) {
      return unusable("leaves open whether '%s' has a decimal comma".formatted(marked));
    }
    Spelling spelling = byPoint && byComma ? decimals : byComma ? Spelling.COMMA : Spelling.PLAIN;
    return number(Objects.requireNonNull(spelling));
  }

  private ColumnChoice number(Spelling spelling) {
    boolean padded = profile.isPlain() && profile.isPadded();
    return used(
        Column.number(name).with(spelling),
        profile.range(spelling).isCoarse()
            ? ColumnChoice.COARSE
            : padded ? ColumnChoice.PADDED : "");
  }

  private ColumnChoice time() {
    boolean dayFirst = profile.isReadable(Spelling.DAY_FIRST);
    boolean monthFirst = profile.isReadable(Spelling.MONTH_FIRST);
    if (profile.isPlain()) {
      return used(Column.time(name), profile.isOfDay() ? ColumnChoice.OF_DAY : "");
    }
    String marked = Objects.requireNonNull(profile.firstMarked());
    if (dayFirst == monthFirst) {
      return unusable(
          (dayFirst
                  ? "leaves open whether '%s' has the day or the month first"
                  : "holds dates with the day first and with the month first, such as '%s'")
              .formatted(marked));
    }
    return used(Column.time(name).with(dayFirst ? Spelling.DAY_FIRST : Spelling.MONTH_FIRST), "");
  }

  private ColumnChoice category(boolean many) {
    return many && profile.hasProse() ? leftOut("long texts") : kept(many ? KNOWN : 1);
  }

  /**
   * @param rows that a category needs
   */
  private ColumnChoice kept(int rows) {
    List<Map.Entry<String, int[]>> known =
        profile.texts().entrySet().stream()
            .filter(text -> text.getValue()[0] >= rows)
            .sorted(
                Comparator.comparingInt((Map.Entry<String, int[]> text) -> -text.getValue()[0])
                    .thenComparing(Map.Entry::getKey))
            .limit(MOST_CATEGORIES)
            .toList();
    long covered = known.stream().mapToLong(text -> text.getValue()[0]).sum();
    int others = profile.texts().size() - known.size();
    if (profile.texts().isEmpty()) {
      return leftOut("long texts");
    }
    if (known.isEmpty() || rows > 1 && 2 * covered < profile.values()) {
      return leftOut(
          "%s%,d different texts such as '%s'"
              .formatted(
                  profile.isOverflown() ? "more than " : "",
                  profile.texts().size(),
                  TableCursor.abbreviated(profile.first())));
    }
    return used(
        Column.category(name, known.stream().map(Map.Entry::getKey).toList()),
        others == 0 && !profile.isOverflown()
            ? ""
            : "%s%,d rare".formatted(profile.isOverflown() ? "more than " : "", others));
  }

  private ColumnChoice used(Column column, String note) {
    return new ColumnChoice(name, position, column, note, false, profile.gaps());
  }

  private ColumnChoice leftOut(String why) {
    return new ColumnChoice(name, position, null, why, false, profile.gaps());
  }

  private ColumnChoice unusable(String why) {
    return new ColumnChoice(name, position, null, why, true, profile.gaps());
  }
}
