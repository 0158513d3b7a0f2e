package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.train.net.Network;
import dev.stranger.train.rkm.Loss;
import dev.stranger.train.rkm.StRkmObjective;
import dev.stranger.train.torch.Compute;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Learns a detector from normal samples alone. Holds the data in memory; the same data, options and
 * number of threads give the same detector, bit for bit.
 */
public final class Trainer {

  private final MemoryDataset data;
  private final List<String> columns;
  private final TrainOptions options;
  private final TrainListener listener;
  private final Split split;
  private final Instant created;
  private final Loss loss;
  private final @Nullable Standardisation standardisation;

  private Trainer(Dataset data, TrainOptions options, TrainListener listener) {
    this.data = data.inMemory();
    this.columns = data.columns();
    this.options = options;
    this.listener = listener;
    this.created = Provenance.created(System.getenv());
    DataCheck.requireFinite(this.data);
    DataCheck.requireVariety(this.data);
    this.split = Split.of(this.data, options.calibration(), options.seed());
    this.loss = DataCheck.loss(this.data, options.objective().loss());
    this.standardisation =
        loss == Loss.SQUARED ? Standardisation.fit(this.data, split.fit()) : null;
  }

  public static TrainedModel fit(Dataset data, TrainOptions options, TrainListener listener) {
    return fit(data, options, listener, null);
  }

  /**
   * @param data normal samples; images in [0,1], tables and series as they are
   * @param checkpoint where training is saved now and then, or null
   * @throws DataException when the data cannot be learnt from, or training went wrong
   * @throws java.util.concurrent.CancellationException when the listener stopped it
   */
  public static TrainedModel fit(
      Dataset data,
      TrainOptions options,
      TrainListener listener,
      @Nullable CheckpointFile checkpoint) {
    return new Trainer(data, options, listener).fit(checkpoint);
  }

  private TrainedModel fit(@Nullable CheckpointFile checkpoint) {
    String digest = Provenance.digest(data);
    Compute compute = Compute.on(options.device());
    torch.manual_seed(options.seed());
    Network network = options.network().build(data.shape(), compute);
    ObjectiveOptions wished = options.objective();
    requireSmallerSubspace(wished, network.features());
    StRkmObjective objective =
        new StRkmObjective(
            loss,
            wished.lambda(),
            wished.variant(),
            wished.noise(),
            wished.inputNoise(standardisation != null));
    TrainingState state = new TrainingState(network, objective, wished.subspace());
    TrainingSet samples = TrainingSet.of(compute, data, split.fit(), standardisation);

    String job = "%s, learnt from %08x".formatted(digest, Arrays.hashCode(split.fit()));
    TrainingLoop loop = new TrainingLoop(options, listener, checkpoint, job);
    List<EpochResult> curve = loop.run(state, samples, objective.isRandom());

    listener.phase("finding the subspace");
    FeatureSpace space = FeatureSpace.of(network, samples, wished.subspace());
    DetectorGraph graph =
        new DetectorGraph(network, space, standardisation, loss, wished.lambda(), data.shape());
    String card = card(digest, network, space, compute, curve);
    listener.phase("calibrating");
    Calibrator calibrator = new Calibrator(data, columns, split, options.calibration(), graph);
    return new TrainedModel(calibrator.finish(card), curve);
  }

  private static void requireSmallerSubspace(ObjectiveOptions objective, int features) {
    boolean fits =
        objective.subspace() < features
            || objective.subspace() == features && objective.mayFillSpace();
    if (!fits) {
      throw new DataException(
          "the subspace has %d directions, the features only %d: every kPCA error would be zero;"
                  .formatted(objective.subspace(), features)
              + " choose a smaller subspace");
    }
  }

  private String card(
      String digest,
      Network network,
      FeatureSpace space,
      Compute compute,
      List<EpochResult> curve) {
    return new ModelCard(
            data.name(),
            digest,
            split.fit().length,
            split.heldOut().length,
            options.network().kindFor(data.shape()).toString(),
            network.parameters().count(),
            network.features(),
            space.eigenvalues(),
            options,
            compute.toString(),
            curve,
            created)
        .toJson();
  }
}
