package dev.stranger.train.net;

import dev.stranger.DataException;
import dev.stranger.Shape;
import dev.stranger.train.net.Convolution.Window;
import dev.stranger.train.torch.Compute;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The paper's network for images of 28 x 28: two convolutions that halve the sides, one of 3 x 3,
 * two fully connected layers; the decoder mirrors them. Larger images get more halvings, so that
 * the shorter side of what is left has at most 12 pixels; series get the same along their only
 * dimension.
 */
final class ConvAutoencoder {

  private static final Window HALVING = new Window(4, 2, 1);
  private static final Window LAST = new Window(3, 1, 0);
  private static final int SMALLEST = 16;
  private static final int LARGEST_LEFT = 12;
  private static final long MOST_WEIGHTS = 1 << 25;

  private final NetworkOptions options;

  /** Sides and channels after each convolution, the input first. */
  private final List<int[]> sides = new ArrayList<>();

  private final List<Integer> channels = new ArrayList<>();

  private ConvAutoencoder(Shape shape, NetworkOptions options) {
    this.options = options;
    sides.add(shape.dimensions().stream().skip(1).mapToInt(d -> d).toArray());
    channels.add(shape.channels());
    while (sides.size() < 3 || Arrays.stream(last()).min().orElse(0) > LARGEST_LEFT) {
      sides.add(Arrays.stream(last()).map(HALVING::shrink).toArray());
      channels.add(options.capacity() * (channels.size() == 1 ? 1 : 2));
    }
    sides.add(Arrays.stream(last()).map(LAST::shrink).toArray());
    channels.add(options.capacity() * 4);
  }

  static Network build(Compute compute, Shape shape, NetworkOptions options) {
    return fitting(shape, options).build(compute);
  }

  static NetworkSize size(Shape shape, NetworkOptions options) {
    return fitting(shape, options).size();
  }

  private static ConvAutoencoder fitting(Shape shape, NetworkOptions options) {
    if (!fits(shape)) {
      throw new DataException(
          "samples of %s are too small for convolutions, which need sides of %d; use the dense"
                  .formatted(shape, SMALLEST)
              + " network or resize");
    }
    return new ConvAutoencoder(shape, options);
  }

  static boolean fits(Shape shape) {
    boolean rank = shape.rank() == 2 || shape.rank() == 3;
    return rank && shape.dimensions().stream().skip(1).allMatch(side -> side >= SMALLEST);
  }

  private int[] last() {
    return sides.get(sides.size() - 1);
  }

  private Window window(int stage) {
    return stage == sides.size() - 1 ? LAST : HALVING;
  }

  /** What the last convolution makes: its channels and sides. */
  private long[] map() {
    return map(sides.size() - 1);
  }

  private long[] map(int stage) {
    return View.times(
        channels.get(stage), Arrays.stream(sides.get(stage)).asLongStream().toArray());
  }

  private NetworkSize size() {
    long flat = MapOrder.size(map());
    long hidden = options.hidden();
    NetworkSize size = NetworkSize.ofLinear(flat, hidden, options.features(), hidden, flat);
    for (int stage = 1; stage < sides.size(); stage++) {
      long from = channels.get(stage - 1);
      long to = channels.get(stage);
      long weights = from * to * (long) Math.pow(window(stage).kernel(), sides.get(0).length);
      long activations = MapOrder.size(map(stage)) + MapOrder.size(map(stage - 1));
      long places = MapOrder.size(map(stage)) / to;
      size = size.and(new NetworkSize(2 * weights + from + to, activations, 2 * weights * places));
    }
    return size;
  }

  private Network build(Compute compute) {
    int features = options.features();
    Parameters encoding = new Parameters(compute);
    int stages = sides.size() - 1;
    long[] map = map();
    requirePlausible(map);
    List<Layer> encoder = new ArrayList<>();
    for (int stage = 1; stage <= stages; stage++) {
      encoder.add(
          Convolution.of(
              encoding,
              window(stage),
              sides.get(stage - 1),
              channels.get(stage - 1),
              channels.get(stage)));
      encoder.add(options.activation().layer(encoding));
    }
    encoder.add(MapToVector.of(encoding, map, options.hidden()));
    encoder.add(options.activation().layer(encoding));
    encoder.add(Linear.of(encoding, options.hidden(), features));
    Parameters decoding = new Parameters(compute);
    return new Network(encoder, decoder(decoding, features, map), features, encoding, decoding);
  }

  /** Long and narrow images leave a map that no fully connected layer can take. */
  private void requirePlausible(long[] map) {
    long flat = MapOrder.size(map);
    if (flat * options.hidden() > MOST_WEIGHTS) {
      throw new DataException(
          "samples of %s need a layer of %,d weights; resize them to a more even size"
              .formatted(Arrays.toString(sides.get(0)), flat * options.hidden()));
    }
  }

  private List<Layer> decoder(Parameters decoding, int features, long[] map) {
    int stages = sides.size() - 1;
    List<Layer> decoder = new ArrayList<>();
    decoder.add(Linear.of(decoding, features, options.hidden()));
    decoder.add(options.activation().layer(decoding));
    decoder.add(VectorToMap.of(decoding, options.hidden(), map));
    decoder.add(options.activation().layer(decoding));
    for (int stage = stages; stage >= 1; stage--) {
      decoder.add(
          Convolution.transposed(
              decoding,
              window(stage),
              sides.get(stage),
              sides.get(stage - 1),
              channels.get(stage),
              channels.get(stage - 1)));
      if (stage > 1) {
        decoder.add(options.activation().layer(decoding));
      }
    }
    return decoder;
  }
}
