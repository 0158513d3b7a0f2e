package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.prepare.Preparation;
import dev.stranger.train.NamedMethod;
import dev.stranger.train.baseline.Strangers;
import dev.stranger.train.method.Method;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say what learns. */
final class MethodOptions {

  private static final double USUAL_CONTAMINATION = 0.05;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      description =
          "What learns: ${COMPLETION-CANDIDATES} (default: ST_RKM, with the paper preset as its code"
              + " trains it). Those of a classifier need labels.")
  private @Nullable NamedMethod method;

  @Option(
      names = "--auxiliary",
      paramLabel = "D",
      description =
          "Strangers for the methods that learn from some; made of the normal samples when not"
              + " given.")
  private @Nullable String auxiliary;

  @Option(
      names = "--contamination",
      paramLabel = "SHARE",
      description = "Share of strangers among the samples of robust_rkm (default: 0.05).")
  private @Nullable Double contamination;

  /** Data that is read, if any. */
  @Nullable String auxiliary() {
    return auxiliary;
  }

  /**
   * @param samples that it will learn from
   * @param usual when none is named
   */
  Method make(DataMixin reading, Dataset samples, Method usual) {
    NamedMethod named = method == null ? NamedMethod.ST_RKM : method;
    requireUse("--auxiliary", auxiliary, named.takesStrangers(), named);
    requireUse("--contamination", contamination, named.takesContamination(), named);
    double share = contamination == null ? USUAL_CONTAMINATION : contamination;
    return method == null
        ? usual
        : method.make(new NamedMethod.Given(strangers(reading, samples), share));
  }

  /** What would be ignored is refused: whoever gives it expects something of it. */
  private void requireUse(String option, @Nullable Object given, boolean used, NamedMethod named) {
    if (given != null && !used) {
      throw new ParameterException(
          spec.commandLine(),
          "the method %s makes no use of %s; leave it out or choose another method"
              .formatted(named.name().toLowerCase(Locale.ROOT), option));
    }
  }

  private Strangers strangers(DataMixin reading, Dataset samples) {
    return auxiliary == null
        ? Strangers.made()
        : Strangers.given(
            Preparation.toFit(reading.open(auxiliary), samples.shape(), samples.range()));
  }
}
