package dev.stranger.train.net;

import dev.stranger.Shape;
import dev.stranger.train.torch.Compute;
import java.util.ArrayList;
import java.util.List;

/** Two hidden layers on each side; for tables, and for any other shape as one long row. */
final class DenseAutoencoder {

  private DenseAutoencoder() {}

  static Network build(Compute compute, Shape shape, NetworkOptions options) {
    int size = shape.size();
    int width = options.hidden();
    int features = options.features();
    Parameters encoding = new Parameters(compute);
    List<Layer> encoder = new ArrayList<>();
    boolean isRow = shape.rank() == 1;
    if (!isRow) {
      encoder.add(View.flat());
    }
    add(encoder, encoding, options, size, width, width);
    encoder.add(Linear.of(encoding, width, features));
    Parameters decoding = new Parameters(compute);
    List<Layer> decoder = new ArrayList<>();
    add(decoder, decoding, options, features, width, width);
    decoder.add(Linear.of(decoding, width, size));
    if (!isRow) {
      decoder.add(View.of(shape.dimensions().stream().mapToLong(d -> d).toArray()));
    }
    return new Network(encoder, decoder, features, encoding, decoding);
  }

  static NetworkSize size(Shape shape, NetworkOptions options) {
    long width = options.hidden();
    long features = options.features();
    return NetworkSize.ofLinear(shape.size(), width, width, features, width, width, shape.size());
  }

  private static void add(
      List<Layer> layers, Parameters parameters, NetworkOptions options, int... sizes) {
    for (int i = 1; i < sizes.length; i++) {
      layers.add(Linear.of(parameters, sizes[i - 1], sizes[i]));
      layers.add(options.activation().layer(parameters));
    }
  }
}
