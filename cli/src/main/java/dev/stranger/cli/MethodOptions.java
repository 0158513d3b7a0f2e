package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.data.transform.Preparation;
import dev.stranger.train.Method;
import dev.stranger.train.baseline.NamedMethod;
import dev.stranger.train.baseline.Strangers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what learns. */
final class MethodOptions {

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
      defaultValue = "0.05",
      description = "Strangers among the samples of robust_rkm (default: ${DEFAULT-VALUE}).")
  private double contamination;

  /**
   * @param samples that it will learn from
   */
  Method make(DataMixin reading, Dataset samples) {
    return method.make(new NamedMethod.Given(strangers(reading, samples), contamination));
  }

  private Strangers strangers(DataMixin reading, Dataset samples) {
    return auxiliary == null
        ? Strangers.made()
        : Strangers.given(
            Preparation.toFit(reading.open(auxiliary), samples.shape(), samples.range()));
  }
}
