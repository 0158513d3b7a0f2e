package dev.stranger.calibrate;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.BitSet;

/**
 * Watches the last w p-values: are more of them flagged than chance allows? Simple to explain, and
 * quick when strangers come in bursts; {@link ShiryaevRoberts} is better at drifts that flag no
 * single sample.
 *
 * <p>Of w normal samples, a fixed threshold flags a binomial number, a threshold from n calibration
 * scores a beta-binomial one, as the scores have luck of their own. {@link #tailProbability} is the
 * exact tail of the latter, and so holds for any n:
 *
 * <pre>{@code P(at least j of w) = P(Hypergeometric(n + w, w, k + j - 1) >= j)}</pre>
 *
 * <p>Every look may err: looking after every w samples gives a false alarm in at most a share
 * {@code alpha} of the looks on average, looking more often gives more. Not thread-safe; memory of
 * w bits, a look costs some w steps.
 */
public final class DriftWindow {

  private final FalseAlarmBound bound;
  private final int length;
  private final BitSet flagged;
  private long count;

  /**
   * @param bound from the calibration that the p-values come from; says which of them are flagged
   * @param length w, how many p-values are remembered
   */
  public DriftWindow(FalseAlarmBound bound, int length) {
    Require.positive("length of a window", length);
    this.bound = bound;
    this.length = length;
    this.flagged = new BitSet(length);
  }

  /** Takes the place of the oldest p-value when the window is full. */
  public void add(double pValue) {
    Require.pValue(pValue);
    flagged.set((int) (count % length), bound.flags(pValue));
    count++;
  }

  void save(DataOutputStream out) throws IOException {
    byte[] bits = flagged.toByteArray();
    out.writeLong(count);
    out.writeInt(bits.length);
    out.write(bits);
  }

  void restore(DataInputStream in) throws IOException {
    count = in.readLong();
    flagged.clear();
    flagged.or(BitSet.valueOf(in.readNBytes(in.readInt())));
  }

  FalseAlarmBound bound() {
    return bound;
  }

  public int length() {
    return length;
  }

  /** How many p-values are in the window. */
  public int size() {
    return (int) Math.min(count, length);
  }

  /** How many of them are flagged. */
  public int flagged() {
    return flagged.cardinality();
  }

  /** The probability of so many flagged samples, or more, when nothing has drifted. */
  public double tailProbability() {
    return bound.tail(flagged(), size());
  }

  /** Whether the window is full and so many flagged samples have a probability of at most alpha. */
  public boolean alarm(double alpha) {
    Require.inside("alarm level", alpha);
    return size() == length && tailProbability() <= alpha;
  }
}
