package dev.stranger.report;

import dev.stranger.Plural;
import dev.stranger.report.svg.NumberText;
import java.util.List;
import java.util.Locale;

/** Numbers and lists as a page says them. */
public final class Words {

  private Words() {}

  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** "1 set", "2 sets". */
  public static String count(long number, String noun) {
    return Plural.of(number, noun);
  }

  /** A share in percent with up to two digits after the point: 5 %, 0.07 %. */
  public static String percent(double share) {
    return decimals(share * 100, 2).replaceFirst("\\.?0+$", "") + "\u00a0%";
  }

  public static String decimals(double value, int digits) {
    String text = String.format(Locale.ROOT, "%." + digits + "f", value);
    return text.matches("-0[.0]*") ? text.substring(1) : text.replace('-', '−');
  }

  /** At most four digits that count, or all those of a large number. */
  static String number(double value) {
    double size = Math.abs(value);
    if (size >= 1000 && size < 1e12) {
      return count(Math.round(value));
    }
    return size != 0 && size < 1e-5 || size >= 1e12
        ? NumberText.power(value)
        : NumberText.digits(value);
  }

  /**
   * How many of 100, with a digit after the point where whole numbers would hide a miss: 100 means
   * all, 0 means none.
   */
  static String ofHundred(double share) {
    if (share == 0 || share == 1) {
      return share == 0 ? "0" : "100";
    }
    if (share > 0.9995) {
      return "over 99.9";
    }
    int digits = share < 0.1 || share > 0.9 ? 1 : 0;
    return share < 0.0005 ? "under 0.1" : decimals(share * 100, digits).replaceFirst("\\.0$", "");
  }

  /** Names from the outermost on, as in JSON. */
  public static String path(List<String> names) {
    return String.join(" · ", names).replace('_', ' ');
  }

  /** The names of sets: "a", "a and b", "a, b and c"; in quotes where a name itself has gaps. */
  static String list(List<String> names) {
    List<String> items =
        names.stream().map(name -> name.matches("[^ ,]*") ? name : "“" + name + "”").toList();
    int last = items.size() - 1;
    return last < 1
        ? String.join("", items)
        : String.join(", ", items.subList(0, last)) + " and " + items.get(last);
  }
}
