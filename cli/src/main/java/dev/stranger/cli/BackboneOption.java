package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.train.Guard;
import dev.stranger.train.GuardOptions;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.guard.FeatureRkm;
import dev.stranger.train.guard.ForeignModel;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.method.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option to learn from the features of a network that is there already. */
final class BackboneOption {

  /** What learns: it says which scores there are, as far as that is known before the network. */
  static final Method METHOD = new FeatureRkm(0, true, true);

  /** Options that a detector of features has no use for. */
  private static final List<String> UNUSED =
      List.of(
          "--network",
          "--loss",
          "--method",
          "--preset",
          "--by-label",
          "--checkpoint",
          "--resume",
          "--auxiliary",
          "--contamination",
          "--suspects");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private NetworkInput network;

  @Option(
      names = "--backbone",
      paramLabel = "M.onnx[:TENSOR]",
      description =
          "Learn from the features of this network instead of the samples; as guard does, without the"
              + " network's own outputs.")
  private @Nullable String backbone;

  private NetworkInput.@Nullable Taken taken;

  boolean isGiven() {
    return backbone != null;
  }

  /**
   * @throws ParameterException when options are given that would be ignored
   */
  void requireMeaning() {
    List<String> ignored = isGiven() ? UNUSED : NetworkInput.OPTIONS;
    for (String option : ignored) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new ParameterException(
            spec.commandLine(),
            isGiven()
                ? "%s means nothing with --backbone; leave it out".formatted(option)
                : "%s is for --backbone; leave it out".formatted(option));
      }
    }
  }

  /** The samples as the network takes them. */
  Dataset open(DataMixin reading, String data) {
    taken = network.of(model(), reading.size());
    return reading.openFor(data, taken.shape());
  }

  TrainedModel fit(Dataset samples, TrainOptions training, TrainListener listener) {
    GuardOptions options =
        GuardOptions.of(taken.input()).at(tensor()).withOutputs(false).with(training);
    return Guard.fit(model(), samples, options, listener);
  }

  private ForeignModel model() {
    String tensor = tensor().isEmpty() ? "" : ":" + tensor().get(0);
    return ForeignModel.read(Path.of(backbone.substring(0, backbone.length() - tensor.length())));
  }

  /** Names of tensors may hold colons, so the file decides where its name ends. */
  private List<String> tensor() {
    for (int colon = backbone.indexOf(':'); colon > 0; colon = backbone.indexOf(':', colon + 1)) {
      if (Files.isRegularFile(Path.of(backbone.substring(0, colon)))) {
        return List.of(backbone.substring(colon + 1));
      }
    }
    return List.of();
  }
}
