package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.train.net.Network;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.rkm.Loss;
import dev.stranger.train.torch.Compute;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Method} learns with: samples that are prepared for a network, what is wished, and
 * the training loop with its progress, checkpoints and device. Not thread-safe.
 */
public final class Lesson {

  /** A number that no epoch and no step has. */
  private static final long NOISE = Long.MIN_VALUE;

  private final MemoryDataset data;
  private final int[] positions;
  private final int[] heldOut;
  private final @Nullable Standardisation standardisation;
  private final Loss loss;
  private final TrainOptions options;
  private final TrainListener listener;
  private final @Nullable CheckpointFile checkpoint;
  private final String digest;
  private final TrainingPlan plan;
  private final Compute compute;
  private @Nullable TrainingSet samples;
  private List<EpochResult> curve = List.of();

  /**
   * @param positions of the samples to learn from
   * @param heldOut positions of the samples to calibrate with
   * @param digest of the data
   */
  Lesson(
      MemoryDataset data,
      int[] positions,
      int[] heldOut,
      @Nullable Standardisation standardisation,
      Loss loss,
      TrainOptions options,
      TrainListener listener,
      @Nullable CheckpointFile checkpoint,
      String digest,
      TrainingPlan plan,
      Compute compute) {
    this.data = data;
    this.positions = positions;
    this.heldOut = heldOut;
    this.standardisation = standardisation;
    this.loss = loss;
    this.options = options;
    this.listener = listener;
    this.checkpoint = checkpoint;
    this.digest = digest;
    this.plan = plan;
    this.compute = compute;
    compute.noise().begin(options.seed());
  }

  /** What the data is called. */
  public String name() {
    return data.name();
  }

  public Shape shape() {
    return data.shape();
  }

  /** What goes with the values: cross-entropy in [0,1], squared error for standardised ones. */
  public Loss loss() {
    return loss;
  }

  /** Whether samples have been brought to mean 0 and deviation 1. */
  public boolean isStandardised() {
    return standardisation != null;
  }

  public ObjectiveOptions objective() {
    return options.objective();
  }

  public NetworkOptions network() {
    return options.network();
  }

  public LearningOptions learning() {
    return options.learning();
  }

  public long seed() {
    return options.seed();
  }

  public Compute compute() {
    return compute;
  }

  /** A new network as wished, with random weights. */
  public Network buildNetwork() {
    return options.network().build(data.shape(), compute);
  }

  /** The samples to learn from, on the device. */
  public TrainingSet samples() {
    if (samples == null) {
      samples = TrainingSet.of(compute, data, positions, standardisation);
    }
    return samples;
  }

  /** The samples to learn from as a set, prepared alike while they are read. */
  public Dataset prepared() {
    return picked(isStandardised() ? Range.ANY : data.range(), this::prepare);
  }

  /** The samples to learn from as a set, as they came. */
  public Dataset given() {
    return picked(isStandardised() ? data.range() : Range.UNIT, sample -> sample);
  }

  private Dataset picked(Range range, UnaryOperator<float[]> preparation) {
    Header header = new Header(data.name(), data.shape(), range, positions.length, List.of());
    return new PickedDataset(data, positions, preparation, header);
  }

  /**
   * The held-out samples, on the device: to tell of a model how good it is. What learns from them
   * breaks the guarantee of the detector, as they calibrate it.
   */
  public TrainingSet heldOut() {
    return TrainingSet.of(compute, data, heldOut, standardisation);
  }

  private float[] prepare(float[] sample) {
    return standardisation == null ? sample : standardisation.apply(sample);
  }

  /** The number of each sample's label, in the order of {@link #samples()}. */
  public int[] labels() {
    return labels(positions);
  }

  /** The same of {@link #heldOut()}. */
  public int[] heldOutLabels() {
    return labels(heldOut);
  }

  private int[] labels(int[] positions) {
    for (int position : positions) {
      data.labelName(data.label(position), position); // complains when there is none
    }
    return Arrays.stream(positions).map(data::label).toArray();
  }

  public String labelName(int label) {
    return data.labelName(label);
  }

  /**
   * Other samples, prepared as those to learn from, on the device.
   *
   * @throws DataException when they have another shape, or values that no such sample has
   */
  public TrainingSet prepare(Dataset others) {
    if (!others.shape().equals(data.shape())) {
      throw new DataException(
          "%s has samples of %s, %s of %s; both must be alike"
              .formatted(others.name(), others.shape(), data.name(), data.shape()));
    }
    MemoryDataset held = others.inMemory();
    DataCheck.requireFinite(held);
    if (!isStandardised()) {
      DataCheck.requireUnit(held, data.name() + " has values in [0, 1]: scale both alike");
    }
    int[] all = IntStream.range(0, Math.toIntExact(held.size())).toArray();
    return TrainingSet.of(compute, held, all, standardisation);
  }

  /** Normally distributed numbers to keep in a graph: the seed decides alone what they are. */
  public float[] noise(int count) {
    var normal = ZigguratSampler.NormalizedGaussian.of(Split.random(seed(), NOISE));
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) normal.sample();
    }
    return values;
  }

  /** Tells whoever waits that a later part has begun. */
  public void phase(String name) {
    listener.phase(name);
  }

  /**
   * Drives a learner through all epochs, with progress and checkpoints. Once a lesson.
   *
   * @throws DataException when training went wrong
   * @throws java.util.concurrent.CancellationException when the listener stopped it
   */
  public void train(Learner learner) {
    int[] labels = Arrays.stream(positions).map(data::label).toArray();
    String job =
        "%s, learnt from %08x labelled %08x"
            .formatted(digest, Arrays.hashCode(positions), Arrays.hashCode(labels));
    curve = new TrainingLoop(options, plan, listener, checkpoint, job).run(learner, samples());
  }

  /** How the epochs went; empty when the method has none. */
  List<EpochResult> curve() {
    return curve;
  }
}
