package dev.stranger.train.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Finds out how long a step takes by making a few of them. */
final class StepTimer {

  private static final double LONG_ENOUGH = 0.5;
  private static final double SHARE = 0.02;
  private static final int FEWEST = 3;

  private StepTimer() {}

  /**
   * The median of some steps after a first one, in which libraries are loaded. Half a second is
   * long enough, and so is a fiftieth of what is to come.
   *
   * @param steps how many will be made afterwards
   * @param step makes the one with a number, counted from zero
   */
  static double seconds(long steps, IntConsumer step) {
    step.accept(0);
    List<Double> times = new ArrayList<>();
    double sum = 0;
    do {
      long start = System.nanoTime();
      step.accept(times.size() + 1);
      times.add((System.nanoTime() - start) / 1e9);
      sum += times.get(times.size() - 1);
    } while (sum < LONG_ENOUGH && (times.size() < FEWEST || times.size() < SHARE * steps));
    return times.stream().sorted().toList().get(times.size() / 2);
  }
}
