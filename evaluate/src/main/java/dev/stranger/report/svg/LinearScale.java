package dev.stranger.report.svg;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/** Equal steps for equal differences. */
public record LinearScale(double low, double high, DoubleFunction<String> label) implements Scale {

  public LinearScale {
    if (!(low < high)) {
      throw new IllegalArgumentException("an axis ascends, got " + low + " to " + high);
    }
  }

  public static LinearScale of(double low, double high) {
    return new LinearScale(low, high, NumberText::plain);
  }

  /** For shares, labelled in percent. */
  public static LinearScale ofShares(double low, double high) {
    return new LinearScale(low, high, NumberText::percent);
  }

  @Override
  public double position(double value) {
    return (value - low) / (high - low);
  }

  @Override
  public double value(double position) {
    return low + position * (high - low);
  }

  @Override
  public List<Tick> ticks(int most) {
    double step = step(most);
    List<Tick> ticks = new ArrayList<>();
    for (long k = (long) Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) {
      ticks.add(new Tick(k * step, label.apply(k * step)));
    }
    return ticks;
  }

  /** The first of 1, 2, 5, 10, 20, 50 ... that gives few enough ticks. */
  private double step(int most) {
    double decade = Math.pow(10, Math.floor(Math.log10((high - low) / most)));
    double step = decade;
    for (double factor : new double[] {2, 5, 10}) {
      step = (high - low) / step < most ? step : factor * decade;
    }
    return step;
  }
}
