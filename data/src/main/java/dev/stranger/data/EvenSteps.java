package dev.stranger.data;

import dev.stranger.series.Clock;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Brings rows of a recording to equal steps. Rows that lie where a step is, or nearly, are taken as
 * they are. Otherwise, and where values are missing, a step lies on the line between the values
 * before and behind it, if these are no more than three steps apart. If they are farther apart, it
 * has no value.
 */
final class EvenSteps {

  private final RecordingRows rows;

  /** The first row. */
  private final int from;

  /** Where each row lies, in steps from the first. */
  private final double[] places;

  private long filled;

  /**
   * @param from first of the rows
   * @param to behind the last of them
   */
  EvenSteps(RecordingRows rows, int from, int to, Clock clock) {
    this.rows = rows;
    this.from = from;
    this.places = new double[to - from];
    boolean even = true;
    for (int i = 0; i < places.length; i++) {
      places[i] = clock.isTimed() ? (rows.time(from + i) - rows.time(from)) / clock.step() : i;
      even &= Math.abs(places[i] - i) <= Clock.JITTER;
    }
    for (int i = 0; i < places.length && even; i++) {
      places[i] = i;
    }
  }

  int steps() {
    return (int) (places[places.length - 1] + Clock.JITTER) + 1;
  }

  /** How many steps have no row of their own. */
  int between() {
    BitSet there = new BitSet(steps());
    for (double place : places) {
      if (Math.abs(place - Math.rint(place)) <= Clock.JITTER) {
        there.set((int) Math.rint(place));
      }
    }
    return steps() - there.cardinality();
  }

  /** The last row that lies before a step, or at it. */
  int rowAt(int step) {
    int found = Arrays.binarySearch(places, step);
    return from + (found >= 0 ? found : -found - 2);
  }

  /** How many missing values were filled in; call after {@link #values}. */
  long filled() {
    return filled;
  }

  /** The values of each channel; NaN in gaps. */
  float[][] values() {
    float[][] values = new float[rows.channels()][];
    for (int channel = 0; channel < values.length; channel++) {
      values[channel] = even(rows.channel(channel, from, from + places.length));
    }
    return values;
  }

  private float[] even(float[] given) {
    float[] even = new float[steps()];
    int before = -1;
    int behind = next(given, 0);
    for (int step = 0; step < even.length; step++) {
      while (behind < given.length && places[behind] <= step) {
        before = behind;
        behind = next(given, behind + 1);
      }
      even[step] = between(given, before, behind, step);
    }
    for (int row = 0; row < given.length; row++) {
      int step = Math.min(even.length - 1, (int) Math.rint(places[row]));
      filled += Float.isNaN(given[row]) && !Float.isNaN(even[step]) ? 1 : 0;
    }
    return even;
  }

  private static int next(float[] given, int from) {
    int next = from;
    while (next < given.length && Float.isNaN(given[next])) {
      next++;
    }
    return next;
  }

  private float between(float[] given, int before, int behind, int step) {
    if (before >= 0 && places[before] == step) {
      return given[before];
    }
    double start = before < 0 ? -1 : places[before];
    double end = behind == given.length ? places[given.length - 1] + 1 : places[behind];
    if (end - start > Clock.MOST_APART || before < 0 && behind == given.length) {
      return Float.NaN;
    }
    if (before < 0 || behind == given.length) {
      return given[before < 0 ? behind : before];
    }
    double share = (step - start) / (end - start);
    double way = (double) given[behind] - given[before]; // may be too long for a float
    return (float) (given[before] + share * way);
  }
}
