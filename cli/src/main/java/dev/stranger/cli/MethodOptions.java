package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.data.transform.Preparation;
import dev.stranger.train.Method;
import dev.stranger.train.baseline.NamedMethod;
import dev.stranger.train.baseline.Strangers;
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
      defaultValue = "ST_RKM",
      paramLabel = "NAME",
      description =
          "What learns: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). Those of a classifier"
              + " need labels.")
  private NamedMethod method;

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

  /**
   * @param samples that it will learn from
   */
  Method make(DataMixin reading, Dataset samples) {
    requireUse("--auxiliary", auxiliary, method.takesStrangers());
    requireUse("--contamination", contamination, method.takesContamination());
    double share = contamination == null ? USUAL_CONTAMINATION : contamination;
    return method.make(new NamedMethod.Given(strangers(reading, samples), share));
  }

  /** What would be ignored is refused: whoever gives it expects something of it. */
  private void requireUse(String option, @Nullable Object given, boolean used) {
    if (given != null && !used) {
      throw new ParameterException(
          spec.commandLine(),
          "the method %s makes no use of %s; leave it out or choose another method"
              .formatted(method.name().toLowerCase(Locale.ROOT), option));
    }
  }

  private Strangers strangers(DataMixin reading, Dataset samples) {
    return auxiliary == null
        ? Strangers.made()
        : Strangers.given(
            Preparation.toFit(reading.open(auxiliary), samples.shape(), samples.range()));
  }
}
