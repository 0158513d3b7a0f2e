package dev.stranger.cli;

import dev.stranger.calibrate.FalseAlarmGuarantee;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what is guaranteed of normal samples. */
final class GuaranteeOptions {

  @Option(
      names = "--false-alarm",
      converter = Converters.Share.class,
      paramLabel = "RATE",
      description =
          "Guaranteed share of normal samples that are flagged, on average, at most (default: 0.05 in"
              + " train, otherwise that of the detector).")
  private @Nullable Double rate;

  @Option(
      names = "--risk",
      converter = Converters.Share.class,
      paramLabel = "R",
      description =
          "Guarantee the rate for this detector, not only on average, except with probability R.")
  private @Nullable Double risk;

  boolean isGiven() {
    return rate != null || risk != null;
  }

  /** What is asked for; a risk alone is about the usual rate. */
  FalseAlarmGuarantee or(FalseAlarmGuarantee usual) {
    return isGiven()
        ? new FalseAlarmGuarantee(rate == null ? usual.falseAlarmRate() : rate, risk)
        : usual;
  }
}
