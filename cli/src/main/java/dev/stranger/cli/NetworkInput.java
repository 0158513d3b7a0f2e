package dev.stranger.cli;

import dev.stranger.Shape;
import dev.stranger.data.ImageOptions;
import dev.stranger.score.ModelInput;
import dev.stranger.train.guard.ForeignModel;
import dev.stranger.train.guard.SampleShape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say how samples are given to a network that is there already. */
final class NetworkInput {

  /** All of them. */
  static final List<String> OPTIONS =
      List.of("--preprocess", "--mean", "--std", "--range", "--layout", "--input");

  /** Where the channels of a picture are. */
  enum Layout {
    AUTO,
    NCHW,
    NHWC
  }

  /** Usual ways to prepare pictures. */
  enum Preprocess {
    NONE(List.of(), List.of()),
    IMAGENET(List.of(0.485f, 0.456f, 0.406f), List.of(0.229f, 0.224f, 0.225f));

    private final List<Float> means;
    private final List<Float> deviations;

    Preprocess(List<Float> means, List<Float> deviations) {
      this.means = means;
      this.deviations = deviations;
    }
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--preprocess",
      defaultValue = "none",
      paramLabel = "NAME",
      description =
          "imagenet: subtract the means and divide by the deviations of ImageNet (default: none).")
  private Preprocess preprocess;

  @Option(
      names = "--mean",
      split = ",",
      paramLabel = "M",
      description = "What the network's training subtracted: one number, or one for each channel.")
  private List<Float> means = List.of();

  @Option(
      names = "--std",
      split = ",",
      paramLabel = "S",
      description = "What it divided by, after subtracting: one number, or one for each channel.")
  private List<Float> deviations = List.of();

  @Option(
      names = "--range",
      converter = Converters.TopValue.class,
      defaultValue = "0-1",
      paramLabel = "RANGE",
      description =
          "Range of pixel values before --mean and --std: 0-1 or 0-255 (default: ${DEFAULT-VALUE}).")
  private Float top;

  @Option(
      names = "--layout",
      defaultValue = "auto",
      paramLabel = "ORDER",
      description = "nchw, nhwc, or auto: by the shape of the input (default: auto).")
  private Layout layout;

  @Option(
      names = "--input",
      paramLabel = "NAME=VALUE",
      description = "Fill a further input of the network with a number. Repeat for several.")
  private Map<String, Float> constants = new LinkedHashMap<>();

  /** What a network takes. */
  record Taken(ModelInput input, Shape shape) {}

  /**
   * @param size of pictures, where the network takes any
   * @throws ParameterException when options do not fit the network
   */
  Taken of(ForeignModel model, ImageOptions.@Nullable Size size) {
    ForeignModel.Input main = main(model);
    @Nullable Boolean last = layout == Layout.AUTO ? null : layout == Layout.NHWC;
    SampleShape sample = SampleShape.of(main, last, size);
    boolean named = preprocess != Preprocess.NONE;
    if (named && !(means.isEmpty() && deviations.isEmpty())) {
      throw wrong("--preprocess sets --mean and --std; leave one of them out");
    }
    try {
      ModelInput input =
          ModelInput.of(main.name())
              .withChannelsLast(sample.channelsLast())
              .withValues(
                  top, named ? preprocess.means : means, named ? preprocess.deviations : deviations)
              .withConstants(constants);
      input.requireFitting(sample.shape());
      return new Taken(input, sample.shape());
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private ForeignModel.Input main(ForeignModel model) {
    List<ForeignModel.Input> free =
        model.inputs().stream().filter(input -> !constants.containsKey(input.name())).toList();
    for (String name : constants.keySet()) {
      if (model.inputs().stream().noneMatch(input -> input.name().equals(name))) {
        throw wrong(
            "%s has no input '%s'; its inputs are %s"
                .formatted(model.place(), name, words(model.inputs())));
      }
    }
    if (free.size() != 1) {
      throw wrong(
          "%s has %s; one takes the samples, give each other one a number: --input NAME=VALUE"
              .formatted(
                  model.place(), free.isEmpty() ? "no input left" : "the inputs " + words(free)));
    }
    return free.get(0);
  }

  private static String words(List<ForeignModel.Input> inputs) {
    return inputs.stream().map(ForeignModel.Input::toString).collect(Collectors.joining(", "));
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
