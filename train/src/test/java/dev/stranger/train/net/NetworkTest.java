package dev.stranger.train.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stranger.DataException;
import dev.stranger.DeviceException;
import dev.stranger.Shape;
import dev.stranger.train.net.NetworkOptions.Kind;
import dev.stranger.train.torch.Compute;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;

class NetworkTest {

  private static final Compute CPU = Compute.on("cpu");

  private static void assertRebuilds(NetworkOptions options, Shape shape) {
    Network network = options.build(shape, CPU);
    long[] batch = new long[shape.rank() + 1];
    batch[0] = 2;
    for (int i = 0; i < shape.rank(); i++) {
      batch[i + 1] = shape.dimensions().get(i);
    }
    Tensor phi = network.encode(torch.rand(batch));
    assertThat(phi.shape()).as("features of %s", shape).containsExactly(2, network.features());
    assertThat(network.decode(phi).shape()).as("output for %s", shape).containsExactly(batch);
    if (options.activation() != Activation.PRELU) {
      assertThat(options.sizeFor(shape).parameters())
          .as("parameters for %s", shape)
          .isEqualTo(network.parameters().count());
    }
  }

  @Test
  void theDecoderGivesBackTheShapeOfTheSample() {
    NetworkOptions small = NetworkOptions.DEFAULT.withSizes(2, 8, 5);
    for (int side = 16; side < 70; side++) {
      assertRebuilds(small, Shape.image(1, side, 85 - side));
      assertRebuilds(small, Shape.of(2, side));
    }
    assertRebuilds(small, Shape.image(3, 128, 200));
    assertRebuilds(small.withActivation(Activation.PRELU), Shape.image(3, 32, 32));
    assertRebuilds(small, Shape.of(3));
    assertRebuilds(small.withKind(Kind.RECURRENT), Shape.of(2, 11));
    assertRebuilds(small.withKind(Kind.DENSE), Shape.image(1, 5, 4));
  }

  @Test
  void thePapersNetworkHasItsSizes() {
    Network network = NetworkOptions.PAPER.build(Shape.image(1, 28, 28), CPU);
    long convolutions = 40 * 16 + 40 + 80 * 40 * 16 + 80 + 160 * 80 * 9 + 160;
    long connected = 4000 * 256 + 256 + 256 * 50 + 50;
    long back = 50 * 256 + 256 + 256 * 4000 + 4000;
    long transposed = 160 * 80 * 9 + 80 + 80 * 40 * 16 + 40 + 40 * 16 + 1;
    assertThat(network.parameters().count())
        .isEqualTo(convolutions + connected + back + transposed);
  }

  @Test
  void sizesThatAreLeftOpenFollowTheData() {
    NetworkOptions open = NetworkOptions.DEFAULT;
    assertSizes(open, Shape.image(1, 28, 28), 16, 128, 100);
    assertSizes(open, Shape.image(3, 512, 512), 16, 128, 100);
    assertSizes(open, Shape.of(1, 140), 16, 128, 100);
    assertSizes(open, Shape.of(30), 40, 256, 32);
    assertSizes(open, Shape.image(1, 8, 8), 40, 256, 50); // too small for convolutions
    assertSizes(open.withKind(Kind.DENSE), Shape.image(1, 28, 28), 40, 256, 50);
    assertSizes(open.withKind(Kind.RECURRENT), Shape.of(1, 140), 40, 256, 32);
    assertSizes(open.withSizes(0, 0, 7), Shape.image(1, 28, 28), 16, 128, 7);
    assertSizes(open.withSizes(8, 64, 0), Shape.image(1, 28, 28), 8, 64, 50);
    assertSizes(NetworkOptions.PAPER, Shape.image(1, 28, 28), 40, 256, 50);
    assertSizes(NetworkOptions.PAPER, Shape.of(1, 140), 40, 256, 32);
    assertSizes(open.orPublished(), Shape.image(1, 28, 28), 40, 256, 50);
  }

  private static void assertSizes(
      NetworkOptions options, Shape shape, int capacity, int hidden, int features) {
    assertThat(options.sizedFor(shape)).isEqualTo(options.withSizes(capacity, hidden, features));
  }

  /** Counted by hand: weights times the places at which they are used. */
  @Test
  void multiplyAddsAreThoseOfOnePass() {
    long halvings = 16 * 16 * 14 * 14 + 16 * 32 * 16 * 7 * 7;
    long encoder = halvings + 32 * 64 * 9 * 5 * 5 + 1600 * 128 + 128 * 100;
    assertThat(multiplyAdds(NetworkOptions.DEFAULT, Shape.image(1, 28, 28))).isEqualTo(2 * encoder);

    NetworkOptions small = NetworkOptions.DEFAULT.withSizes(2, 8, 5);
    long series = 3 * 2 * 4 * 8 + 2 * 4 * 4 * 4 + 4 * 8 * 3 * 2 + 16 * 8 + 8 * 5;
    assertThat(multiplyAdds(small, Shape.of(3, 16))).isEqualTo(2 * series);

    long table = 6 * 8 + 8 * 8 + 8 * 5;
    assertThat(multiplyAdds(small, Shape.of(6))).isEqualTo(2 * table);

    long listening = 11 * (4 * 5 * (2 + 5) + 4 * 5 * (5 + 5)); // steps, gates, units, inputs
    long telling = 11 * (4 * 5 * (1 + 5) + 4 * 5 * (5 + 5)) + 5 * 5 + 11 * 5 * 2;
    assertThat(multiplyAdds(small.withKind(Kind.RECURRENT), Shape.of(2, 11)))
        .isEqualTo(listening + telling);
  }

  private static long multiplyAdds(NetworkOptions options, Shape shape) {
    return options.sizeFor(shape).multiplyAdds();
  }

  /** Glorot and Bengio's range, wider than libtorch's own: some of 64 weights lie beyond that. */
  @Test
  void theLinearLayersOfTheRecurrentDecoderStartAsPublished() {
    NetworkOptions options = NetworkOptions.DEFAULT.withKind(Kind.RECURRENT).withSizes(1, 1, 8);
    List<Tensor> decoder = options.build(Shape.of(8, 11), CPU).decoderParameters().tensors();
    for (Tensor weights : List.of(decoder.get(0), decoder.get(decoder.size() - 2))) {
      assertThat(weights.shape()).containsExactly(8, 8);
      assertThat(weights.abs().max().item_double())
          .isBetween(1 / Math.sqrt(8), Math.sqrt(6.0 / (8 + 8)));
    }
  }

  @Test
  void samplesThatDoNotFitANetworkAreRefused() {
    NetworkOptions conv = NetworkOptions.DEFAULT.withKind(Kind.CONV);
    assertThatThrownBy(() -> conv.build(Shape.image(1, 28, 8), CPU))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("samples of 1x28x8 are too small for convolutions");
    NetworkOptions recurrent = NetworkOptions.DEFAULT.withKind(Kind.RECURRENT);
    assertThatThrownBy(() -> recurrent.build(Shape.of(30), CPU))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("samples of 30 are no series")
        .hasMessageEndingWith("use another network, or read rows as series");
  }

  @Test
  void aMissingGpuIsAnError() {
    assertThatThrownBy(() -> Compute.on("gpu")).hasMessageContaining("'gpu'");
    if (!torch.cuda_is_available()) {
      assertThatThrownBy(() -> Compute.on("cuda"))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("there is no GPU for the device cuda");
    }
  }

  @Test
  void aMissingGpuHasTheSameReasonWheneverItIsAskedFor() {
    if (!torch.cuda_is_available()) {
      Throwable first = catchThrowable(() -> Compute.on("cuda"));
      assertThatThrownBy(() -> Compute.on("cuda")).hasMessage(first.getMessage());
    }
  }
}
