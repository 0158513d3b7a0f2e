package dev.stranger.train.net;

import dev.stranger.DataException;
import dev.stranger.Remedy;
import dev.stranger.Shape;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.torch.Compute;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The paper's network for series: a two-layer LSTM whose last output is the feature vector, and a
 * two-layer LSTM that starts from it, hears zeros and is read by a linear layer. Parameters start
 * as in the published code.
 */
final class RecurrentAutoencoder {

  private static final int LAYERS = 2;

  private RecurrentAutoencoder() {}

  static Network build(Compute compute, Shape shape, NetworkOptions options) {
    requireSeries(shape);
    int channels = shape.channels();
    int steps = shape.dimensions().get(1);
    int features = options.features();
    Parameters encoding = new Parameters(compute);
    Layer encoder = new Encoder(new Lstm(encoding, channels, features, LAYERS), features);
    Parameters decoding = new Parameters(compute);
    Layer decoder =
        new Decoder(
            Linear.xavier(decoding, features, features),
            new Lstm(decoding, 1, features, LAYERS),
            Linear.xavier(decoding, features, channels),
            features,
            steps,
            channels);
    return new Network(List.of(encoder), List.of(decoder), features, encoding, decoding);
  }

  private static void requireSeries(Shape shape) {
    if (shape.rank() != 2) {
      throw new DataException(
          "samples of %s are no series (channels x steps); use another network, or read rows as series"
              .formatted(shape),
          Remedy.NETWORK,
          Remedy.SERIES);
    }
  }

  static NetworkSize size(Shape shape, NetworkOptions options) {
    requireSeries(shape);
    long channels = shape.channels();
    long steps = shape.dimensions().get(1);
    long features = options.features();
    NetworkSize linear = NetworkSize.ofLinear(features, features);
    NetworkSize read =
        new NetworkSize((features + 1) * channels, steps * channels, steps * features * channels);
    return Lstm.size(channels, features, LAYERS, steps)
        .and(linear)
        .and(Lstm.size(1, features, LAYERS, steps))
        .and(read);
  }

  private record Encoder(Lstm lstm, int hidden) implements Layer {

    @Override
    public Tensor forward(Tensor x) {
      Tensor start = torch.zeros_like(x.select(2, 0).select(1, 0)); // N numbers on x's device
      Tensor state = start.view(1, -1, 1).expand(lstm.layers(), -1, hidden).contiguous();
      Tensor outputs = lstm.forward(x.permute(2, 0, 1), state);
      return outputs.select(0, -1);
    }

    @Override
    public String write(OnnxGraph graph, String x) {
      String timeFirst = graph.node("Transpose", Map.of("perm", new long[] {2, 0, 1}), x);
      String outputs = lstm.write(graph, timeFirst, "");
      String last = graph.constantIndex(-1);
      return graph.node("Gather", Map.of("axis", 0), outputs, last);
    }

    @Override
    public String writeGradient(OnnxGraph graph, String x, String gradient) {
      throw Lstm.withoutGradient();
    }
  }

  private record Decoder(Linear start, Lstm lstm, Linear read, int hidden, int steps, int channels)
      implements Layer {

    @Override
    public Tensor forward(Tensor z) {
      Tensor state = start.forward(z).unsqueeze(0).expand(lstm.layers(), -1, hidden).contiguous();
      Tensor zeros = torch.zeros_like(z.select(1, 0)).view(1, -1, 1).expand(steps, -1, 1);
      return read.forward(lstm.forward(zeros, state)).permute(1, 2, 0);
    }

    @Override
    public String write(OnnxGraph graph, String z) {
      String state = graph.node("Unsqueeze", start.write(graph, z), graph.integers(0));
      String first =
          graph.node("Slice", z, graph.integers(0), graph.integers(1), graph.integers(1));
      String zero = graph.mul(first, graph.constant(0));
      String one = graph.node("Unsqueeze", zero, graph.integers(0));
      String zeros = graph.node("Expand", one, graph.integers(steps, 1, 1));
      String outputs = lstm.write(graph, zeros, state);
      String rows = graph.node("Reshape", outputs, graph.integers(-1, hidden));
      String values = read.write(graph, rows);
      String timeFirst = graph.node("Reshape", values, graph.integers(steps, -1, channels));
      return graph.node("Transpose", Map.of("perm", new long[] {1, 2, 0}), timeFirst);
    }

    @Override
    public String writeGradient(OnnxGraph graph, String z, String gradient) {
      throw Lstm.withoutGradient();
    }
  }
}
