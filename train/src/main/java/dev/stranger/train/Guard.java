package dev.stranger.train;

import dev.stranger.Batch;
import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.IndexedDataset;
import dev.stranger.MemoryDataset;
import dev.stranger.score.Network;
import dev.stranger.score.Tiles;
import dev.stranger.train.guard.FeatureReader;
import dev.stranger.train.guard.FeatureRkm;
import dev.stranger.train.guard.FeatureRows;
import dev.stranger.train.guard.ForeignModel;
import dev.stranger.train.guard.GuardedModel;
import dev.stranger.train.guard.Watched;
import dev.stranger.train.guard.WatchedNetwork;
import dev.stranger.train.loop.EpochResult;
import dev.stranger.train.loop.SeededRandom;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.loop.TrainingLoop;
import dev.stranger.train.loop.TrainingPlan;
import dev.stranger.train.method.DetectorGraph;
import dev.stranger.train.method.EnergyScore;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.References;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.suspect.Suspects;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.Libtorch;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.bytedeco.javacpp.PointerScope;
import org.jspecify.annotations.Nullable;

/**
 * Puts a detector behind a network that is there already. The network is not changed: its features
 * of normal samples are learnt, and one file answers as the network does and judges too. Holds one
 * row of features for each sample in memory, and the samples that calibrate, or these in a
 * temporary file if they are large. Of samples with many places there are up to 50,000 rows.
 */
public final class Guard {

  /** Samples on which the guarded network must answer as before. */
  private static final int BATCH = 32;

  /** Rows that are learnt from in all, where samples have several: 3,000 steps. */
  private static final int ROWS_OF_PLACES = 3_000 * 256;

  /** Half of the usual: it tells strangers as well, and must not slow the network down. */
  private static final int HIDDEN = 128;

  /** A feature is kept twice as a float, and twice as a double while places are found. */
  private static final int BYTES_A_FEATURE = 24;

  /** Of the heap, for the samples that calibrate. */
  private static final double SHARE_OF_HELD_OUT = 0.25;

  /** A number that no epoch and no step has. */
  private static final long ORDER_OF_ROWS = -4;

  private final WatchedNetwork network;
  private final FeatureReader reader;
  private final Dataset samples;
  private final GuardOptions options;
  private final TrainListener listener;
  private final Compute compute;
  private final Instant created;

  private Guard(ForeignModel model, Dataset samples, GuardOptions options, TrainListener listener) {
    @Nullable Tiles tiles = tiles(samples, options);
    this.network =
        WatchedNetwork.of(model, options.input(), tiles == null ? samples.shape() : options.tile());
    List<Watched> watched =
        options.map() ? network.maps(options.at()) : network.features(options.at());
    this.reader =
        new FeatureReader(
            network,
            watched,
            options.map() ? null : network.logits(options.logits()).orElse(null),
            options.map() ? FeatureReader.gridOf(watched) : null,
            tiles);
    this.samples = samples;
    this.options = options;
    this.listener = listener;
    this.compute = Compute.on(options.training().device());
    this.created = Provenance.created(System.getenv());
  }

  private static @Nullable Tiles tiles(Dataset samples, GuardOptions options) {
    try {
      return options.tile() == null
          ? null
          : new Tiles(samples.shape(), options.tile(), options.overlap());
    } catch (IllegalArgumentException e) {
      throw new DataException(e.getMessage(), e);
    }
  }

  /**
   * @param samples normal ones; images in [0,1], tables and series as they are
   * @throws DataException when the network cannot be guarded, or nothing can be learnt from the
   *     samples
   * @throws java.util.concurrent.CancellationException when the listener stopped it
   */
  public static TrainedModel fit(
      ForeignModel model, Dataset samples, GuardOptions options, TrainListener listener) {
    Libtorch.load();
    try (PointerScope scope = new PointerScope()) {
      return new Guard(model, samples, options, listener).fit();
    }
  }

  private TrainedModel fit() {
    requireOptions();
    TrainOptions training = options.training();
    Split split = Split.ofAll(samples, training.calibration(), training.seed());
    FeatureRows read = read(split.fit());
    FeatureRkm method = method(read.hasClasses());
    String score = training.calibration().scoreOf(method);
    Learnt learnt = learn(read, method);
    listener.phase("calibrating");
    int[] inOrder = Arrays.stream(split.calibration()).sorted().toArray();
    try (HeldOut held = heldOut(inOrder)) {
      Calibrator calibrator =
          calibrator(held.samples(), inOrder, guarded(learnt, read), split, score, learnt);
      TrainedModel trained = calibrator.finish(card(learnt, read, split));
      requireSameAnswers(trained);
      return trained;
    }
  }

  private void requireOptions() {
    if (options.training().contamination().isExpected()) {
      throw new DataException("a guard does not look for suspects; leave the contamination out");
    }
    CalibrationOptions calibration = options.training().calibration();
    // Whether there are labels is known later, but a score that no guard has is refused at once.
    calibration.scoreOf(method(true));
    if (calibration.leaveOneOut()) {
      throw new DataException(
          "a guard cannot leave one sample out; hold out a part of the samples");
    }
  }

  /**
   * Runs the network on all samples.
   *
   * @param learntFrom positions of those that are learnt from
   */
  private FeatureRows read(int[] learntFrom) {
    TrainingPlan.requireHeap(
        reader.rowsOf(learntFrom.length) * reader.shape().size() * BYTES_A_FEATURE, samples.name());
    BitSet fit = new BitSet();
    Arrays.stream(learntFrom).forEach(fit::set);
    listener.phase("running the network");
    FeatureRows read = reader.read(samples, fit, options.training().seed(), listener);
    if (read.size() > samples.size()) {
      listener.note("looking at %,d places of them".formatted(read.size()));
    }
    return read;
  }

  /**
   * What is normal for the features.
   *
   * @param options with numbers for everything
   * @param rows of features, learnt from in an order
   * @param tail the end of the graph
   */
  private record Learnt(
      TrainOptions options,
      MemoryDataset rows,
      int[] order,
      DetectorGraph tail,
      List<EpochResult> curve) {}

  private Learnt learn(FeatureRows read, FeatureRkm method) {
    MemoryDataset rows = read.inMemory();
    int[] order =
        SeededRandom.permutation(
            (int) rows.size(), SeededRandom.ofEpoch(options.training().seed(), ORDER_OF_ROWS));
    TrainOptions chosen =
        enough(order.length)
            .with(narrow(options.training().network()))
            .with(method)
            .chosenFor(reader.shape(), order.length);
    TrainingData data =
        new TrainingData(
            rows, order, 0, new BitSet(), new int[0], chosen.objective().loss(), compute);
    TrainingRun run =
        new TrainingRun(chosen.network(), chosen.objective(), loop(chosen, data, rows), compute);
    ModelGraph model = compute.forked(() -> method.learn(data, run));
    DetectorGraph tail = new DetectorGraph(model, null, reader.shape());
    return new Learnt(chosen, rows, order, tail, run.curve());
  }

  private GuardedModel guarded(Learnt learnt, FeatureRows read) {
    return new GuardedModel(
        reader, learnt.tail(), read, samples.shape(), samples.range(), options.keepOutputs());
  }

  private HeldOut heldOut(int[] positions) {
    Set<Long> held = Arrays.stream(positions).mapToObj(Long::valueOf).collect(Collectors.toSet());
    double most = SHARE_OF_HELD_OUT * Runtime.getRuntime().maxMemory();
    return HeldOut.of(samples.where(held::contains), most, options.training().scratch());
  }

  private FeatureRkm method(boolean byClass) {
    return new FeatureRkm(reader.featureCount(), reader.logits() != null, byClass);
  }

  private static NetworkOptions narrow(NetworkOptions wished) {
    return wished.hidden() > 0
        ? wished
        : wished.withSizes(wished.capacity(), HIDDEN, wished.features());
  }

  /** Places of a picture are much alike, so they need fewer passes than as many samples. */
  private TrainOptions enough(int rows) {
    TrainOptions wished = options.training();
    boolean open = wished.learning().epochs() == 0;
    return open && rows > samples.size()
        ? wished.with(wished.learning().withEpochs(Math.max(1, ROWS_OF_PLACES / rows)))
        : wished;
  }

  /** What was learnt, as a detector of rows: the network need not run on training samples again. */
  private static byte[] ofRows(DetectorGraph tail) {
    return tail.write(
        EnergyScore.of(tail.energies(), tail.energies().get(0)),
        Calibration.of(new float[1]),
        Provenance.version(),
        Map.of());
  }

  private TrainingLoop loop(TrainOptions chosen, TrainingData data, MemoryDataset rows) {
    TrainingPlan plan =
        TrainingPlan.of(
            rows,
            (int) rows.size(),
            0,
            0,
            network.model().bytes(),
            chosen.network(),
            chosen.objective().subspace(),
            chosen.learning(),
            compute.toString());
    return new TrainingLoop(
        chosen.learning(),
        chosen.seed(),
        chosen.recordSteps(),
        plan,
        listener,
        null,
        chosen.text() + "\n" + data.identity());
  }

  private Calibrator calibrator(
      IndexedDataset held,
      int[] inOrder,
      GuardedModel guarded,
      Split split,
      String score,
      Learnt learnt) {
    References training =
        new PlacedSamples(ofRows(learnt.tail()), learnt.rows(), learnt.order(), compute, listener);
    return new Calibrator(
        held,
        samples.columns(),
        Trainer.windowing(samples),
        new Split(new int[0], places(split.calibration(), inOrder), new int[0]),
        Math.min(options.training().gallery(), split.calibration().length),
        options.training().calibration(),
        score,
        guarded,
        draft -> training);
  }

  private static int[] places(int[] positions, int[] among) {
    return Arrays.stream(positions).map(p -> Arrays.binarySearch(among, p)).toArray();
  }

  private ModelCard card(Learnt learnt, FeatureRows read, Split split) {
    Map<String, Object> facts = new TreeMap<>(learnt.tail().model().facts());
    facts.put("guarded_model", Path.of(network.model().place()).getFileName());
    facts.put("guarded_sha256", network.model().sha256());
    facts.put(
        "watched",
        reader.features().stream().map(Watched::tensor).collect(Collectors.joining(" ")));
    if (reader.logits() != null) {
      facts.put("logits", reader.logits().tensor());
    }
    return new ModelCard(
        samples.name(),
        read.sha256(),
        split.fit().length,
        split.heldOut().length,
        1,
        Math.min(learnt.options().gallery(), split.calibration().length),
        NetworkOptions.Kind.DENSE.toString(),
        facts,
        learnt.options(),
        compute.description(),
        learnt.curve(),
        MadeStrangers.NONE,
        Suspects.NONE,
        created);
  }

  /** Whoever swaps the files must not notice. */
  private void requireSameAnswers(TrainedModel trained) {
    if (!options.keepOutputs()) {
      return;
    }
    int fixed = network.input().oneByOne() ? 1 : network.fixedBatch();
    try (Network before =
            WatchedNetwork.open(network.original(), network.input(), network.shape());
        Network after =
            Network.open(
                trained.model(), network.model().place(), network.input(), network.shape())) {
      for (int size : fixed > 0 ? new int[] {fixed} : new int[] {1, BATCH}) {
        samples
            .first(reader.tiles() == null ? Math.max(BATCH / size, 1) * size : 1)
            .forEachBatch(
                size,
                batch -> {
                  if (fixed == 0 || batch.count() == fixed) {
                    requireSame(before, after, inputs(batch));
                  }
                });
      }
    }
  }

  /** Of a picture that is cut into tiles, the first. */
  private float[] inputs(Batch batch) {
    return reader.tiles() == null
        ? batch.values()
        : Arrays.copyOf(reader.tiles().of(batch.values()), network.shape().size());
  }

  private void requireSame(Network before, Network after, float[] values) {
    int count = values.length / network.shape().size();
    Set<String> outputs = before.outputs().keySet();
    Map<String, Network.Computed> expected = before.run(values, count, outputs);
    Map<String, Network.Computed> found = after.run(values, count, outputs);
    for (String output : outputs) {
      if (!expected.get(output).bytes().equals(found.get(output).bytes())) {
        throw new DataException(
            ("with '%s' watched, ONNX Runtime computes the output %s of %s in another order of"
                    + " rounding; watch another tensor")
                .formatted(reader.features().get(0).tensor(), output, network.model().place()));
      }
    }
  }
}
