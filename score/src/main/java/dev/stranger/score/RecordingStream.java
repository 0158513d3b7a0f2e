package dev.stranger.score;

import dev.stranger.DataException;
import dev.stranger.Verdict;
import dev.stranger.calibrate.DriftMonitor;
import dev.stranger.calibrate.DriftState;
import dev.stranger.series.Clock;
import dev.stranger.series.Windowing;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A recording while it is made: takes one step at a time and gives a verdict whenever a window is
 * complete, which is every stride. Holds the values of one window, whatever the length of the
 * recording. For one thread; streams of the same detector do not disturb one another.
 */
public final class RecordingStream {

  private final WindowedDetector detector;
  private final Windowing windowing;
  private final @Nullable DriftMonitor drift;

  /** The last values of each channel, the newest last. */
  private final float[][] values;

  /** How many steps there are since the beginning, or since the last gap. */
  private long steps;

  /** How many steps there are in all. */
  private long all;

  private final SplittableRandom random = new SplittableRandom(0);
  private long heardOfNext;
  private double lastTime;

  /** Time of the first step since the beginning, or since the last gap. */
  private double firstTime;

  /**
   * The verdict on a window.
   *
   * @param from number of its first step, counted from 0
   * @param to number of its last step
   * @param drift what the monitor says now; null when there is none
   */
  public record Judged(long from, long to, Verdict verdict, @Nullable DriftState drift) {}

  RecordingStream(WindowedDetector detector, @Nullable DriftMonitor drift) {
    this.detector = detector;
    this.windowing = detector.windowing();
    this.drift = drift;
    this.values = new float[windowing.channels().size()][windowing.length()];
  }

  /**
   * The next step, where steps are not timed or known to be equal.
   *
   * @param step a value for each channel
   * @return the window that it completes; mostly null
   * @throws DataException when it has other channels, or a value that is no number; the stream can
   *     go on
   */
  public @Nullable Judged add(float[] step) {
    requireFitting(step);
    for (int channel = 0; channel < values.length; channel++) {
      float[] own = values[channel];
      System.arraycopy(own, 1, own, 0, own.length - 1);
      own[own.length - 1] = step[channel];
    }
    steps++;
    all++;
    long past = steps - windowing.length();
    return past >= 0 && past % windowing.stride() == 0 ? judged() : null;
  }

  /**
   * The next step with its time. Steps that are missing are filled in if there are no more than
   * two. Behind a longer gap the first window begins anew, as a window never crosses one.
   *
   * @param time in the unit of the detector's {@link Clock}: seconds for dates
   * @return the windows that it completes, several if steps are filled in; mostly none
   * @throws DataException as {@link #add(float[])}, or when time does not go forward, or not by the
   *     steps of the detector
   */
  public List<Judged> add(double time, float[] step) {
    Clock clock = windowing.clock();
    if (!clock.isTimed()) {
      throw new DataException("the detector learnt from steps without a time; leave it out");
    }
    requireForward(time);
    requireFitting(step);
    List<Judged> judged = new ArrayList<>();
    double apart = (time - lastTime) / clock.step();
    if (all == 0 || apart > Clock.MOST_APART) {
      steps = 0;
      heardOfNext = all;
      firstTime = time;
    } else {
      int behind = (int) Math.rint(apart);
      requireSteps(time, apart, behind);
      fill(behind - 1, step, judged);
    }
    lastTime = time;
    addTo(judged, step);
    return judged;
  }

  private void requireForward(double time) {
    if (!Double.isFinite(time)) {
      throw new DataException(
          "the step has the time %s, not a finite number; leave it out".formatted(time));
    }
    if (all > 0 && time <= lastTime) {
      Clock clock = windowing.clock();
      throw new DataException(
          "time goes from %s to %s, it must go forward; leave the step out"
              .formatted(clock.time(lastTime), clock.time(time)));
    }
  }

  /**
   * Refuses what files fill in or refuse: a step that lies between others, and a window of other
   * steps than those of the detector.
   *
   * @param apart steps from the last one, and the whole number that is nearest
   */
  private void requireSteps(double time, double apart, int behind) {
    Clock clock = windowing.clock();
    String step = clock.duration(clock.step());
    // Each of the two may be off.
    if (behind == 0 || Math.abs(apart - behind) > 2 * Clock.JITTER) {
      throw new DataException(
          "the step at %s comes %s after the last one, the detector expects one every %s; leave it out, or resample the recording"
              .formatted(clock.time(time), clock.duration(time - lastTime), step));
    }
    double usual = (time - firstTime) / (steps - 1 + behind);
    if (steps + behind >= windowing.length() && !clock.fits(usual)) {
      throw new DataException(
          "the steps up to %s are %s apart on average, the detector expects %s; resample the recording"
              .formatted(clock.time(time), clock.duration(usual), step));
    }
  }

  private void fill(int missing, float[] next, List<Judged> judged) {
    float[] before = new float[values.length];
    for (int channel = 0; channel < before.length; channel++) {
      before[channel] = values[channel][windowing.length() - 1];
    }
    for (int i = 1; i <= missing; i++) {
      float[] between = new float[before.length];
      for (int channel = 0; channel < before.length; channel++) {
        double way = (double) next[channel] - before[channel]; // may be too long for a float
        between[channel] = (float) (before[channel] + way * i / (missing + 1));
      }
      addTo(judged, between);
    }
  }

  private void addTo(List<Judged> judged, float[] step) {
    @Nullable Judged one = add(step);
    if (one != null) {
      judged.add(one);
    }
  }

  private void requireFitting(float[] step) {
    if (step.length != values.length) {
      throw new DataException(
          "the step has %d values, the detector has %d channels: %s"
              .formatted(step.length, values.length, windowing.channels()));
    }
    for (int channel = 0; channel < step.length; channel++) {
      if (!Float.isFinite(step[channel])) {
        throw new DataException(
            "the step has %s in channel '%s', not a finite number; leave it out"
                .formatted(step[channel], windowing.channels().get(channel)));
      }
    }
  }

  private Judged judged() {
    int length = windowing.length();
    float[] sample = new float[values.length * length];
    for (int channel = 0; channel < values.length; channel++) {
      System.arraycopy(values[channel], 0, sample, channel * length, length);
    }
    Verdict verdict = detector.judge(sample);
    long from = all - length;
    return new Judged(from, all - 1, verdict, watched(from, verdict));
  }

  private @Nullable DriftState watched(long from, Verdict verdict) {
    if (drift == null) {
      return null;
    }
    if (from < heardOfNext) {
      return drift.state();
    }
    heardOfNext = from + windowing.next(random);
    return drift.add(verdict);
  }
}
