package dev.stranger.calibrate;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** A bet that the p-values of a stream are too small; what it wins is evidence for drift. */
abstract sealed class StreamBet permits TestMartingale, ShiryaevRoberts {

  /** Bets on one more p-value, above 0 and at most 1. */
  public abstract void add(double pValue);

  /** The natural logarithm of the evidence. */
  public abstract double logValue();

  /** Writes what {@link #restore} reads again. */
  abstract void save(DataOutputStream out) throws IOException;

  /** Becomes the bet that was saved. */
  abstract void restore(DataInputStream in) throws IOException;
}
