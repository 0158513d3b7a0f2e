package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.train.CalibrationOptions;
import dev.stranger.train.NamedMethod;
import dev.stranger.train.baseline.Strangers;
import dev.stranger.train.method.Method;
import dev.stranger.train.suspect.Contamination;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say what learns. */
final class MethodOptions {

  private static final double USUAL_CONTAMINATION = 0.05;

  /** Options of {@code train} that mean nothing for a method that trains no network. */
  private static final List<String> OF_NETWORKS =
      List.of(
          "--preset",
          "--network",
          "--loss",
          "--epochs",
          "--batch",
          "--patience",
          "--checkpoint",
          "--resume",
          "--curve");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      description =
          "What learns (default: st_rkm):%nst_rkm, robust_rkm, vae, vae_likelihood, gan; for rows of"
              + " a network's features: features; with labels energy, energy_finetuned, softmax,"
              + " odin, mahalanobis, outlier_exposure; without a network pca, neighbours,"
              + " kernel_density, isolation_forest.")
  private @Nullable NamedMethod method;

  @Option(
      names = "--auxiliary",
      paramLabel = "D",
      description =
          "Strangers that energy_finetuned and outlier_exposure learn from (default: made from the"
              + " normal samples).")
  private @Nullable String auxiliary;

  @Option(
      names = "--contamination",
      converter = Converters.ContaminationValue.class,
      paramLabel = "SHARE",
      description =
          "The samples contain strangers: a share of them, such as 0.05, or auto. The strangest"
              + " samples then count half (default: none; 0.05 with robust_rkm).")
  private @Nullable Contamination contamination;

  /** Data that is read, if any. */
  @Nullable String auxiliary() {
    return auxiliary;
  }

  /**
   * Refuses what the method has no use for, before anything is read.
   *
   * @param score null for the usual one
   * @param usual what learns when no method is named, or the usual one
   */
  void require(@Nullable String score, Method usual) {
    Method made = make(Strangers.made(), usual);
    String name = isUsual() ? usual.key() : Converters.word(named());
    requireUse(name, "--auxiliary", auxiliary, named().takesStrangers());
    boolean takesShare = named().takesContamination();
    requireUse(name, "--contamination", contamination, takesShare || made.looksForSuspects());
    requireUse(name, "--suspects", given("--suspects"), made.looksForSuspects());
    if (takesShare && Contamination.AUTO.equals(contamination)) {
      throw new ParameterException(
          spec.commandLine(),
          "the method %s needs a share, such as --contamination 0.05; st_rkm takes auto"
              .formatted(name));
    }
    requireUse(name, "--loss", given("--loss"), named() != NamedMethod.FEATURES);
    requireUse(name, "--thorough", given("--thorough"), made.isFrugal());
    OF_NETWORKS.forEach(option -> requireUse(name, option, given(option), made.trainsNetwork()));
    String scored =
        CalibrationOptions.DEFAULT
            .withScore(score == null ? CalibrationOptions.USUAL : score)
            .scoreOf(made);
    requireLimit(scored.equals(made.scores().get(0)), scored);
  }

  /** The work limits the training of the usual score alone: others need the long one. */
  private void requireLimit(boolean limited, String score) {
    if (given("--thorough") != null && !limited) {
      throw new ParameterException(
          spec.commandLine(),
          "with --score %s training is as long as it helps, also without --thorough; leave one of"
                  .formatted(score)
              + " them out");
    }
  }

  private @Nullable Object given(String option) {
    return spec.commandLine().getParseResult().matchedOption(option);
  }

  /** What would be ignored is refused: whoever gives it expects something of it. */
  private void requireUse(String name, String option, @Nullable Object given, boolean used) {
    if (given != null && !used) {
      throw new ParameterException(
          spec.commandLine(),
          "the method %s makes no use of %s; leave it out or choose another method"
              .formatted(name, option));
    }
  }

  /**
   * @param samples that it will learn from
   * @param usual when none is named, or the usual one
   */
  Method make(DataMixin reading, Dataset samples, Method usual) {
    return make(strangers(reading, samples), usual);
  }

  private Method make(Strangers strangers, Method usual) {
    double share = contamination == null ? USUAL_CONTAMINATION : contamination.share();
    return isUsual() ? usual : named().make(new NamedMethod.Given(strangers, share));
  }

  /** Options such as the preset then say how it learns. */
  private boolean isUsual() {
    return named() == NamedMethod.ST_RKM;
  }

  /** For methods that have no share of their own. */
  Contamination contamination() {
    return contamination == null || named().takesContamination()
        ? Contamination.NONE
        : contamination;
  }

  private NamedMethod named() {
    return method == null ? NamedMethod.ST_RKM : method;
  }

  private Strangers strangers(DataMixin reading, Dataset samples) {
    return auxiliary == null
        ? Strangers.made()
        : Strangers.given(reading.openLike(samples, auxiliary));
  }
}
