package dev.stranger.train.rkm;

import dev.stranger.DataException;
import dev.stranger.train.net.Network;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * What St-RKM training minimises over a batch of N samples, with feature vectors phi centred over
 * the batch and h = U phi:
 *
 * <pre>  (1/N) sum |phi - U'h|^2  +  (lambda / 2) (1/N) sum loss(x, decoder(U'h))</pre>
 *
 * With weights of the samples, the mean that centres and both sums are weighted, and the sum of the
 * weights stands for N.
 *
 * @param lambda weight of the reconstruction
 * @param noise deviation of the noise in {@code NOISY_U} and {@code SPLIT_LOSS}
 * @param inputNoise deviation of noise added to what the encoder sees; 0 for none
 */
public record StRkmObjective(
    Loss loss, double lambda, Variant variant, double noise, double inputNoise) {

  /** How the decoder is made smooth along U (St-RKM paper). */
  public enum Variant {
    /** The decoder sees U'h. */
    DETERMINISTIC,
    /** The decoder sees U'(h + noise). */
    NOISY_U,
    /** The decoder sees U'h, and is punished for changing its mind under noise. */
    SPLIT_LOSS
  }

  public StRkmObjective {
    if (!(lambda > 0) || !(noise >= 0) || !(inputNoise >= 0)) {
      throw new DataException(
          "lambda must be positive and noise not negative, got %s, %s and %s"
              .formatted(lambda, noise, inputNoise));
    }
  }

  /** The value for one batch, ready to be differentiated. */
  public Tensor of(Network network, Tensor u, Tensor x) {
    return of(network, u, x, SampleWeights.equal(x.size(0)));
  }

  /** The same for samples that count differently. */
  public Tensor of(Network network, Tensor u, Tensor x, SampleWeights weights) {
    return terms(network, u, x, encode(network, x), weights).both();
  }

  /** The feature vectors that it is a function of, not centred. */
  public Tensor encode(Network network, Tensor x) {
    return network.encode(
        inputNoise > 0 ? x.add(noiseLike(x, network), new Scalar(inputNoise)) : x);
  }

  /**
   * What it is made of, added up over a batch.
   *
   * @param lambda weight of the reconstruction
   */
  public record Terms(
      Tensor kpcaError, Tensor reconstruction, SampleWeights weights, double lambda) {

    public Tensor both() {
      return weights.average(kpcaError.add(reconstruction, new Scalar(lambda / 2)));
    }

    public Tensor reconstructionAlone() {
      return weights.average(reconstruction.mul(new Scalar(lambda / 2)));
    }
  }

  /**
   * The terms for feature vectors that are known.
   *
   * @param raw not centred
   */
  public Terms terms(Network network, Tensor u, Tensor x, Tensor raw, SampleWeights weights) {
    Tensor phi = raw.sub(weights.mean(raw));
    Tensor h = phi.mm(u.t());
    Tensor onSubspace = h.mm(u);
    Tensor kpcaError = weights.sum(phi.sub(onSubspace).square());
    Tensor reconstruction = reconstruction(network, u, x, h, onSubspace, weights);
    return new Terms(kpcaError, reconstruction, weights, lambda);
  }

  private Tensor reconstruction(
      Network network, Tensor u, Tensor x, Tensor h, Tensor onSubspace, SampleWeights weights) {
    return switch (variant) {
      case DETERMINISTIC -> weights.sum(loss.each(network.decode(onSubspace), x));
      case NOISY_U -> weights.sum(loss.each(network.decode(noisy(network, u, h, onSubspace)), x));
      case SPLIT_LOSS -> {
        Tensor raw = network.decode(onSubspace);
        Tensor shaken = network.decode(noisy(network, u, h, onSubspace));
        Tensor change = loss.output(raw).sub(loss.output(shaken)).square();
        yield weights.sum(loss.each(raw, x)).add(weights.sum(change));
      }
    };
  }

  private Tensor noisy(Network network, Tensor u, Tensor h, Tensor onSubspace) {
    return onSubspace.add(noiseLike(h, network).mm(u), new Scalar(noise));
  }

  private static Tensor noiseLike(Tensor values, Network network) {
    return network.compute().noise().normal(values.shape());
  }
}
