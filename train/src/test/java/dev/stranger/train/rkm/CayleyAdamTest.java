package dev.stranger.train.rkm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.train.torch.Compute;
import java.util.Random;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;

class CayleyAdamTest {

  private static final int M = 3;
  private static final int L = 7;

  private final Compute compute = Compute.exact();

  /** The step as it is written down, without regard to how many operations it takes. */
  private final class Written {

    private Tensor u;
    private Tensor moment = compute.zeros(L, M);
    private double secondMoment;
    private int steps;

    Written(Tensor u) {
      this.u = u.detach().clone();
    }

    void step(Tensor gradient, double learningRate) {
      steps++;
      Tensor x = u.div(u.square().sum(1).sqrt().unsqueeze(1)).t();
      Tensor m = times(moment, 0.9).add(times(gradient.t(), 0.1));
      secondMoment = 0.99 * secondMoment + 0.01 * gradient.square().sum().item_double();
      double correction = 1 - Math.pow(0.9, steps);
      double deviation = Math.sqrt(secondMoment / (1 - Math.pow(0.99, steps)) + 1e-8);
      Tensor mx = times(m, 1 / correction).mm(x.t());
      Tensor wHat = mx.sub(times(x.mm(x.t()).mm(mx), 0.5));
      Tensor w = times(wHat.sub(wHat.t()), 1 / deviation);
      double norm = w.abs().sum(0).max().item_double();
      double rate = Math.min(learningRate, 1 / (norm + 1e-8));
      Tensor y = x.sub(times(m, rate));
      for (int i = 0; i < 5; i++) {
        y = x.sub(times(w.mm(x.add(y)), rate / 2));
      }
      moment = times(w.mm(x), deviation * correction);
      u = y.t();
    }

    private static Tensor times(Tensor tensor, double number) {
      return tensor.mul(new Scalar(number));
    }
  }

  private Tensor gradient(Random random, double size) {
    float[] values = new float[M * L];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (size * random.nextGaussian());
    }
    return compute.of(values, M, L);
  }

  /** Gradients of all sizes, and rates of which one is more than the iterations bear. */
  @Test
  void stepsAreThoseThatAreWrittenDown() {
    Random random = new Random(1);
    try (NoGradGuard guard = new NoGradGuard();
        PointerScope scope = new PointerScope()) {
      CayleyAdam stiefel = new CayleyAdam(compute, M, L);
      Written written = new Written(stiefel.u());
      for (double rate : new double[] {1e-2, 10, 0.1}) {
        stiefel.setRate(rate);
        for (int i = 0; i < 10; i++) {
          Tensor before = stiefel.u().clone();
          Tensor gradient = gradient(random, Math.pow(10, i % 5 - 2));
          stiefel.u().mutable_grad().put(gradient);
          stiefel.step();
          written.step(gradient, rate);
          assertThat(difference(stiefel.u(), written.u))
              .as("rate %s, step %d", rate, i)
              .isLessThan(1e-6);
          assertThat(difference(stiefel.u(), before)).isGreaterThan(1e-4);
        }
      }
    }
  }

  private static double difference(Tensor one, Tensor other) {
    return torch.abs(one.sub(other)).max().item_double();
  }
}
