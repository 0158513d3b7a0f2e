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
  private final Scalar one = new Scalar(1.0);
  private final Scalar half = new Scalar(0.5);
  private final Scalar beta1 = new Scalar(0.9);
  private final Scalar beta2 = new Scalar(0.99);
  private final Scalar oneLessBeta1 = new Scalar(1 - 0.9);
  private final Scalar oneLessBeta2 = new Scalar(1 - 0.99);
  private final Scalar epsilon = new Scalar(1e-8);
  private static final long[] ROWS = {0};
  private static final long[] COLUMNS = {1};

  private final Tensor u;
  private final Tensor value;
  private final Tensor moment;
  private final Tensor secondMoment;
  private final Tensor power1;
  private final Tensor power2;

  /** Starts at a random point of the manifold. */
  public CayleyAdam(Compute compute, int m, int l) {
    Tensor start = torch.empty(m, l);
    torch.orthogonal_(start);
    this.u = compute.move(start);
    u.set_requires_grad(true);
    this.value = u.detach();
    this.moment = compute.zeros(l, m);
    this.secondMoment = compute.zeros(1);
    this.power1 = compute.filled(0.9, 1);
    this.power2 = compute.filled(0.99, 1);
  }

  /** U, whose gradient the next {@link #step} uses. */
  public Tensor u() {
    return u;
  }

  /** Moves U along its gradient; {@link #stepped} keeps it orthonormal. */
  public void step(double learningRate) {
    Tensor gradient = u.grad();
    Tensor x = value.div(rowNorms());
    Tensor xt = x.t();
    Tensor m = moment.mul(beta1).add(gradient.t(), oneLessBeta1);
    Tensor v = secondMoment.mul(beta2).add(gradient.square().sum(), oneLessBeta2);
    Tensor correction1 = torch.rsub(power1, one);
    Tensor denominator = v.div(torch.rsub(power2, one)).add(epsilon).sqrt();
    Tensor mx = m.div(correction1).mm(x);
    Tensor wHat = mx.sub(xt.mm(x.mm(mx)), half);
    Tensor w = wHat.sub(wHat.t()).div(denominator);
    Tensor rate = rate(w, learningRate);

    Tensor y = xt.sub(m.mul(rate));
    for (int i = 0; i < ITERATIONS; i++) {
      y = xt.sub(w.mm(xt.add(y).mul(half)).mul(rate));
    }
    value.copy_(y.t());
    moment.copy_(w.mm(xt).mul(denominator).mul(correction1));
    secondMoment.copy_(v);
    power1.mul_(beta1);
    power2.mul_(beta2);
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

  private Tensor rowNorms() {
    return value.square().sum(COLUMNS, true, new ScalarTypeOptional()).sqrt().add(epsilon);
  }

  /** The learning rate, but no more than what lets the fixed-point iterations converge. */
  private Tensor rate(Tensor w, double learningRate) {
    Tensor norm = w.abs().sum(ROWS, false, new ScalarTypeOptional()).max();
    return norm.add(epsilon).reciprocal().clamp_max(new Scalar(learningRate));
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
    return List.of(value, moment, secondMoment, power1, power2);
  }
}
