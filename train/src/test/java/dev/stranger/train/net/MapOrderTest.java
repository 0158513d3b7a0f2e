package dev.stranger.train.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.train.torch.Compute;
import org.assertj.core.data.Offset;
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
  void mapsToVectors() {
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
  void vectorsToMaps() {
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
}
