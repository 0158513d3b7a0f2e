package dev.stranger.train.rkm;

import dev.stranger.train.loop.TrainingBatch;
import dev.stranger.train.loop.TrainingSet;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import dev.stranger.train.net.Network;
import dev.stranger.train.torch.Compute;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * An St-RKM in training in which samples with an outlying h hardly count. The weights are part of
 * the state, because training may go on in the middle of an epoch.
 */
final class RobustRkmLearner extends StRkmLearner {

  private static final float OUTLIER_WEIGHT = 1e-4f;

  /** More samples make the estimate hardly better, and every epoch longer. */
  private static final int MOST_POINTS = 3000;

  private final TrainingSet samples;
  private final int subspace;
  private final RobustRkm method;
  private final long seed;
  private final Tensor weights;

  /** For each sample, how many weighings found it outlying, less those that did not. */
  private final Tensor votes;

  RobustRkmLearner(Network network, TrainingData data, TrainingRun run, RobustRkm method) {
    super(network, StRkm.objective(data, run), run.objective().subspace(), false);
    this.samples = data.samples();
    this.subspace = run.objective().subspace();
    this.method = method;
    this.seed = run.seed();
    this.weights = run.compute().filled(1, samples.size());
    this.votes = run.compute().zeros(samples.size());
  }

  @Override
  public void beginEpoch(int epoch, int epochs) {
    if (epoch >= method.firstWeighed(epochs)) {
      weigh();
    }
  }

  @Override
  SampleWeights weights(TrainingBatch batch) {
    return SampleWeights.of(torch.index_select(weights, 0, batch.positions()));
  }

  @Override
  public List<Tensor> state() {
    List<Tensor> state = new ArrayList<>(super.state());
    state.add(weights);
    state.add(votes);
    return state;
  }

  /** Weighs all samples anew, and returns their weights by the majority of all weighings. */
  float[] weigh() {
    double cut = MinimumCovarianceDeterminant.cut(subspace);
    double[] distances = squaredDistances();
    float[] tally = Compute.floats(votes);
    float[] fresh = new float[tally.length];
    for (int i = 0; i < tally.length; i++) {
      tally[i] += distances[i] > cut ? 1 : -1;
      fresh[i] = tally[i] > 0 ? OUTLIER_WEIGHT : 1;
    }
    try (PointerScope scope = new PointerScope()) {
      votes.copy_(Tensor.create(tally, tally.length));
      weights.copy_(Tensor.create(fresh, fresh.length));
    }
    return fresh;
  }

  /** How far each h is from those of most samples. */
  private double[] squaredDistances() {
    IntFunction<double[]> latent = latent();
    double[][] some = spread(latent);
    Ellipsoid most = MinimumCovarianceDeterminant.of(some, method.outliersAmong(some.length), seed);
    return IntStream.range(0, samples.size())
        .mapToObj(latent)
        .mapToDouble(most::squaredDistance)
        .toArray();
  }

  private double[][] spread(IntFunction<double[]> all) {
    int count = Math.min(samples.size(), MOST_POINTS);
    return IntStream.range(0, count)
        .map(i -> (int) ((long) i * samples.size() / count))
        .mapToObj(all)
        .toArray(double[][]::new);
  }

  /**
   * The h of all samples, up to where their mean lies, which distances do not depend on. Kept batch
   * by batch, because an array for each sample takes several times the memory.
   */
  private IntFunction<double[]> latent() {
    List<float[]> batches = new ArrayList<>();
    samples.forEach(this::latent, (first, values) -> batches.add(values));
    int size = batches.get(0).length / subspace;
    return sample -> row(batches.get(sample / size), sample % size * subspace);
  }

  private double[] row(float[] values, int start) {
    double[] row = new double[subspace];
    for (int i = 0; i < subspace; i++) {
      row[i] = values[start + i];
    }
    return row;
  }
}
