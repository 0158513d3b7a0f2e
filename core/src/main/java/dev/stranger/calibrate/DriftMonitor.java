package dev.stranger.calibrate;

import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.Verdict;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
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
  public static final int ENDLESS_SCORES = 1 << 20;

  private static final long NO_ALARM = -1;
  private static final double TEN = Math.log(10);

  private final boolean endless;
  private final double limit;
  private final Calibration calibration;
  private final DriftWindow window;
  private final OnlineCalibration online;
  private final StreamBet bet;
  private final double logLine;
  private final LongToDoubleFunction levelOfLook;
  private long samples;
  private OptionalLong streamAlarm = OptionalLong.empty();
  private OptionalLong windowAlarm = OptionalLong.empty();

  /**
   * @param limit the probability of a false alarm, or in a stream without end the number of samples
   *     to one
   * @param mostScores that its calibration grows to
   */
  private DriftMonitor(
      boolean endless,
      double limit,
      Calibration calibration,
      FalseAlarmBound bound,
      int window,
      int mostScores) {
    if (bound.calibrationSize() != calibration.size()) {
      throw new IllegalArgumentException(
          "the bound is one of %d held-out scores, there are %d; take that of the detector"
              .formatted(bound.calibrationSize(), calibration.size()));
    }
    this.endless = endless;
    this.limit = limit;
    this.calibration = calibration;
    this.window = new DriftWindow(bound, window);
    this.online = new OnlineCalibration(calibration, mostScores);
    if (endless) {
      double level = window / (2 * limit);
      this.bet = new ShiryaevRoberts();
      this.logLine = Math.log(2 * limit);
      this.levelOfLook = look -> level;
    } else {
      double half = limit / 2;
      this.bet = new TestMartingale();
      this.logLine = -Math.log(half);
      this.levelOfLook = look -> half / look / (look + 1.0); // adds up to half over all looks
    }
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
    return new DriftMonitor(false, alpha, calibration, bound, window, Integer.MAX_VALUE);
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
    return endless(calibration, bound, samplesToFalseAlarm, window, ENDLESS_SCORES);
  }

  /**
   * The same with less memory, for those who have thousands of streams.
   *
   * @param mostScores that it holds, those of the calibration among them; with fewer than {@code
   *     samplesToFalseAlarm} there may be more false alarms (docs/guarantees.md)
   */
  public static DriftMonitor endless(
      Calibration calibration,
      FalseAlarmBound bound,
      double samplesToFalseAlarm,
      int window,
      int mostScores) {
    if (!(samplesToFalseAlarm >= window && Double.isFinite(samplesToFalseAlarm))) {
      throw new IllegalArgumentException(
          "a window of %d samples does not go with one false alarm in %s samples; shorten it"
              .formatted(window, samplesToFalseAlarm));
    }
    return new DriftMonitor(true, samplesToFalseAlarm, calibration, bound, window, mostScores);
  }

  /**
   * The monitor that was {@linkplain #save saved}: it goes on as if it had never been interrupted.
   *
   * @param calibration and {@code bound} are those that the saved monitor was made with
   * @throws DataException when the bytes are damaged, or were saved with other held-out scores or
   *     another bound
   */
  public static DriftMonitor restore(byte[] saved, Calibration calibration, FalseAlarmBound bound) {
    return SavedBytes.read(
        saved,
        in -> {
          DriftMonitor monitor = read(in, calibration, bound);
          monitor.online.restore(SavedBytes.readFloats(in));
          return monitor;
        });
  }

  /**
   * The monitor that was {@linkplain #saveWithoutScores() saved without} the scores of its stream.
   *
   * @param scores the first {@link #heldScores()} scores of the stream, in any order
   * @throws DataException also when there are more or fewer of them
   */
  public static DriftMonitor restore(
      byte[] saved, float[] scores, Calibration calibration, FalseAlarmBound bound) {
    return SavedBytes.read(
        saved,
        in -> {
          DriftMonitor monitor = read(in, calibration, bound);
          int held = in.readInt();
          if (held != scores.length) {
            throw new DataException(
                "the drift monitor was saved with %d scores, there are %d; keep all of them"
                    .formatted(held, scores.length));
          }
          monitor.online.restore(scores);
          return monitor;
        });
  }

  /** All but the scores of the stream. */
  private static DriftMonitor read(
      DataInputStream in, Calibration calibration, FalseAlarmBound bound) throws IOException {
    if (in.readInt() != calibration.hashCode()
        || in.readInt() != bound.calibrationSize()
        || in.readInt() != bound.rank()) {
      throw new DataException(
          "the drift monitor was saved with another detector or guarantee; take those, or start"
              + " a new monitor");
    }
    DriftMonitor monitor =
        new DriftMonitor(
            in.readBoolean(), in.readDouble(), calibration, bound, in.readInt(), in.readInt());
    monitor.samples = in.readLong();
    monitor.streamAlarm = alarm(in.readLong());
    monitor.windowAlarm = alarm(in.readLong());
    monitor.bet.restore(in);
    monitor.window.restore(in);
    return monitor;
  }

  private static OptionalLong alarm(long after) {
    return after == NO_ALARM ? OptionalLong.empty() : OptionalLong.of(after);
  }

  /**
   * What {@link #restore(byte[], Calibration, FalseAlarmBound)} needs to go on, for a service that
   * is to be restarted: 4 bytes for each score of the stream that is held, and some hundred more.
   * Holds these scores, but no samples.
   */
  public synchronized byte[] save() {
    return SavedBytes.write(
        out -> {
          write(out);
          online.save(out);
        });
  }

  /**
   * The same without the scores of the stream, for whoever keeps these and would not write all of
   * them again and again: some hundred bytes, and a bit for each sample of the window.
   */
  public synchronized byte[] saveWithoutScores() {
    return SavedBytes.write(
        out -> {
          write(out);
          out.writeInt(online.added());
        });
  }

  private void write(DataOutputStream out) throws IOException {
    out.writeInt(calibration.hashCode());
    out.writeInt(window.bound().calibrationSize());
    out.writeInt(window.bound().rank());
    out.writeBoolean(endless);
    out.writeDouble(limit);
    out.writeInt(window.length());
    out.writeInt(online.most());
    out.writeLong(samples);
    out.writeLong(streamAlarm.orElse(NO_ALARM));
    out.writeLong(windowAlarm.orElse(NO_ALARM));
    bet.save(out);
    window.save(out);
  }

  /** How many scores of the stream it holds, always its first ones. */
  public synchronized int heldScores() {
    return online.added();
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
