package dev.stranger.train;

import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Verdict;
import dev.stranger.calibrate.GroupedCalibration;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorFile;
import dev.stranger.score.HeldOutScores;
import dev.stranger.score.Metadata;
import dev.stranger.train.net.Network;
import dev.stranger.train.rkm.Loss;
import dev.stranger.train.rkm.StRkmObjective;
import dev.stranger.train.torch.Compute;
import java.nio.FloatBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Learns a detector from normal samples alone. Holds the data in memory; the same data, options and
 * number of threads give the same detector, bit for bit.
 */
public final class Trainer {

  private static final int FEWEST_DISTINCT_SCORES = 20;
  private static final int BATCH = 256;
  private static final int TEST_VALUES = 1 << 14;

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
    return new TrainedModel(finish(graph, card), curve);
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

  /** Calibrates with the very graph that will judge, then adds test vectors. */
  private byte[] finish(DetectorGraph graph, String card) {
    listener.phase("calibrating");
    Metadata metadata =
        new Metadata(
            data.shape(),
            loss == Loss.SQUARED ? Range.ANY : Range.UNIT,
            options.calibration().promise(),
            columns,
            card);
    Map<String, String> properties = new TreeMap<>(metadata.toProperties());
    properties.put(DetectorFile.CHECKSUM_KEY, DetectorFile.NO_CHECKSUM);
    HeldOutScores draft = heldOut(new float[split.heldOut().length]);
    ScoreModel score = score(graph, draft, properties);
    HeldOutScores heldOut = calibrate(model(graph, score, draft, properties));
    properties.putAll(testVectors(model(graph, score, heldOut, properties)));
    return model(graph, score, heldOut, properties);
  }

  private byte[] model(
      DetectorGraph graph, ScoreModel score, HeldOutScores heldOut, Map<String, String> others) {
    Map<String, String> properties = new TreeMap<>(others);
    properties.putAll(heldOut.toProperties(options.calibration().promise()));
    return graph.write(score, heldOut.calibration()).toModel(Provenance.version(), properties);
  }

  private ScoreModel score(
      DetectorGraph graph, HeldOutScores draft, Map<String, String> properties) {
    return switch (options.calibration().score()) {
      case KPCA_ERROR -> ScoreModel.KPCA_ERROR;
      case FULL_ENERGY -> ScoreModel.FULL_ENERGY;
      case NEIGHBOUR -> neighbourScore(graph, draft, properties);
    };
  }

  /** Fitted to what the very graph that will judge says of training samples. */
  private NeighbourScore neighbourScore(
      DetectorGraph graph, HeldOutScores draft, Map<String, String> properties) {
    int count = Math.min(split.fit().length, NeighbourScore.MOST_REFERENCES);
    List<String> names = graph.statistics().names();
    FloatBuffer statistics = FloatBuffer.allocate(count * names.size());
    FloatBuffer coordinates = FloatBuffer.allocate(count * graph.space().subspace());
    byte[] model = model(graph, ScoreModel.KPCA_ERROR, draft, properties);
    try (Detector detector = Detector.openUnverified(model, "the trained model")) {
      for (int from = 0; from < count; from += BATCH) {
        int some = Math.min(BATCH, count - from);
        float[] samples = samples(split.fit(), from, some);
        statistics.put(detector.statistics(samples, some));
        coordinates.put(detector.coordinates(samples, some));
      }
    }
    float offset = loss == Loss.SQUARED ? StatisticSpace.OTHER_OFFSET : StatisticSpace.IMAGE_OFFSET;
    return NeighbourScore.fit(names, statistics.array(), coordinates.array(), offset);
  }

  private HeldOutScores calibrate(byte[] model) {
    int[] positions = split.heldOut();
    float[] scores = new float[positions.length];
    try (Detector detector = Detector.openUnverified(model, "the trained model")) {
      for (int from = 0; from < scores.length; from += BATCH) {
        int some = Math.min(BATCH, scores.length - from);
        List<Verdict> verdicts = detector.judge(samples(positions, from, some), some);
        for (int i = 0; i < some; i++) {
          scores[from + i] = verdicts.get(i).score();
        }
      }
    }
    HeldOutScores heldOut = heldOut(scores);
    int distinct = heldOut.calibration().distinctScores();
    if (distinct < Math.min(FEWEST_DISTINCT_SCORES, distinctHeldOut())) {
      throw new DataException(
          "the %d held-out samples of %s get only %d different scores: the detector is degenerate;"
                  .formatted(split.calibration().length, data.name(), distinct)
              + " check the data, or train longer");
    }
    return heldOut;
  }

  /**
   * @param scores of all held-out samples, those drawn from all alike first
   */
  private HeldOutScores heldOut(float[] scores) {
    return new HeldOutScores(
        Calibration.of(Arrays.copyOf(scores, split.calibration().length)),
        options.calibration().byLabel()
            ? GroupedCalibration.of(split.heldOutLabels(data), scores)
            : null);
  }

  private long distinctHeldOut() {
    return Arrays.stream(split.calibration())
        .mapToObj(position -> FloatBuffer.wrap(data.sample(position)))
        .distinct()
        .count();
  }

  private Map<String, String> testVectors(byte[] model) {
    int most = Math.min(8, TEST_VALUES / data.shape().size());
    int count = Math.max(1, Math.min(split.fit().length, most));
    float[] samples = samples(split.fit(), 0, count);
    try (Detector detector = Detector.openUnverified(model, "the trained model")) {
      return detector.testVectors(samples).toProperties();
    }
  }

  /** Some samples one after another. */
  private float[] samples(int[] positions, int from, int count) {
    int size = data.shape().size();
    float[] samples = new float[count * size];
    for (int i = 0; i < count; i++) {
      System.arraycopy(data.sample(positions[from + i]), 0, samples, i * size, size);
    }
    return samples;
  }
}
