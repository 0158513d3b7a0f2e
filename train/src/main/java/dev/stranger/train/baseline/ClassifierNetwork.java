package dev.stranger.train.baseline;

import dev.stranger.Shape;
import dev.stranger.train.loop.TrainingSet;
import dev.stranger.train.net.Chain;
import dev.stranger.train.net.Layer;
import dev.stranger.train.net.Linear;
import dev.stranger.train.net.Network;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.net.NetworkOptions.Kind;
import dev.stranger.train.net.Parameters;
import dev.stranger.train.torch.Compute;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * The St-RKM's encoder with one output a class.
 *
 * @param body all but the last layer: from samples to features
 * @param head the last layer: from features to logits
 */
record ClassifierNetwork(Chain body, Linear head, Parameters parameters) {

  static ClassifierNetwork build(
      NetworkOptions options, Shape shape, int classes, Compute compute) {
    NetworkOptions asWide = options.withSizes(options.capacity(), options.hidden(), classes);
    return options.kindFor(shape) == Kind.RECURRENT
        ? behindEncoder(options.build(shape, compute), classes)
        : asEncoder(asWide.build(shape, compute));
  }

  private static ClassifierNetwork asEncoder(Network network) {
    List<Layer> layers = network.encoder();
    int last = layers.size() - 1;
    return new ClassifierNetwork(
        new Chain(layers.subList(0, last)), (Linear) layers.get(last), network.encoderParameters());
  }

  /** The state of an LSTM lies between -1 and 1, too narrow for logits: a layer reads it. */
  private static ClassifierNetwork behindEncoder(Network network, int classes) {
    Parameters parameters = network.encoderParameters();
    Linear head = Linear.of(parameters, network.features(), classes);
    return new ClassifierNetwork(new Chain(network.encoder()), head, parameters);
  }

  /** How many features there are. */
  int width() {
    return (int) head.weight().size(1);
  }

  int classes() {
    return (int) head.weight().size(0);
  }

  Tensor features(Tensor x) {
    return parameters.compute().coarsely(() -> body.forward(x));
  }

  Tensor logits(Tensor x) {
    return head.forward(features(x));
  }

  /** How many of some samples it puts into the right class, as a share. */
  double accuracy(TrainingSet samples, int[] classes) {
    int width = classes();
    int[] right = new int[1];
    samples.forEach(
        this::logits,
        (first, rows) -> {
          for (int i = 0; i < rows.length / width; i++) {
            right[0] += largest(rows, i * width, width) == classes[first + i] ? 1 : 0;
          }
        });
    return right[0] / (double) classes.length;
  }

  private static int largest(float[] values, int start, int count) {
    int best = 0;
    for (int i = 1; i < count; i++) {
      best = values[start + i] > values[start + best] ? i : best;
    }
    return best;
  }
}
