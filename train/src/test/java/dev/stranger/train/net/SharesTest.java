package dev.stranger.train.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Shape;
import dev.stranger.train.torch.Compute;
import java.util.List;
import org.assertj.core.data.Offset;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.MemoryFormat;
import org.junit.jupiter.api.Test;

class SharesTest {

  private static final int SAMPLES = 7;

  private static Network network(Compute compute) {
    compute.noise().begin(5);
    return NetworkOptions.DEFAULT.withSizes(2, 6, 5).build(Shape.image(1, 16, 16), compute);
  }

  private static Tensor samples(Compute compute) {
    compute.noise().begin(6);
    return compute.noise().normal(SAMPLES, 1, 16, 16);
  }

  /** There and back with an objective that uses the features twice, as that of an St-RKM does. */
  private static double learn(Network network, Shares shares, Tensor x) {
    Network shared = network.in(shares);
    Tensor features = shared.encode(x);
    Tensor centred = features.sub(features.mean(0));
    Tensor value = shared.decode(centred).sub(x).square().sum().add(centred.square().sum());
    shares.backward(value);
    return value.item_double();
  }

  private static List<Tensor> gradients(Network network) {
    return network.parameters().tensors().stream().map(Tensor::grad).toList();
  }

  @Test
  void anyNumberOfSharesGivesTheGradientsOfTheWholeBatch() {
    Compute compute = Compute.exact();
    Network whole = network(compute);
    Tensor x = samples(compute);
    double expected = learn(whole, new Shares(compute, 1), x);
    for (int count : new int[] {2, 3, SAMPLES}) {
      Network network = network(compute);
      double value = learn(network, new Shares(compute, count), x);
      assertThat(value).isCloseTo(expected, Offset.offset(1e-9));
      for (int i = 0; i < gradients(whole).size(); i++) {
        Tensor difference = gradients(network).get(i).sub(gradients(whole).get(i));
        assertThat(difference.abs().max().item_double())
            .as("parameter %d with %d shares", i, count)
            .isCloseTo(0, Offset.offset(1e-9));
      }
    }
  }

  @Test
  void whatGoesBackFromFeaturesStartsWithTheirGradient() {
    Compute compute = Compute.exact();
    Network network = network(compute);
    Shares shares = new Shares(compute, 3);
    Tensor features = network.in(shares).encode(samples(compute));
    shares.backward(features, torch.zeros_like(features.detach()));
    List<Tensor> encoder = network.encoderParameters().tensors();
    assertThat(encoder).allMatch(parameter -> parameter.grad().abs().max().item_double() == 0);
    List<Tensor> decoder = network.decoderParameters().tensors();
    assertThat(decoder).noneMatch(parameter -> parameter.grad().defined());
  }

  @Test
  void theSameStepGivesTheSameBits() {
    Compute compute = Compute.on("cpu");
    Tensor x = samples(compute);
    Network first = network(compute);
    learn(first, new Shares(compute, 4), x);
    for (int again = 0; again < 10; again++) {
      Network network = network(compute);
      learn(network, new Shares(compute, 4), x);
      for (int i = 0; i < gradients(first).size(); i++) {
        assertThat(gradients(network).get(i).equal(gradients(first).get(i))).isTrue();
      }
    }
  }

  /** Or Adam, which takes their memory as it lies, would move the wrong weights. */
  @Test
  void gradientsLieAsWeightsDo() {
    Compute compute = Compute.on("cpu");
    Network network = network(compute);
    learn(network, new Shares(compute, 2), samples(compute));
    for (Tensor parameter : network.parameters().tensors()) {
      assertThat(parameter.grad().is_contiguous(MemoryFormat.ChannelsLast))
          .isEqualTo(parameter.is_contiguous(MemoryFormat.ChannelsLast));
    }
  }

  @Test
  void smallBatchesStayWhole() {
    Compute compute = Compute.on("cpu");
    Network network = network(compute);
    try (PointerScope scope = new PointerScope()) {
      Tensor table = torch.rand(256, 30);
      Tensor features = network.in(Shares.of(compute, table)).encode(samples(compute));
      assertThat(features.is_leaf()).isFalse();
    }
  }
}
