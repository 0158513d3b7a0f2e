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
          "Guarantee the rate for this detector, not only on average, except with probability R"
              + " (default: on average in train, otherwise that of the detector).")
  private @Nullable Double risk;

  boolean isGiven() {
    return rate != null || risk != null;
  }

  /** What is asked for; what is not said is as usual. */
  FalseAlarmGuarantee or(FalseAlarmGuarantee usual) {
    return new FalseAlarmGuarantee(
        rate == null ? usual.falseAlarmRate() : rate, risk == null ? usual.risk() : risk);
  }
}
