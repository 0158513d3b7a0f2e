package dev.stranger.train;

import dev.stranger.train.net.Network;
import dev.stranger.train.rkm.CayleyAdam;
import dev.stranger.train.rkm.SampleWeights;
import dev.stranger.train.rkm.StRkmObjective;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * An St-RKM in training. A step is one of the alternating scheme: gradients at the same point, Adam
 * for the network, Cayley Adam for U.
 */
class StRkmLearner extends Descent {

  private final Network network;
  private final StRkmObjective objective;
  private final int subspace;
  private final CayleyAdam stiefel;

  StRkmLearner(Network network, StRkmObjective objective, int subspace) {
    super(network.parameters());
    this.network = network;
    this.objective = objective;
    this.subspace = subspace;
    this.stiefel = new CayleyAdam(network.parameters().compute(), subspace, network.features());
  }

  /** Centred over a batch, m + 1 feature vectors span m directions, and a single one none. */
  @Override
  public int smallestBatch() {
    return subspace + 1;
  }

  @Override
  public Tensor objective(TrainingBatch batch) {
    return objective.of(network, stiefel.u(), batch.samples(), weights(batch));
  }

  /** How much each sample of a batch counts. */
  SampleWeights weights(TrainingBatch batch) {
    return SampleWeights.equal(batch.size());
  }

  /** The h of a batch, not centred. */
  final Tensor latent(TrainingBatch batch) {
    return network.encode(batch.samples()).mm(stiefel.u().t());
  }

  @Override
  public void setRates(Rates rates) {
    super.setRates(rates);
    stiefel.setRate(rates.stiefel());
  }

  /** U in full precision: it would not stay orthonormal otherwise. */
  @Override
  protected void descend() {
    super.descend();
    network.compute().exactly(stiefel::step);
  }

  @Override
  protected void forgetGradients() {
    super.forgetGradients();
    stiefel.zeroGradient();
  }

  @Override
  public void stepped(long steps) {
    stiefel.stepped(steps);
  }

  @Override
  public List<Tensor> state() {
    List<Tensor> state = new ArrayList<>(super.state());
    state.addAll(stiefel.state());
    return state;
  }
}
