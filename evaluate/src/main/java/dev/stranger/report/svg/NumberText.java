package dev.stranger.report.svg;

import java.math.BigDecimal;
import java.math.MathContext;

/** Short texts of numbers. */
public final class NumberText {

  private static final MathContext DIGITS = new MathContext(4);
  private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  private NumberText() {}

  /**
   * Four digits at most, however large or small: {@code 0.25}, {@code 1200}, {@code 15k}, {@code
   * 2·10⁹}.
   */
  public static String plain(double value) {
    double size = Math.abs(value);
    if (size == 0 || size >= 1e-3 && size < 1e4) {
      return digits(value);
    }
    if (size >= 1e4 && size < 1e6) {
      return digits(value / 1e3) + "k";
    }
    return size >= 1e6 && size < 1e9 ? digits(value / 1e6) + "M" : power(value);
  }

  /** A share in percent: {@code 5 %}. */
  public static String percent(double share) {
    return digits(share * 100) + "\u00a0%";
  }

  /** At most four digits that count. */
  public static String digits(double value) {
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    return minus(rounded.signum() == 0 ? "0" : rounded.toPlainString());
  }

  /** As a power of ten: {@code 2·10⁹}. */
  public static String power(double value) {
    int exponent = (int) Math.floor(Math.log10(Math.abs(value)) + 1e-9);
    String factor = digits(value / Math.pow(10, exponent));
    String sign = factor.equals("1") ? "" : factor.equals("−1") ? "−" : factor + "·";
    StringBuilder text = new StringBuilder(sign + "10" + (exponent < 0 ? "⁻" : ""));
    for (char digit : Integer.toString(Math.abs(exponent)).toCharArray()) {
      text.append(SUPERSCRIPTS.charAt(digit - '0'));
    }
    return text.toString();
  }

  private static String minus(String text) {
    return text.replace('-', '−');
  }
}
