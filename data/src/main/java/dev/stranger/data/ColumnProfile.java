package dev.stranger.data;

import dev.stranger.table.Column.Spelling;
import dev.stranger.table.FieldReader;
import dev.stranger.table.MarkedNumber;
import dev.stranger.table.PlainNumber;
import dev.stranger.table.TimeText;
import dev.stranger.table.UnitSign;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a first pass counts in one column, in bounded memory. */
final class ColumnProfile {

  /** Longer texts are prose, not categories. */
  static final int LONGEST = 256;

  private static final int MOST_UNITS = 4;

  /** Of so many decimals, three each, one would end in a zero that programs drop. */
  private static final int FEWEST_GROUPED = 3;

  private static final double THOUSAND = 1000;

  /** A field, and where it stands. */
  record Place(String field, String row) {}

  private final int most;
  private final boolean countsAll;

  /** How many fields can be read in a spelling: those of numbers, and those of times. */
  private final long[] readable = new long[Spelling.values().length];

  /** The values in each spelling. */
  private final ValueRange[] ranges =
      Stream.generate(ValueRange::new).limit(readable.length).toArray(ValueRange[]::new);

  private final Map<String, int[]> texts = new HashMap<>();
  private @Nullable Set<Long> different = new HashSet<>();
  private long gaps;
  private long values;
  private long numbers;
  private long times;
  private @Nullable Place firstNumber;
  private @Nullable Place firstTime;
  private @Nullable Place firstText;
  private @Nullable String firstMarked;
  private @Nullable String firstGrouped;
  private long grouped;
  private boolean hundreds;
  private boolean thousands;
  private boolean padded;

  /** The signs beside its numbers, each with the first field that has it. */
  private final Map<Character, String> units = new LinkedHashMap<>();

  private boolean prose;
  private @Nullable String first;
  private boolean constant = true;
  private boolean repeats;
  private boolean overflown;
  private boolean rising = true;
  private double last = Double.NEGATIVE_INFINITY;

  /**
   * @param most texts that are counted apart
   * @param countsAll whether numbers and times count as texts too
   */
  ColumnProfile(int most, boolean countsAll) {
    this.most = most;
    this.countsAll = countsAll;
  }

  /**
   * @param isDecimal whether a point in it parts decimals, as in JSON
   */
  void add(String field, boolean isDecimal, Supplier<String> row) {
    String text = field.strip();
    if (FieldReader.isGap(text)) {
      gaps++;
      return;
    }
    values++;
    first = first == null ? text : first;
    constant = constant && text.equals(first);
    boolean isText = !isNumber(text, isDecimal, row) && !isTime(text, row);
    if (isText && firstText == null) {
      firstText = new Place(text, row.get());
    }
    if (isText || countsAll) {
      count(FieldReader.category(text));
    }
  }

  private boolean isNumber(String field, boolean isDecimal, Supplier<String> row) {
    char unit = UnitSign.in(field);
    String text = unit == UnitSign.NONE ? field : UnitSign.without(field);
    double value = PlainNumber.toDouble(text);
    boolean isPlain = Float.isFinite((float) value);
    double byComma = mayBeMarked(text, isPlain) ? number(text, Spelling.COMMA) : value;
    double byPoint = isPlain ? value : number(text, Spelling.PLAIN);
    if (Double.isNaN(byComma) && Double.isNaN(byPoint) || Double.isInfinite((float) byPoint)) {
      return false;
    }
    numbers++;
    readable(Spelling.PLAIN, byPoint);
    readable(Spelling.COMMA, byComma);
    firstNumber = firstNumber == null ? new Place(field, row.get()) : firstNumber;
    plain(isPlain, field);
    unit(unit, field);
    if (isPlain && !isDecimal) {
      group(field, value, byComma);
    }
    padded |= text.length() > 2 && text.charAt(0) == '0' && Character.isDigit(text.charAt(1));
    look(value);
    return true;
  }

  /** A point that parts groups of digits has three of them behind it; other points need no look. */
  private static boolean mayBeMarked(String text, boolean isPlain) {
    return !isPlain || text.indexOf('.') >= 0;
  }

  /** Looks at the point of a number that may part groups of digits, or at one without a point. */
  private void group(String field, double byPoint, double byComma) {
    if (!Double.isNaN(byComma) && byComma != byPoint) {
      grouped++;
      firstGrouped = firstGrouped == null ? field : firstGrouped;
    } else if (field.indexOf('.') < 0) {
      hundreds |= Math.abs(byPoint) < THOUSAND;
      thousands |= Math.abs(byPoint) >= THOUSAND;
    }
  }

  private void unit(char unit, String field) {
    if (units.size() <= MOST_UNITS && !units.containsKey(unit)) {
      units.put(unit, field);
    }
  }

  private static double number(String text, Spelling spelling) {
    boolean mayBeNumber =
        !text.isEmpty() && text.charAt(0) <= '9'; // most texts begin with a letter
    return mayBeNumber ? MarkedNumber.toDouble(text, spelling) : Double.NaN;
  }

  private void plain(boolean isPlain, String text) {
    firstMarked = firstMarked == null && !isPlain ? text : firstMarked;
  }

  private void readable(Spelling spelling, double value) {
    readable[spelling.ordinal()] += Double.isNaN(value) ? 0 : 1;
    ranges[spelling.ordinal()].add(value);
  }

  /** Whether numbers count something through, and whether any comes back. */
  private void look(double value) {
    boolean whole = value == Math.rint(value);
    rising = rising && whole && value > last;
    last = value;
    if (different != null && (!whole || !different.add((long) value))) {
      different = null;
    } else if (different != null && different.size() >= most) {
      different.clear(); // so many different ones are enough
    }
  }

  private boolean isTime(String text, Supplier<String> row) {
    double byDay = TimeText.days(text, Spelling.DAY_FIRST);
    double byMonth = TimeText.days(text, Spelling.MONTH_FIRST);
    if (Double.isNaN(byDay) && Double.isNaN(byMonth)) {
      return false;
    }
    times++;
    readable(Spelling.DAY_FIRST, byDay);
    readable(Spelling.MONTH_FIRST, byMonth);
    firstTime = firstTime == null ? new Place(text, row.get()) : firstTime;
    plain(byDay == byMonth, text);
    return true;
  }

  private void count(String text) {
    prose |= text.length() > LONGEST;
    int[] known = texts.get(text);
    if (known != null) {
      known[0]++;
      repeats = true;
    } else if (texts.size() < most && text.length() <= LONGEST) {
      texts.put(text, new int[] {1});
    } else {
      overflown = true;
    }
  }

  long gaps() {
    return gaps;
  }

  /** All fields that are no gaps. */
  long values() {
    return values;
  }

  boolean isNumbers() {
    return values > 0 && numbers == values;
  }

  boolean isTimes() {
    return values > 0 && times == values;
  }

  boolean isTexts() {
    return values > 0 && numbers == 0 && times == 0;
  }

  /** Whether no number or time can be read in two ways, or in one that is not usual. */
  boolean isPlain() {
    return firstMarked == null;
  }

  /** Whether every number, or every time, can be read in a spelling. */
  boolean isReadable(Spelling spelling) {
    boolean number = spelling == Spelling.PLAIN || spelling == Spelling.COMMA;
    return readable[spelling.ordinal()] == (number ? numbers : times);
  }

  /**
   * Fields whose numbers cannot be compared: in several currencies, or with percent and without.
   */
  List<String> mixedUnits() {
    List<Character> differing =
        units.keySet().stream()
            .filter(unit -> unit != UnitSign.NONE || units.containsKey(UnitSign.PERCENT))
            .toList();
    return differing.size() < 2 ? List.of() : differing.stream().map(units::get).toList();
  }

  /** Whether points may part groups of digits in all its numbers, and do in some. */
  boolean isGrouped() {
    return grouped > 0 && isReadable(Spelling.COMMA);
  }

  /**
   * Whether points are in all numbers but those below a thousand, as if they parted groups of
   * digits: a program that writes decimals drops zeros at the end, or writes {@code .000} too.
   */
  boolean isPerhapsGrouped() {
    return isGrouped() && grouped >= FEWEST_GROUPED && hundreds && !thousands;
  }

  /** The first number whose point may part groups of digits, as it is written. */
  @Nullable String firstGrouped() {
    return firstGrouped;
  }

  /** Whether all its times are of a day alone, without a date. */
  boolean isOfDay() {
    return isTimes() && range(Spelling.DAY_FIRST).isBetween(-1, 2); // in UTC
  }

  /** The values in one spelling. */
  ValueRange range(Spelling spelling) {
    return ranges[spelling.ordinal()];
  }

  /** Whether numbers that differ all become the same float. */
  boolean isOneFloat() {
    return isNumbers() && gaps == 0 && range().isOneFloat();
  }

  /** Whether numbers are so small that all become zero. */
  boolean isZero() {
    return range().isZero();
  }

  private ValueRange range() {
    return range(isReadable(Spelling.PLAIN) ? Spelling.PLAIN : Spelling.COMMA);
  }

  /** Whether a number of three digits or more has a leading zero, as codes have. */
  boolean isPadded() {
    return padded;
  }

  boolean isConstant() {
    return constant && gaps == 0;
  }

  /** The first value; empty when there are gaps alone. */
  String first() {
    return first == null ? "" : first;
  }

  /** Whole numbers without a gap, each larger than the one before. */
  boolean isRising() {
    return isNumbers() && isPlain() && rising && gaps == 0;
  }

  /** Whole numbers, of which none comes twice, or only late in a long table. */
  boolean areNumbersDifferent() {
    return isNumbers() && isPlain() && different != null && gaps == 0;
  }

  boolean areTextsDifferent() {
    return isTexts() && !repeats;
  }

  /** Whether there are more different texts than are counted. */
  boolean isOverflown() {
    return overflown;
  }

  /** How many rows have a text. */
  Map<String, int[]> texts() {
    return texts;
  }

  boolean hasProse() {
    return prose;
  }

  /** The first number or time that is not plain, as it is written. */
  @Nullable String firstMarked() {
    return firstMarked;
  }

  /** The kinds of fields that it holds, and where each comes first. */
  String kinds() {
    return String.join(
        " and ",
        Stream.of(
                words(numbers, "number", firstNumber),
                words(times, "time", firstTime),
                words(values - numbers - times, "text", firstText))
            .filter(words -> !words.isEmpty())
            .toList());
  }

  private static String words(long count, String kind, @Nullable Place place) {
    return place == null
        ? ""
        : "%,d %s (first: '%s' in %s)"
            .formatted(
                count,
                count == 1 ? kind : kind + "s",
                TableCursor.abbreviated(place.field()),
                place.row());
  }
}
