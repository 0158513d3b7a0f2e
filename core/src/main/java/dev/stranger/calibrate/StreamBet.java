package dev.stranger.calibrate;

/** A bet that the p-values of a stream are too small; what it wins is evidence for drift. */
sealed interface StreamBet permits TestMartingale, ShiryaevRoberts {

  /** Bets on one more p-value, above 0 and at most 1. */
  void add(double pValue);

  /** The natural logarithm of the evidence. */
  double logValue();
}
