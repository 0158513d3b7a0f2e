package dev.stranger.train;

import dev.stranger.train.net.Network;
import dev.stranger.train.rkm.StRkmObjective;
import dev.stranger.train.rkm.StRkmObjective.Terms;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** An St-RKM in training that forgets the kPCA error in the last epoch. */
final class PublishedStRkmLearner extends StRkmLearner {

  /**
   * One in the last epoch, else zero. A tensor, because training that goes on in the middle of an
   * epoch must know; on the CPU, because every epoch asks.
   */
  private final Tensor isLast = torch.zeros(1);

  PublishedStRkmLearner(Network network, StRkmObjective objective, int subspace) {
    super(network, objective, subspace);
  }

  @Override
  public void beginEpoch(int epoch, int epochs) {
    isLast.fill_(new Scalar(epoch == epochs - 1 ? 1.0 : 0.0));
  }

  @Override
  public int phase() {
    return (int) isLast.item_double();
  }

  @Override
  Tensor descended(Terms terms) {
    return phase() == 0 ? super.descended(terms) : terms.reconstructionAlone();
  }

  @Override
  public List<Tensor> state() {
    List<Tensor> state = new ArrayList<>(super.state());
    state.add(isLast);
    return state;
  }
}
