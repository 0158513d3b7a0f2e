package dev.stranger.calibrate;

import dev.stranger.Calibration;
import dev.stranger.Verdict;
import java.util.OptionalLong;
import java.util.function.LongToDoubleFunction;

/**
 * Watches the scores of a stream, one at a time, with two tests: a bet on p-values among all scores
 * so far ({@link TestMartingale} or {@link ShiryaevRoberts}), which also sees drifts that flag no
 * single sample, and a look at how many of the last w samples are flagged, once every w samples
 * ({@link DriftWindow}). Each test gets half of the error that is allowed, so the guarantee is
 * about both together.
 *
 * <p>An alarm stays. When it has been dealt with, make a new monitor, from fresh held-out scores
 * where the data has changed for good. Safe to use from several threads; the order in which their
 * scores arrive is the order of the stream. A score costs some microseconds, also after millions of
 * them, and 4 to 8 bytes that stay.
 */
public final class DriftMonitor {

  /** A set so large has hardly any luck of its own to repeat; 8 MB at most. */
  static final int ENDLESS_SCORES = 1 << 20;

  private static final double TEN = Math.log(10);

  private final Calibration calibration;
  private final OnlineCalibration online;
  private final StreamBet bet;
  private final double logLine;
  private final DriftWindow window;
  private final LongToDoubleFunction levelOfLook;
  private long samples;
  private OptionalLong streamAlarm = OptionalLong.empty();
  private OptionalLong windowAlarm = OptionalLong.empty();

  private DriftMonitor(
      Calibration calibration,
      OnlineCalibration online,
      StreamBet bet,
      double logLine,
      FalseAlarmBound bound,
      int window,
      LongToDoubleFunction levelOfLook) {
    if (bound.calibrationSize() != calibration.size()) {
      throw new IllegalArgumentException(
          "the bound is one of %d held-out scores, there are %d; take that of the detector"
              .formatted(bound.calibrationSize(), calibration.size()));
    }
    this.calibration = calibration;
    this.online = online;
    this.bet = bet;
    this.logLine = logLine;
    this.window = new DriftWindow(bound, window);
    this.levelOfLook = levelOfLook;
  }

  /**
   * For a stream with an end, or one that is watched until it drifts: while nothing drifts, there
   * is an alarm with a probability of at most alpha, however long the stream is. A drift is seen
   * later the longer it was quiet.
   *
   * @param bound says which samples the window counts
   * @param window w, the number of samples that it counts among
   */
  public static DriftMonitor ever(
      Calibration calibration, FalseAlarmBound bound, double alpha, int window) {
    Require.inside("alarm level", alpha);
    double half = alpha / 2;
    return new DriftMonitor(
        calibration,
        new OnlineCalibration(calibration),
        new TestMartingale(),
        -Math.log(half),
        bound,
        window,
        look -> half / look / (look + 1.0)); // adds up to half over all looks
  }

  /**
   * For a stream without end: while nothing drifts, there is an alarm within the first m samples
   * with a probability of at most {@code m / samplesToFalseAlarm}. A drift is seen as soon after a
   * year as after a day. Holds about a million scores at most, and takes them for all from then on.
   *
   * @param bound says which samples the window counts
   * @param window w, the number of samples that it counts among, at most {@code
   *     samplesToFalseAlarm}
   */
  public static DriftMonitor endless(
      Calibration calibration, FalseAlarmBound bound, double samplesToFalseAlarm, int window) {
    if (!(samplesToFalseAlarm >= window && Double.isFinite(samplesToFalseAlarm))) {
      throw new IllegalArgumentException(
          "a window of %d samples does not go with one false alarm in %s samples; shorten it"
              .formatted(window, samplesToFalseAlarm));
    }
    double level = window / (2 * samplesToFalseAlarm);
    return new DriftMonitor(
        calibration,
        new OnlineCalibration(calibration, ENDLESS_SCORES),
        new ShiryaevRoberts(),
        Math.log(2 * samplesToFalseAlarm),
        bound,
        window,
        look -> level);
  }

  /** One more sample of the stream. */
  public DriftState add(Verdict verdict) {
    return add(verdict.score());
  }

  /** The score of one more sample of the stream. */
  public synchronized DriftState add(float score) {
    samples++;
    bet.add(online.add(score));
    if (streamAlarm.isEmpty() && bet.logValue() >= logLine) {
      streamAlarm = OptionalLong.of(samples);
    }
    window.add(calibration.pValue(score));
    if (windowAlarm.isEmpty() && samples % window.length() == 0) {
      double level = levelOfLook.applyAsDouble(samples / window.length());
      windowAlarm = window.alarm(level) ? OptionalLong.of(samples) : OptionalLong.empty();
    }
    return state();
  }

  public synchronized DriftState state() {
    return new DriftState(
        samples,
        bet.logValue() / TEN,
        logLine / TEN,
        window.size(),
        window.flagged(),
        streamAlarm,
        windowAlarm);
  }
}
