package dev.stranger.report.svg;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Equal steps for equal ratios. The ends are both positive, or both negative: then the magnitudes
 * descend along the axis.
 */
public final class LogScale implements Scale {

  private static final double[] ALL = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  private static final double[] SOME = {1, 2, 5};
  private static final double[] DECADES = {1};

  private final double low;
  private final double high;
  private final DoubleFunction<String> label;
  private final double span;

  private LogScale(double low, double high, DoubleFunction<String> label) {
    if (!(low < high && low * Math.signum(high) > 0)) {
      throw new IllegalArgumentException(
          "a logarithmic axis ascends without touching 0, got " + low + " to " + high);
    }
    this.low = low;
    this.high = high;
    this.label = label;
    span = Math.log(high / low);
  }

  public static LogScale of(double low, double high) {
    return new LogScale(low, high, NumberText::plain);
  }

  /** For shares, labelled in percent. */
  public static LogScale ofShares(double low, double high) {
    return new LogScale(low, high, NumberText::percent);
  }

  /** Zero and values of the other sign lie infinitely far outside. */
  @Override
  public double position(double value) {
    double ratio = value / low;
    return ratio > 0 ? Math.log(ratio) / span : Math.signum(value - low) * Double.POSITIVE_INFINITY;
  }

  @Override
  public double value(double position) {
    return low * Math.pow(high / low, position);
  }

  @Override
  public List<Tick> ticks(int most) {
    for (double[] digits : new double[][] {ALL, SOME, DECADES}) {
      List<Tick> ticks = ticks(digits, 1);
      if (ticks.size() <= most) {
        return ticks;
      }
    }
    return ticks(DECADES, (int) Math.ceil(ticks(DECADES, 1).size() / (double) most));
  }

  private List<Tick> ticks(double[] digits, int everyDecade) {
    double small = Math.min(Math.abs(low), Math.abs(high));
    double large = Math.max(Math.abs(low), Math.abs(high));
    List<Tick> ticks = new ArrayList<>();
    for (int decade = (int) Math.floor(Math.log10(small)); power(decade) <= large; decade++) {
      for (double digit : digits) {
        double value = digit * power(decade);
        if (value >= small * (1 - 1e-9)
            && value <= large * (1 + 1e-9)
            && decade % everyDecade == 0) {
          ticks.add(new Tick(Math.copySign(value, low), label.apply(Math.copySign(value, low))));
        }
      }
    }
    if (low < 0) {
      Collections.reverse(ticks);
    }
    return ticks;
  }

  private static double power(int decade) {
    return decade < 0 ? 1 / Math.pow(10, -decade) : Math.pow(10, decade);
  }
}
