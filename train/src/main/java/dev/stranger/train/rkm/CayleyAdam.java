package dev.stranger.train.rkm;

import dev.stranger.train.torch.Compute;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The matrix U with orthonormal rows, m x l, and Adam on the Stiefel manifold it lives on (Li et
 * al., 2020): moments as in Adam with one second moment for the whole matrix, and a step along the
 * Cayley transform, found by a few fixed-point iterations. Rounding drifts off the manifold, so U
 * is brought back by an orthonormalisation after every {@value #STEPS_TO_RETRACTION} steps.
 *
 * <p>All state lives on the device. Call {@link #step} without gradients being recorded.
 */
public final class CayleyAdam {

  private static final int STEPS_TO_RETRACTION = 100;
  private static final int ITERATIONS = 5;
  private static final double BETA1 = 0.9;
  private static final double BETA2 = 0.99;
  private static final long[] ROWS = {0};
  private static final long[] COLUMNS = {1};

  private final Scalar one = new Scalar(1.0);
  private final Scalar two = new Scalar(2.0);
  private final Scalar half = new Scalar(0.5);
  private final Scalar minusHalf = new Scalar(-0.5);
  private final Scalar minusOne = new Scalar(-1.0);
  private final Scalar oneLessBeta1 = new Scalar(1 - BETA1);
  private final Scalar oneLessBeta2 = new Scalar(1 - BETA2);
  private final Scalar epsilon = new Scalar(1e-8);
  private final ScalarTypeOptional sameType = new ScalarTypeOptional();

  private final Tensor u;
  private final Tensor value;
  private final Tensor moment;
  private final Tensor secondMoment;

  /** Both betas, and their powers with the number of the step. */
  private final Tensor betas;

  private final Tensor powers;

  /** On the device, because a step may be recorded before the rate changes. */
  private final Tensor learningRate;

  /** Starts at a random point of the manifold. */
  public CayleyAdam(Compute compute, int m, int l) {
    this.u = compute.move(torch.zeros(m, l));
    u.set_requires_grad(true);
    this.value = u.detach();
    value.copy_(compute.noise().startNormal(m, l));
    retract();
    this.moment = compute.zeros(l, m);
    this.secondMoment = compute.zeros(1);
    this.betas = compute.of(new float[] {(float) BETA1, (float) BETA2}, 2);
    this.powers = betas.clone();
    this.learningRate = compute.zeros(1);
  }

  /** U, whose gradient the next {@link #step} uses. */
  public Tensor u() {
    return u;
  }

  /** How far the next steps go. */
  public void setRate(double rate) {
    learningRate.fill_(new Scalar(rate));
  }

  /**
   * Moves U along its gradient; {@link #stepped} keeps it orthonormal. On a GPU every operation
   * costs the same, however small, so there are few: W is {@code scale * skew}, and what does not
   * change from one iteration to the next stands before them.
   */
  public void step() {
    Tensor gradient = u.grad();
    Tensor x = value.div(norm(value, two, COLUMNS, true));
    Tensor xt = x.t();
    Tensor m = moment.lerp(gradient.t(), oneLessBeta1);
    secondMoment.lerp_(gradient.square().sum(), oneLessBeta2);
    Tensor corrections = torch.rsub(powers, one);

    Tensor mx = m.mm(x);
    Tensor wHat = torch.addmm(mx, xt, x.mm(mx), one, minusHalf);
    Tensor skew = wHat.sub(wHat.t());
    Tensor scale = scale(corrections);
    Tensor rate = rate(skew, scale);

    Tensor y = xt.addcmul(m, rate, minusOne);
    Tensor turn = skew.mul(scale.mul(rate).mul(half));
    Tensor still = torch.addmm(xt, turn, xt, one, minusOne);
    for (int i = 0; i < ITERATIONS; i++) {
      y = torch.addmm(still, turn, y, one, minusOne);
    }
    value.copy_(y.t());
    moment.copy_(skew.mm(xt));
    powers.mul_(betas);
  }

  /** What makes W of the skew-symmetric part: one by the deviation of the gradients. */
  private Tensor scale(Tensor corrections) {
    Tensor variance = secondMoment.div(corrections.narrow(0, 1, 1)).add(epsilon);
    return variance.rsqrt().div(corrections.narrow(0, 0, 1));
  }

  /** The learning rate, but no more than what lets the fixed-point iterations converge. */
  private Tensor rate(Tensor skew, Tensor scale) {
    Tensor norm = norm(skew, one, ROWS, false).amax().mul(scale);
    return norm.add(epsilon).reciprocal().clamp_max(learningRate);
  }

  private Tensor norm(Tensor matrix, Scalar order, long[] over, boolean keep) {
    return torch.linalg_vector_norm(matrix, order, over, keep, sameType);
  }

  /**
   * Brings U back to orthonormal rows now and then, which rounding leads away from.
   *
   * @param steps how many were made
   */
  public void stepped(long steps) {
    if (steps % STEPS_TO_RETRACTION == 0) {
      retract();
    }
  }

  private void retract() {
    var qr = torch.linalg_qr(value.t());
    // A column of Q may come back with the other sign; R's diagonal tells.
    Tensor signs = qr.get1().diagonal().sign();
    value.copy_(qr.get0().mul(signs).t());
  }

  /** Largest entry of |UU' - I|. */
  public double orthogonalityError() {
    Tensor product = value.mm(value.t());
    return product.sub(torch.eye(value.size(0)).to(product)).abs().max().item_double();
  }

  public void zeroGradient() {
    u.mutable_grad().reset();
  }

  /** Everything that must be saved to go on later. */
  public List<Tensor> state() {
    return List.of(value, moment, secondMoment, powers);
  }
}
