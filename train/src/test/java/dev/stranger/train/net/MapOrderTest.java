package dev.stranger.train.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.onnx.OnnxRun;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.FusedAdam;
import java.util.List;
import org.assertj.core.data.Offset;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;

/** Layers between maps and vectors give the same in whatever order the maps lie in memory. */
class MapOrderTest {

  private static final long[] MAP = {3, 4, 5};

  private final Parameters parameters = new Parameters(Compute.exact());

  private static Tensor lastChannels(Tensor maps) {
    Tensor other = maps.detach().contiguous(torch.MemoryFormat.ChannelsLast);
    other.set_requires_grad(maps.requires_grad());
    return other;
  }

  private static MapToVector lastChannels(MapToVector layer) {
    Tensor weight = lastChannels(layer.weight());
    return new MapToVector(MapOrder.of(weight), weight, layer.bias(), layer.optionalBias());
  }

  private static VectorToMap lastChannels(VectorToMap layer) {
    Tensor weight = lastChannels(layer.weight());
    return new VectorToMap(MapOrder.of(weight), MAP, weight, lastChannels(layer.bias()));
  }

  private static void assertSame(Tensor found, Tensor expected) {
    assertThat(found.shape()).isEqualTo(expected.shape());
    assertThat(found.sub(expected).abs().max().item_double()).isCloseTo(0, Offset.offset(1e-12));
  }

  @Test
  void mapsGiveTheSameVectorsInEitherOrder() {
    MapToVector layer = MapToVector.of(parameters, MAP, 7);
    MapToVector other = lastChannels(layer);
    assertThat(layer.order()).isEqualTo(MapOrder.CHANNELS_FIRST);
    assertThat(other.order()).isEqualTo(MapOrder.CHANNELS_LAST);
    Tensor x = Compute.exact().move(torch.rand(2, 3, 4, 5));
    Tensor expected = layer.forward(x);
    Tensor product = x.reshape(2, 60).mm(layer.weight().reshape(7, 60).t());
    assertSame(expected, product.add(layer.bias()));
    assertSame(other.forward(lastChannels(x)), expected);
    assertSame(other.forward(x), expected);
  }

  @Test
  void vectorsGiveTheSameMapsInEitherOrder() {
    VectorToMap layer = VectorToMap.of(parameters, 7, MAP);
    VectorToMap other = lastChannels(layer);
    Tensor x = Compute.exact().move(torch.rand(2, 7));
    Tensor expected = layer.forward(x);
    Tensor product = x.mm(layer.weight().reshape(7, 60)).add(layer.bias().reshape(60));
    assertSame(expected, product.view(2, 3, 4, 5));
    Tensor found = other.forward(x);
    assertSame(found, expected);
    assertThat(found.is_contiguous(torch.MemoryFormat.ChannelsLast)).isTrue();
  }

  /** Or Adam, which takes their memory as it lies, would move the wrong weights. */
  @Test
  void gradientsLieAsWeightsDo() {
    MapToVector reading = MapToVector.of(parameters, MAP, 7);
    VectorToMap writing = VectorToMap.of(parameters, 7, MAP);
    MapToVector otherReading = lastChannels(reading);
    VectorToMap otherWriting = lastChannels(writing);
    Tensor x = Compute.exact().move(torch.rand(2, 3, 4, 5));
    writing.forward(reading.forward(x)).square().sum().backward();
    otherWriting.forward(otherReading.forward(lastChannels(x))).square().sum().backward();
    assertSameGradient(otherReading.weight(), reading.weight());
    assertSameGradient(otherWriting.weight(), writing.weight());
    assertSameGradient(otherWriting.bias(), writing.bias());
  }

  private static void assertSameGradient(Tensor lastChannels, Tensor expected) {
    assertSame(lastChannels.grad(), expected.grad());
    assertThat(lastChannels.grad().is_contiguous(torch.MemoryFormat.ChannelsLast)).isTrue();
  }

  @Test
  void theGraphIsTheSameInEitherOrder() {
    MapToVector reading = MapToVector.of(parameters, MAP, 7);
    VectorToMap writing = VectorToMap.of(parameters, 7, MAP);
    float[] x = Compute.floats(torch.rand(2, 3, 4, 5));
    List<float[]> expected = run(List.of(reading, writing), x);
    List<float[]> found = run(List.of(lastChannels(reading), lastChannels(writing)), x);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(found.get(i)).usingComparatorWithPrecision(1e-5f).containsExactly(expected.get(i));
    }
    Tensor maps = writing.forward(reading.forward(Compute.exact().of(x, 2, 3, 4, 5)));
    assertThat(expected.get(0))
        .usingComparatorWithPrecision(1e-5f)
        .containsExactly(Compute.floats(maps));
  }

  /** What layers make of samples in ONNX, and the gradient of its squared length by two. */
  private static List<float[]> run(List<Layer> layers, float[] x) {
    OnnxGraph graph = new OnnxGraph();
    Chain.Trace trace = new Chain(layers).trace(graph, graph.input("x", MAP));
    graph.output("y", trace.output(), MAP);
    graph.output("gradient", trace.writeGradient(trace.output()), MAP);
    long[] shape = View.times(2, MAP);
    return List.of(OnnxRun.of(graph, "y", x, shape), OnnxRun.of(graph, "gradient", x, shape));
  }

  /** Adam takes the memory of weights and gradients as it lies. */
  @Test
  void stepsAreTheSameInEitherOrder() {
    MapToVector layer = MapToVector.of(parameters, MAP, 7);
    MapToVector other = lastChannels(layer);
    Tensor x = Compute.exact().move(torch.rand(2, 3, 4, 5));
    descend(layer, x);
    descend(other, lastChannels(x));
    assertSame(other.weight(), layer.weight());
  }

  private static void descend(MapToVector layer, Tensor x) {
    FusedAdam adam = new FusedAdam(Compute.exact(), List.of(layer.weight()));
    adam.setRate(0.1);
    for (int step = 0; step < 3; step++) {
      layer.weight().mutable_grad().reset();
      layer.forward(x).square().sum().backward();
      try (NoGradGuard guard = new NoGradGuard()) {
        adam.step();
      }
    }
  }
}
