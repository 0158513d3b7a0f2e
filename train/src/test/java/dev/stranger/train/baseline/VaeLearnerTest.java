package dev.stranger.train.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.train.loop.TrainingBatch;
import dev.stranger.train.net.Linear;
import dev.stranger.train.net.Loss;
import dev.stranger.train.net.TestNetworks;
import dev.stranger.train.torch.Compute;
import org.assertj.core.data.Offset;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.junit.jupiter.api.Test;

class VaeLearnerTest {

  private static final Compute CPU = Compute.on("cpu");

  private static Linear linear(float[] weight, float... bias) {
    Tensor b = CPU.of(bias, bias.length);
    int from = weight.length / bias.length;
    return new Linear(CPU.of(weight, bias.length, from), b, new TensorOptional(b));
  }

  /** Means (x1 + x2, 0.5), variances of e^-16, and a decoder that gives (z1, z1 / 2). */
  private static VaeNetwork network() {
    return new VaeNetwork(
        TestNetworks.identity(CPU, 2),
        linear(new float[] {1, 1, 0, 0}, 0, 0.5f),
        linear(new float[4], -16, -16),
        linear(new float[] {1, 0, 0.5f, 0}, 0, 0));
  }

  private static double objective(boolean publishedWeighting) {
    Tensor samples = CPU.of(new float[] {1, 2, 0, 1}, 2, 2);
    TrainingBatch batch = new TrainingBatch(samples, CPU.zeros(2));
    VaeLearner learner = new VaeLearner(network(), Loss.SQUARED, publishedWeighting);
    return learner.objective(batch).item_double();
  }

  @Test
  void theObjectiveOfAnExampleByHand() {
    // (1, 2) becomes (3, 1.5), (0, 1) becomes (1, 0.5).
    double error = ((4 + 0.25) + (1 + 0.25)) / 2;
    double divergence = (((9 + 0.25) + (1 + 0.25)) / 2 + 2 * (16 - 1)) / 2;
    Offset<Double> noise = Offset.offset(0.02);
    assertThat(objective(false)).isCloseTo(error / 2 + divergence, noise);
    assertThat(objective(true))
        .as("two dimensions, two samples")
        .isCloseTo(error + divergence / 2 / 2, noise);
  }
}
