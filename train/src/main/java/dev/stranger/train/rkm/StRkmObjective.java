package dev.stranger.train.rkm;

import dev.stranger.DataException;
import dev.stranger.train.method.ObjectiveOptions.Variant;
import dev.stranger.train.net.Loss;
import dev.stranger.train.net.Network;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * What St-RKM training minimises over a batch of N samples, with feature vectors phi centred over
 * the batch and h = U phi:
 *
 * <pre>  (1/N) sum |phi - U'h|^2  +  (lambda / 2) (1/N) sum loss(x, decoder(U'h))</pre>
 *
 * <p>U has orthonormal rows, so the first term may also be written {@code sum |phi|^2 - |h|^2}, as
 * the published code does. The value is the same, and so is the direction along which U can move;
 * but the gradient is longer, and Cayley Adam, which divides by its length, moves U less.
 *
 * <p>With weights of the samples, the mean that centres and both sums are weighted, and the sum of
 * the weights stands for N.
 *
 * @param lambda weight of the reconstruction
 * @param noise deviation of the noise in {@code NOISY_U} and {@code SPLIT_LOSS}
 * @param inputNoise deviation of noise added to what the encoder sees; 0 for none
 * @param asTrace whether the first term is written as in the published code
 */
public record StRkmObjective(
    Loss loss, double lambda, Variant variant, double noise, double inputNoise, boolean asTrace) {

  public StRkmObjective {
    if (!(lambda > 0) || !(noise >= 0) || !(inputNoise >= 0)) {
      throw new DataException(
          "lambda must be positive and noise not negative, got %s, %s and %s"
              .formatted(lambda, noise, inputNoise));
    }
  }

  public StRkmObjective(
      Loss loss, double lambda, Variant variant, double noise, double inputNoise) {
    this(loss, lambda, variant, noise, inputNoise, false);
  }

  public StRkmObjective withTrace() {
    return new StRkmObjective(loss, lambda, variant, noise, inputNoise, true);
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
   * The terms for feature vectors that are known. The kPCA error and the gradient of U are a small
   * difference of large products, so these are made in double, which TF32 does not touch either.
   *
   * @param raw not centred
   */
  public Terms terms(Network network, Tensor u, Tensor x, Tensor raw, SampleWeights weights) {
    Tensor phi = raw.sub(weights.mean(raw)).to(ScalarType.Double);
    Tensor directions = u.to(ScalarType.Double);
    Tensor h = phi.mm(directions.t());
    Tensor onSubspace = h.mm(directions);
    Tensor kpcaError = weights.sum(kpcaError(phi, h, onSubspace).to(raw.scalar_type()));
    Tensor seen = onSubspace.to(raw.scalar_type());
    Tensor reconstruction = reconstruction(network, u, x, h, seen, weights);
    return new Terms(kpcaError, reconstruction, weights, lambda);
  }

  /** Of each sample, one number. */
  private Tensor kpcaError(Tensor phi, Tensor h, Tensor onSubspace) {
    return asTrace ? squaredLength(phi).sub(squaredLength(h)) : squaredLength(phi.sub(onSubspace));
  }

  private static Tensor squaredLength(Tensor rows) {
    return rows.square().sum(1);
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
