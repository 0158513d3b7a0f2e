package dev.stranger.calibrate;

import dev.stranger.Calibration;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * A calibration set that grows by every sample it has judged: the p-values to feed to {@link
 * TestMartingale} and {@link ShiryaevRoberts}.
 *
 * <pre>{@code p = (1 + #{scores so far >= score}) / (number so far + 1)}</pre>
 *
 * <p>P-values against a calibration set that stays are not independent: they repeat its luck for
 * ever, and a long enough stream shows it as drift where there is none. The rank of a sample among
 * all before it, however, is independent of the ranks before, as long as the samples are
 * exchangeable. Ties only make p-values larger, hence a test that bets on small ones more careful.
 *
 * <p>The price: after a drift the new samples join the old ones and look less and less strange, so
 * the alarm comes soon or late. Judge single samples with {@link Calibration}, which does not
 * learn. Not thread-safe. A score costs 4 to 8 bytes that stay, and time that grows slowly with
 * their number: about a microsecond up to a million scores, 5 at 16 million. The scores it starts
 * with are not copied, so that every key of a stream can have one.
 */
public final class OnlineCalibration {

  private final Calibration start;
  private final int most;
  private SortedBlocks added = new SortedBlocks();

  public OnlineCalibration(Calibration start) {
    this(start, Integer.MAX_VALUE);
  }

  /**
   * One that stops growing, for streams without end. From then on p-values repeat its luck, but a
   * test that forgets its past after fewer samples than there are scores does not notice
   * (docs/guarantees.md).
   *
   * @param most scores that it grows to
   */
  public OnlineCalibration(Calibration start, int most) {
    this.start = start;
    this.most = most;
  }

  /** Without the scores it starts with. */
  void save(DataOutputStream out) throws IOException {
    SavedBytes.write(added.ascending(), out);
  }

  void restore(float[] scores) {
    float[] ascending = scores.clone();
    for (int i = 0; i < ascending.length; i++) {
      ascending[i] = ranked(ascending[i]);
    }
    Arrays.sort(ascending);
    added = new SortedBlocks(ascending);
  }

  /** There is nothing stranger than a score that is not a number. */
  private static float ranked(float scoreOrNaN) {
    return Float.isNaN(scoreOrNaN) ? Float.POSITIVE_INFINITY : scoreOrNaN;
  }

  int most() {
    return most;
  }

  /** How many scores came to those it started with. */
  int added() {
    return added.size();
  }

  public int size() {
    return start.size() + added.size();
  }

  /**
   * The p-value of a score against all before it; the score then becomes one of them. A score that
   * is not a number counts as infinite.
   */
  public double add(float scoreOrNaN) {
    float score = ranked(scoreOrNaN);
    int size = size();
    double pValue = (1.0 + size - start.below(score) - added.below(score)) / (size + 1.0);
    if (size < most) {
      added.add(score);
    }
    return pValue;
  }
}
