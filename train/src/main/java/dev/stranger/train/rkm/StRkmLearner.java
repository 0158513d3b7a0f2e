package dev.stranger.train.rkm;

import dev.stranger.train.loop.Descent;
import dev.stranger.train.loop.TrainingBatch;
import dev.stranger.train.net.Network;
import dev.stranger.train.net.Shares;
import dev.stranger.train.rkm.StRkmObjective.Terms;
import dev.stranger.train.torch.Ranks;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.NoGradGuard;
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
  private final boolean published;
  private final Ranks ranks;

  /** Whether the epoch leaves out the kPCA error. */
  private boolean isReconstructionAlone;

  /**
   * @param published whether U follows the published gradient, and the last epoch has no kPCA error
   */
  StRkmLearner(Network network, StRkmObjective objective, int subspace, boolean published) {
    super(network.parameters());
    this.network = network;
    this.objective = published ? objective.withTrace() : objective;
    this.subspace = subspace;
    this.published = published;
    this.ranks = network.compute().ranks();
    this.stiefel = new CayleyAdam(network.parameters().compute(), subspace, network.features());
  }

  /** Centred over a batch, m + 1 feature vectors span m directions, and a single one none. */
  @Override
  public int smallestBatch() {
    return subspace + 1;
  }

  @Override
  public Tensor objective(TrainingBatch batch) {
    Tensor value = objective.of(network, stiefel.u(), batch.samples(), weights(batch));
    ranks.sum(List.of(value));
    return value;
  }

  /** How much each sample of a batch counts. */
  SampleWeights weights(TrainingBatch batch) {
    return ranks.isAlone()
        ? SampleWeights.equal(batch.size())
        : SampleWeights.overRanks(batch.size() * ranks.size(), ranks);
  }

  /** The h of samples, not centred. */
  final Tensor latent(Tensor samples) {
    return network.encode(samples).mm(stiefel.u().t());
  }

  @Override
  public void setRates(Rates rates) {
    super.setRates(rates);
    stiefel.setRate(rates.stiefel());
  }

  @Override
  protected Tensor descend(TrainingBatch batch) {
    try (Shares shares = Shares.of(network.compute(), batch.samples())) {
      return descend(batch, shares);
    }
  }

  private Tensor descend(TrainingBatch batch, Shares shares) {
    Tensor samples = batch.samples();
    Network shared = network.in(shares);
    Tensor raw = objective.encode(shared, samples);
    Tensor features = raw.detach().set_requires_grad(true);
    SampleWeights weights = weights(batch);
    Tensor value = aim(objective.terms(shared, stiefel.u(), samples, features, weights));
    shares.backward(value);
    if (weights instanceof SampleWeights.OverRanks overRanks) {
      overRanks.backward(features.grad());
      shares.backward(raw, features.grad());
      return moveTogether(value.detach());
    }
    // The way back in two parts: U moves while the gradients of the encoder are on their way.
    network
        .compute()
        .beside(
            this::moveSubspace,
            () -> {
              shares.backward(raw, features.grad());
              moveParameters();
            });
    return value;
  }

  /**
   * Adds up all gradients over the ranks in one message before anything moves, so that all ranks
   * move alike.
   *
   * @param part of the value, which becomes the whole
   */
  private Tensor moveTogether(Tensor part) {
    List<Tensor> sums = new ArrayList<>(gradients());
    sums.add(stiefel.u().grad());
    sums.add(part);
    ranks.sum(sums);
    moveSubspace();
    moveParameters();
    return part;
  }

  @Override
  public int enterEpoch(int epoch, int epochs) {
    isReconstructionAlone = published && epoch == epochs - 1;
    return isReconstructionAlone ? 1 : 0;
  }

  /** What a step makes smaller. */
  private Tensor aim(Terms terms) {
    return isReconstructionAlone ? terms.reconstructionAlone() : terms.both();
  }

  /** In full precision: U would not stay orthonormal otherwise. */
  private void moveSubspace() {
    try (NoGradGuard guard = new NoGradGuard()) {
      network.compute().exactly(stiefel::step);
    }
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
