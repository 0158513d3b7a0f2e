package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.Remedy;
import dev.stranger.series.Clock;
import dev.stranger.series.Recording;
import java.util.BitSet;
import java.util.List;

/**
 * Brings the rows of a recording to equal steps. Rows that lie where a step is, or nearly, are
 * taken as they are. Otherwise, and where values are missing, a step lies on the line between the
 * values before and behind it, if these are no more than three steps apart.
 */
final class EvenSteps {

  /** Rows that are off by no more than this share of a step are at the step. */
  private static final double JITTER = 0.1;

  /** Steps between two values, at most: what lies farther apart is a gap. */
  private static final double MOST_APART = 3 + JITTER;

  private final RecordingRows rows;
  private final Clock clock;
  private final List<String> channels;

  /** Where each row lies, in steps from the first. */
  private final double[] places;

  private EvenSteps(RecordingRows rows, Clock clock, List<String> channels) {
    this.rows = rows;
    this.clock = clock;
    this.channels = channels;
    this.places = new double[rows.size()];
    boolean even = true;
    for (int i = 0; i < places.length; i++) {
      places[i] = clock.isTimed() ? (rows.time(i) - rows.time(0)) / clock.step() : i;
      even &= Math.abs(places[i] - i) <= JITTER;
    }
    for (int i = 0; i < places.length && even; i++) {
      places[i] = i;
    }
  }

  /**
   * @param channels their names
   * @param notes get a sentence when values were filled in
   * @throws DataException when there is a gap
   */
  static Recording of(RecordingRows rows, Clock clock, List<String> channels, List<String> notes) {
    EvenSteps even = new EvenSteps(rows, clock, channels);
    even.requireNoGap();
    Recording recording = even.recording();
    even.note(recording.steps(), notes);
    return recording;
  }

  private void requireNoGap() {
    for (int i = 1; i < places.length; i++) {
      if (places[i] - places[i - 1] > MOST_APART) {
        throw new DataException(
            "time jumps by %s after row %d of %s, the usual step is %s; cut the recording there into two files, or name a column that tells its parts apart"
                .formatted(
                    clock.duration(rows.time(i) - rows.time(i - 1)),
                    rows.line(i - 1),
                    rows.file().name(),
                    clock.duration(clock.step())),
            Remedy.ENTITY);
      }
    }
  }

  private Recording recording() {
    int steps = places.length == 0 ? 0 : (int) (places[places.length - 1] + JITTER) + 1;
    float[][] values = new float[rows.channels()][];
    for (int channel = 0; channel < values.length; channel++) {
      values[channel] = isAsItIs(channel, steps) ? rows.channel(channel) : filled(channel, steps);
    }
    return new Recording(rows.name(), values, clock.isTimed() ? rows.time(0) : 0);
  }

  private boolean isAsItIs(int channel, int steps) {
    if (steps != places.length || places[steps - 1] != steps - 1) {
      return false;
    }
    for (float value : rows.channel(channel)) {
      if (Float.isNaN(value)) {
        return false;
      }
    }
    return true;
  }

  private float[] filled(int channel, int steps) {
    float[] given = rows.channel(channel);
    float[] even = new float[steps];
    int before = -1;
    int behind = next(given, 0);
    for (int step = 0; step < steps; step++) {
      while (behind < given.length && places[behind] <= step) {
        before = behind;
        behind = next(given, behind + 1);
      }
      even[step] = between(given, channel, before, behind, step);
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

  private float between(float[] given, int channel, int before, int behind, int step) {
    if (before >= 0 && places[before] == step) {
      return given[before];
    }
    double start = before < 0 ? -1 : places[before];
    double end = behind == given.length ? places[given.length - 1] + 1 : places[behind];
    if (end - start > MOST_APART || before < 0 && behind == given.length) {
      throw new DataException(
          "%s has no value in '%s' for %,.0f steps %s; fill them in, leave the column out, or cut the recording there"
              .formatted(
                  rows.file().name(),
                  channels.get(channel),
                  end - start - 1,
                  before < 0 ? "from the start" : "after row " + rows.line(before)));
    }
    if (before < 0 || behind == given.length) {
      return given[before < 0 ? behind : before];
    }
    double share = (step - start) / (end - start);
    return (float) (given[before] + share * (given[behind] - given[before]));
  }

  private void note(int steps, List<String> notes) {
    BitSet there = new BitSet(steps);
    for (double place : places) {
      if (Math.abs(place - Math.rint(place)) <= JITTER) {
        there.set((int) Math.rint(place));
      }
    }
    int filled = steps - there.cardinality();
    if (filled > 0) {
      notes.add(
          "%s: %,d of %,d steps lie between its rows and were filled in, a step is %s"
              .formatted(rows.name(), filled, steps, clock.duration(clock.step())));
    }
    long missing = rows.missing();
    if (missing > 0) {
      notes.add("%s: %,d missing values were filled in".formatted(rows.name(), missing));
    }
  }
}
