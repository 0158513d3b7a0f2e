package dev.stranger.train.baseline;

import dev.stranger.train.loop.Descent;
import dev.stranger.train.loop.TrainingBatch;
import dev.stranger.train.net.Loss;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * A VAE in training, on the mean over a batch of
 *
 * <pre>  -log p(x|z) + KL(q(z|x), p(z)),   one z drawn from q(z|x) for each sample</pre>
 *
 * without the constant that the logarithm may have.
 */
final class VaeLearner extends Descent {

  private final VaeNetwork network;
  private final Loss loss;
  private final boolean publishedWeighting;

  VaeLearner(VaeNetwork network, Loss loss, boolean publishedWeighting) {
    super(network.network().parameters());
    this.network = network;
    this.loss = loss;
    this.publishedWeighting = publishedWeighting;
  }

  @Override
  public Tensor objective(TrainingBatch batch) {
    Tensor x = batch.samples();
    VaeNetwork.Belief belief = network.encode(x);
    Tensor distance = loss.sum(network.decode(belief.draw(network.network().compute().noise())), x);
    double size = batch.size();
    double lossWeight = publishedWeighting ? 1 : Likelihood.weight(loss);
    double divergenceWeight = publishedWeighting ? 1 / (network.latent() * size) : 1;
    return distance
        .mul(new Scalar(lossWeight))
        .add(belief.divergence(), new Scalar(divergenceWeight))
        .div(new Scalar(size));
  }
}
