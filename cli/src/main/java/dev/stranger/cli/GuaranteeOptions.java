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
          "Share of normal samples that is flagged at most, on average; 0.05 in training, as"
              + " trained in judging.")
  private @Nullable Double rate;

  @Option(
      names = "--risk",
      converter = Converters.Share.class,
      paramLabel = "R",
      description =
          "The rate holds for this very detector, except with probability R, and not only on"
              + " average.")
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
