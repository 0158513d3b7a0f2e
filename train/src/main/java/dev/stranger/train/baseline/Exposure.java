package dev.stranger.train.baseline;

import dev.stranger.DataException;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Fine-tuning with strangers: in the last epochs every step sees as many of them as of the training
 * samples, and a loss joins that keeps the two apart. What is learnt so holds for strangers like
 * these; they must never be those that a detector is tested with.
 *
 * @param strangers the auxiliary set
 * @param share of the epochs, the last ones; at least one
 */
public record Exposure(Aim aim, Strangers strangers, double share) {

  private static final double USUAL_SHARE = 0.1;

  public Exposure {
    if (!(share > 0 && share <= 1)) {
      throw new DataException(
          "the share of epochs with strangers must lie between 0 and 1, got " + share);
    }
  }

  /** Liu et al. (2020) with their weight and margins. */
  public static Exposure energyMargins(Strangers strangers) {
    return new Exposure(new EnergyMargins(0.1, -23, -5), strangers, USUAL_SHARE);
  }

  /** Outlier exposure of Hendrycks et al. (2019) with their weight. */
  public static Exposure uniform(Strangers strangers) {
    return new Exposure(new Uniform(0.5), strangers, USUAL_SHARE);
  }

  /** What it is, by words that never change: results are found again by them. */
  String text() {
    return "%s, share of the epochs %s, strangers: %s".formatted(aim.text(), share, strangers);
  }

  /** The first epoch, counted from zero, that has strangers. */
  int begins(int epochs) {
    return epochs - Math.max(1, (int) Math.round(share * epochs));
  }

  /** What a classifier shall say of strangers. */
  public sealed interface Aim {

    /** One number, from the logits of as many normal samples as strangers. */
    Tensor loss(Tensor normal, Tensor strange);

    /** What it is, by words that never change. */
    String text();
  }

  /**
   * The energy {@code E = -log sum exp f} of normal samples at or below one margin, that of
   * strangers at or above another: {@code weight (mean max(0, E - inner)^2 + mean max(0, outer -
   * E)^2)}.
   */
  public record EnergyMargins(double weight, double inner, double outer) implements Aim {

    public EnergyMargins {
      requirePositive(weight);
      if (!(inner < outer)) {
        throw new DataException(
            "the energy margin of normal samples must be below that of strangers, got %s and %s"
                .formatted(inner, outer));
      }
    }

    @Override
    public Tensor loss(Tensor normal, Tensor strange) {
      Tensor tooHigh = torch.relu(energy(normal).sub(new Scalar(inner)));
      Tensor tooLow = torch.relu(energy(strange).neg().add(new Scalar(outer)));
      Tensor both = tooHigh.mul(tooHigh).mean().add(tooLow.mul(tooLow).mean());
      return both.mul(new Scalar(weight));
    }

    @Override
    public String text() {
      return "energy margins %s and %s, weight %s".formatted(inner, outer, weight);
    }

    private static Tensor energy(Tensor logits) {
      return torch.logsumexp(logits, 1).neg();
    }
  }

  /** All classes alike: the cross-entropy of the softmax to the uniform distribution. */
  public record Uniform(double weight) implements Aim {

    public Uniform {
      requirePositive(weight);
    }

    @Override
    public Tensor loss(Tensor normal, Tensor strange) {
      return torch.log_softmax(strange, 1).mean().mul(new Scalar(-weight));
    }

    @Override
    public String text() {
      return "uniform, weight " + weight;
    }
  }

  private static void requirePositive(double weight) {
    if (!(weight > 0)) {
      throw new DataException("the weight of strangers must be positive, got " + weight);
    }
  }
}
