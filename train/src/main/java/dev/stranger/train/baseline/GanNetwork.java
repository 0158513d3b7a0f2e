package dev.stranger.train.baseline;

import dev.stranger.train.net.Linear;
import dev.stranger.train.net.Loss;
import dev.stranger.train.net.Network;
import dev.stranger.train.onnx.OnnxGraph;
import org.bytedeco.pytorch.Tensor;

/**
 * The two players: a linear layer behind the encoder gives the logit of a sample being real, one
 * before the decoder makes feature vectors of noise.
 *
 * @param loss says what the decoder's output means
 */
record GanNetwork(Network network, Loss loss, Linear realness, Linear start) {

  static GanNetwork on(Network network, Loss loss, int latent) {
    return new GanNetwork(
        network,
        loss,
        Linear.of(network.encoderParameters(), network.features(), 1),
        Linear.of(network.decoderParameters(), latent, network.features()));
  }

  /** The dimensions of the noise. */
  int latent() {
    return Math.toIntExact(start.weight().size(1));
  }

  /** N samples to N x 1 logits; high is real. */
  Tensor discriminate(Tensor x) {
    return realness.forward(network.encode(x));
  }

  /** N x latent to N samples. */
  Tensor generate(Tensor z) {
    return loss.output(network.decode(start.forward(z)));
  }

  String writeDiscriminator(OnnxGraph graph, String x) {
    return realness.write(graph, network.writeEncoder(graph, x));
  }
}
