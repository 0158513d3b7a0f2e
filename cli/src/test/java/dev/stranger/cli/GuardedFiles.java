package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.Shape;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.prepare.Preparation;
import dev.stranger.prepare.Resize;
import dev.stranger.score.ModelInput;
import dev.stranger.train.Guard;
import dev.stranger.train.GuardOptions;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.guard.ForeignModel;
import dev.stranger.train.loop.TrainListener;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Small guarded networks: what the service and its page are tested with. */
final class GuardedFiles {

  private static final Path NETWORKS = Path.of("..", "train", "src", "test", "resources", "guard");
  private static final Shape TILE = Shape.image(1, 28, 28);
  private static final ModelInput INPUT =
      ModelInput.of("input").withValues(1, List.of(0.13f), List.of(0.31f));

  private static final TrainOptions TRAINING =
      smallest(TrainOptions.DEFAULT.with(TrainOptions.DEFAULT.learning().withEpochs(5)))
          .withGallery(12);

  private GuardedFiles() {}

  private static TrainOptions smallest(TrainOptions options) {
    return options.with(options.network().withSizes(1, 16, 16));
  }

  /** Shows where a picture is strange. */
  static TrainedModel places(int samples) {
    return guard("cnn-13", GuardOptions.of(INPUT).withMap(true), sprites(samples, 28));
  }

  /** Takes levels from 0 to 255, with the channels last. */
  static TrainedModel channelsLast(int samples) {
    ModelInput input =
        ModelInput.of("input")
            .withChannelsLast(true)
            .withValues(255, List.of(33.1f), List.of(78.6f));
    return guard("nhwc-13", GuardOptions.of(input), sprites(samples, 28));
  }

  /** Takes a second input. */
  static TrainedModel twoInputs(int samples) {
    ModelInput input = INPUT.withConstants(Map.of("temperature", 1.5f));
    return guard("two-inputs-13", GuardOptions.of(input), sprites(samples, 28));
  }

  /** Takes float16. */
  static TrainedModel half(int samples) {
    return guard("half-17", GuardOptions.of(INPUT), sprites(samples, 28));
  }

  /** Takes pictures that are larger than the input of the network. */
  static TrainedModel tiles(int samples) {
    GuardOptions options = GuardOptions.of(INPUT).withMap(true).withTiles(TILE, 0.2);
    return guard("cnn-13", options, sprites(samples, 40));
  }

  private static TrainedModel guard(String network, GuardOptions options, Dataset data) {
    return Guard.fit(
        ForeignModel.read(NETWORKS.resolve(network + ".onnx")),
        data,
        options.with(TRAINING),
        TrainListener.NONE);
  }

  private static Dataset sprites(int size, int side) {
    Catalogue catalogue = new Catalogue(DataFolders.standard(null, Map.of()));
    Dataset opened =
        catalogue.open("sprites:square,ellipse,seed=3,size=" + size, DataOptions.DEFAULT);
    return Preparation.forTraining(opened.map(Resize.to(side, side))).inMemory();
  }

  /** Writes the resource of the tests of {@code server}, in the folder of {@code cli}. */
  public static void main(String[] arguments) {
    places(100).save(Path.of(arguments[0]));
  }
}
