package dev.stranger.train.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Shape;
import dev.stranger.train.net.Chain.Trace;
import dev.stranger.train.net.NetworkOptions.Kind;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.onnx.OnnxRun;
import dev.stranger.train.torch.Compute;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;

/** The gradient that layers write as ONNX is the one that libtorch finds. */
class GradientTest {

  private static final Compute CPU = Compute.on("cpu");
  private static final int COUNT = 5;
  private static final NetworkOptions SMALL = NetworkOptions.DEFAULT.withSizes(3, 16, 7);

  private static Network network(NetworkOptions options, Shape shape) {
    CPU.noise().begin(shape.size());
    return options.build(shape, CPU);
  }

  /** Of half the squared length of the output, so that its gradient there is the output itself. */
  private static void assertGradient(String place, List<Layer> layers, long... sample) {
    Chain chain = new Chain(layers);
    long[] shape = LongStream.concat(LongStream.of(COUNT), LongStream.of(sample)).toArray();
    Tensor x = torch.randn(shape).set_requires_grad(true);
    Tensor y = chain.forward(x);
    y.mul(y).sum().backward();
    float[] expected = Compute.floats(x.grad());

    OnnxGraph graph = new OnnxGraph();
    Trace trace = chain.trace(graph, graph.input("x", sample));
    String twice = graph.mul(trace.output(), graph.constant(2));
    graph.output("gradient", trace.writeGradient(twice), sample);
    float[] actual = OnnxRun.of(graph, "gradient", Compute.floats(x), shape);

    double largest =
        IntStream.range(0, expected.length).mapToDouble(i -> Math.abs(expected[i])).max().orElse(0);
    assertThat(largest).as(place).isPositive();
    assertThat(actual)
        .as(place)
        .usingComparatorWithPrecision((float) (1e-4 * largest))
        .containsExactly(expected);
  }

  private static void assertGradients(NetworkOptions options, int... sample) {
    Shape shape = Shape.of(sample);
    Network network = network(options, shape);
    long[] dimensions = IntStream.of(sample).asLongStream().toArray();
    assertGradient("encoder of " + shape, network.encoder(), dimensions);
    assertGradient("decoder of " + shape, network.decoder(), network.features());
  }

  @Test
  void throughConvolutionsOfEvenAndOddSides() {
    assertGradients(SMALL, 1, 28, 28);
    assertGradients(SMALL, 3, 17, 22);
    assertGradients(SMALL, 1, 55, 19);
    assertGradients(SMALL, 1, 140);
    for (int steps = 16; steps < 24; steps++) {
      assertGradients(SMALL, 2, steps);
    }
  }

  @Test
  void throughDenseLayers() {
    assertGradients(SMALL, 9);
    assertGradients(SMALL.withKind(Kind.DENSE), 1, 5, 4);
  }

  @Test
  void throughLearnedSlopes() {
    Shape shape = Shape.of(1, 17, 18);
    Network network = network(SMALL.withActivation(Activation.PRELU), shape);
    List<Tensor> slopes =
        network.parameters().tensors().stream().filter(tensor -> tensor.numel() == 1).toList();
    for (int i = 0; i < slopes.size() - 1; i++) { // the last is the decoder's one bias
      slopes.get(i).detach().copy_(CPU.filled(0.1 * i - 0.2, 1));
    }
    assertGradient("encoder with learned slopes", network.encoder(), 1, 17, 18);
    assertGradient("decoder with learned slopes", network.decoder(), 7);
  }

  @Test
  void recurrentNetworksSayThatTheyHaveNone() {
    Network network = network(SMALL.withKind(Kind.RECURRENT), Shape.of(1, 20));
    OnnxGraph graph = new OnnxGraph();
    Trace trace = new Chain(network.encoder()).trace(graph, graph.input("x", 1, 20));
    assertThatThrownBy(() -> trace.writeGradient(trace.output()))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("gradients cannot be written through a recurrent network");
  }

  @Test
  void weightsAreStoredOnceForBothWays() {
    Network network = network(SMALL, Shape.of(1, 28, 28));
    OnnxGraph once = new OnnxGraph();
    Trace forth = new Chain(network.encoder()).trace(once, once.input("x", 1, 28, 28));
    int size = once.toModel("test", Map.of()).length;
    forth.writeGradient(forth.output());
    assertThat((double) once.toModel("test", Map.of()).length)
        .isCloseTo(size, Offset.offset(0.1 * size));
  }
}
