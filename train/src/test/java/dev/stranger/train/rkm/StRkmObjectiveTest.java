package dev.stranger.train.rkm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Shape;
import dev.stranger.train.method.ObjectiveOptions.Variant;
import dev.stranger.train.net.Loss;
import dev.stranger.train.net.Network;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.torch.Compute;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class StRkmObjectiveTest {

  private static final double STEP = 1e-6;

  private final Compute compute = Compute.exact();

  @Test
  void theGradientIsTheSlope() {
    for (Loss loss : Loss.PLAIN) {
      for (Variant variant : Variant.values()) {
        StRkmObjective objective = new StRkmObjective(loss, 3, variant, 0.1, 0.05);
        assertGradient(objective);
        assertGradient(objective.withTrace());
      }
    }
  }

  private void assertGradient(StRkmObjective objective) {
    torch.manual_seed(4);
    Network network = NetworkOptions.DEFAULT.withSizes(1, 5, 4).build(Shape.of(3), compute);
    CayleyAdam stiefel = new CayleyAdam(compute, 2, 4);
    Tensor x = compute.move(torch.rand(6, 3));
    value(objective, network, stiefel, x).backward();
    List<Tensor> all = new ArrayList<>(network.parameters().tensors());
    all.add(stiefel.u());
    for (Tensor parameter : all) {
      for (long i = 0; i < parameter.numel(); i += 3) {
        double slope = slope(objective, network, stiefel, x, parameter, i);
        double gradient = new DoublePointer(parameter.grad().data_ptr()).get(i);
        assertThat(gradient)
            .as("%s, entry %d of a parameter of %d", objective, i, parameter.numel())
            .isCloseTo(slope, Offset.offset(1e-6 * (1 + Math.abs(slope))));
      }
    }
  }

  private static Tensor value(
      StRkmObjective objective, Network network, CayleyAdam stiefel, Tensor x) {
    network.compute().noise().begin(9); // the same noise every time
    return objective.of(network, stiefel.u(), x);
  }

  private static double slope(
      StRkmObjective objective,
      Network network,
      CayleyAdam stiefel,
      Tensor x,
      Tensor parameter,
      long index) {
    DoublePointer entry = new DoublePointer(parameter.data_ptr());
    double start = entry.get(index);
    entry.put(index, start + STEP);
    double above = value(objective, network, stiefel, x).item_double();
    entry.put(index, start - STEP);
    double below = value(objective, network, stiefel, x).item_double();
    entry.put(index, start);
    return (above - below) / (2 * STEP);
  }

  /** With C the covariance of the features: the published gradient, on the same value. */
  @Test
  void asATraceTheGradientOfUIsMinusTwoUC() {
    compute.noise().begin(8);
    Network network = NetworkOptions.DEFAULT.withSizes(1, 5, 4).build(Shape.of(3), compute);
    CayleyAdam stiefel = new CayleyAdam(compute, 2, 4);
    Tensor x = compute.noise().normal(6, 3);
    StRkmObjective square = new StRkmObjective(Loss.SQUARED, 1e-12, Variant.DETERMINISTIC, 0, 0);
    Tensor value = square.withTrace().of(network, stiefel.u(), x);
    value.backward();
    assertThat(value.item_double())
        .isCloseTo(
            square.of(network, stiefel.u(), x).item_double(), Percentage.withPercentage(1e-6));
    Tensor raw = network.encode(x).detach();
    Tensor phi = raw.sub(raw.mean(0));
    Tensor covariance = phi.t().mm(phi).div(new Scalar(6));
    Tensor expected = stiefel.u().detach().mm(covariance).mul(new Scalar(-2));
    double difference = stiefel.u().grad().sub(expected).abs().max().item_double();
    assertThat(difference).isLessThan(1e-9 * expected.abs().max().item_double());
  }

  /** Features a million times as long as what the subspace misses; on a GPU, with TF32 allowed. */
  @Test
  void theKpcaErrorKeepsItsDigits() {
    assertKpcaErrorIsExact(Compute.on("cpu"));
    if (Compute.hasCuda()) {
      assertKpcaErrorIsExact(Compute.on("cuda"));
    }
  }

  private static void assertKpcaErrorIsExact(Compute single) {
    single.noise().begin(4);
    Network network = NetworkOptions.DEFAULT.withSizes(1, 5, 8).build(Shape.of(3), single);
    Tensor u = new CayleyAdam(single, 2, 8).u().detach();
    Tensor half = single.noise().normal(4, 2).mul(new Scalar(1e3)).mm(u);
    Tensor shaken = half.add(single.noise().normal(4, 8), new Scalar(1e-3));
    Tensor raw = torch.cat(new TensorVector(shaken, shaken.neg())); // their mean is zero
    Tensor x = single.zeros(8, 3);
    StRkmObjective objective = new StRkmObjective(Loss.SQUARED, 1, Variant.DETERMINISTIC, 0, 0);
    double expected = missed(raw.to(ScalarType.Double), u.to(ScalarType.Double));
    double[] found = new double[1];
    single.quickly(
        () ->
            found[0] =
                objective
                    .terms(network, u, x, raw, SampleWeights.equal(8))
                    .kpcaError()
                    .item_double());
    assertThat(found[0]).isCloseTo(expected, Percentage.withPercentage(1e-3));
  }

  private static double missed(Tensor phi, Tensor u) {
    return phi.sub(phi.mm(u.t()).mm(u)).square().sum().item_double();
  }

  @Test
  void theObjectiveIsTheMeanOfItsSamples() {
    torch.manual_seed(1);
    Network network = NetworkOptions.DEFAULT.withSizes(1, 5, 4).build(Shape.of(3), compute);
    CayleyAdam stiefel = new CayleyAdam(compute, 2, 4);
    StRkmObjective objective = new StRkmObjective(Loss.SQUARED, 100, Variant.DETERMINISTIC, 0, 0);
    Tensor x = compute.move(torch.rand(6, 3));
    Tensor twice = x.repeat(2, 1);
    assertThat(objective.of(network, stiefel.u(), twice).item_double())
        .isCloseTo(objective.of(network, stiefel.u(), x).item_double(), Offset.offset(1e-9));
  }

  @Test
  void equalWeightsAreNoWeights() {
    torch.manual_seed(5);
    Network network = NetworkOptions.DEFAULT.withSizes(1, 5, 4).build(Shape.of(3), compute);
    CayleyAdam stiefel = new CayleyAdam(compute, 2, 4);
    Tensor x = compute.move(torch.rand(6, 3));
    SampleWeights halves = SampleWeights.of(compute.filled(0.5, 6));
    for (Loss loss : Loss.PLAIN) {
      for (Variant variant : Variant.values()) {
        StRkmObjective objective = new StRkmObjective(loss, 100, variant, 0.1, 0.05);
        double plain = value(objective, network, stiefel, x).item_double();
        network.compute().noise().begin(9);
        assertThat(objective.of(network, stiefel.u(), x, halves).item_double())
            .as("%s", objective)
            .isCloseTo(plain, Percentage.withPercentage(1e-9));
      }
    }
  }

  @Test
  void aSampleOfWeightTwoCountsAsTwoSamples() {
    torch.manual_seed(6);
    Network network = NetworkOptions.DEFAULT.withSizes(1, 5, 4).build(Shape.of(3), compute);
    CayleyAdam stiefel = new CayleyAdam(compute, 2, 4);
    Tensor x = compute.move(torch.rand(5, 3));
    Tensor withCopy = torch.cat(new TensorVector(x, x.narrow(0, 0, 1)));
    SampleWeights weights = SampleWeights.of(compute.of(new float[] {2, 1, 1, 1, 1}, 5));
    for (Loss loss : Loss.PLAIN) {
      StRkmObjective objective = new StRkmObjective(loss, 100, Variant.DETERMINISTIC, 0, 0);
      assertThat(objective.of(network, stiefel.u(), x, weights).item_double())
          .as("%s", loss)
          .isCloseTo(
              objective.of(network, stiefel.u(), withCopy).item_double(),
              Percentage.withPercentage(1e-9));
    }
  }

  @Test
  void uStaysOrthonormalWhateverTheGradient() {
    Compute single = Compute.on("cpu");
    torch.manual_seed(2);
    CayleyAdam stiefel = new CayleyAdam(single, 10, 50);
    stiefel.setRate(1e-2);
    try (var guard = new NoGradGuard()) {
      for (int step = 0; step < 3000; step++) {
        try (var scope = new PointerScope()) {
          Tensor noise = torch.randn(10, 50).mul_(new Scalar(Math.pow(10, step % 7 - 3)));
          stiefel.u().mutable_grad().put(noise);
          stiefel.step();
          stiefel.stepped(step + 1);
          assertThat(stiefel.orthogonalityError()).as("step %d", step).isLessThan(1e-5);
        }
      }
    }
  }

  @Test
  void cayleyAdamFindsTheMainDirections() {
    compute.noise().begin(3);
    CayleyAdam stiefel = new CayleyAdam(compute, 2, 6);
    stiefel.setRate(1e-2);
    Tensor variances = compute.of(new float[] {5, 4, 1, 0.5f, 0.2f, 0.1f}, 6);
    for (int step = 0; step < 2000; step++) {
      Tensor captured = stiefel.u().square().mul(variances).sum();
      captured.neg().backward();
      try (var guard = new NoGradGuard()) {
        stiefel.step();
        stiefel.stepped(step + 1);
      }
      stiefel.zeroGradient();
    }
    double captured = stiefel.u().square().mul(variances).sum().item_double();
    assertThat(captured).isCloseTo(9, Offset.offset(0.01));
  }
}
