package dev.stranger.train.method;

import dev.stranger.DataException;
import dev.stranger.Shape;
import dev.stranger.train.loop.EpochResult;
import dev.stranger.train.loop.Learner;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.SeededRandom;
import dev.stranger.train.loop.TrainingLoop;
import dev.stranger.train.loop.TrainingSet;
import dev.stranger.train.net.Network;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.torch.Compute;
import java.util.List;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * How a {@link Method} learns: the options, the device, and the loop with its progress and
 * checkpoints. Not thread-safe.
 */
public final class TrainingRun {

  /** A number that no epoch and no step has. */
  private static final long NOISE = Long.MIN_VALUE;

  private final NetworkOptions network;
  private final ObjectiveOptions objective;
  private final TrainingLoop loop;
  private final Compute compute;
  private List<EpochResult> curve = List.of();

  public TrainingRun(
      NetworkOptions network, ObjectiveOptions objective, TrainingLoop loop, Compute compute) {
    this.network = network;
    this.objective = objective;
    this.loop = loop;
    this.compute = compute;
    compute.noise().begin(loop.seed());
  }

  public NetworkOptions network() {
    return network;
  }

  public ObjectiveOptions objective() {
    return objective;
  }

  public LearningOptions learning() {
    return loop.learning();
  }

  public long seed() {
    return loop.seed();
  }

  public Compute compute() {
    return compute;
  }

  /** A new network as wished, with random weights. */
  public Network buildNetwork(Shape shape) {
    return network.build(shape, compute);
  }

  /** Normally distributed numbers to keep in a graph: the seed decides alone what they are. */
  public float[] noise(int count) {
    var normal = ZigguratSampler.NormalizedGaussian.of(SeededRandom.ofEpoch(seed(), NOISE));
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) normal.sample();
    }
    return values;
  }

  /** Tells whoever waits that a later part has begun. */
  public void phase(String name) {
    loop.listener().phase(name);
  }

  /**
   * Drives a learner through all epochs. Once a run.
   *
   * @throws DataException when training went wrong
   * @throws java.util.concurrent.CancellationException when the listener stopped it
   */
  public void train(Learner learner, TrainingSet samples) {
    curve = loop.run(learner, samples);
  }

  /** How the epochs went; empty when the method has none. */
  public List<EpochResult> curve() {
    return curve;
  }
}
