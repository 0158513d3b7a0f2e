package dev.stranger.train.baseline;

import dev.stranger.train.net.Linear;
import dev.stranger.train.net.Network;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.torch.Noise;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A network whose feature vectors say where z lies: two linear layers give mean and logarithmic
 * variance, one leads from z back to a feature vector.
 */
record VaeNetwork(Network network, Linear mean, Linear logVariance, Linear back) {

  /** Deviations beyond e^10 overflow soon, and would make a NaN of the strangest samples. */
  private static final double LARGEST_LOG_VARIANCE = 20;

  static VaeNetwork on(Network network, int latent) {
    return new VaeNetwork(
        network,
        Linear.of(network.encoderParameters(), network.features(), latent),
        Linear.of(network.encoderParameters(), network.features(), latent),
        Linear.of(network.decoderParameters(), latent, network.features()));
  }

  /** The dimensions of z. */
  int latent() {
    return Math.toIntExact(mean.weight().size(0));
  }

  /** What the encoder says of z: means and logarithmic variances, N x latent. */
  record Belief(Tensor mean, Tensor logVariance) {

    /** Some z of each sample. */
    Tensor draw(Noise noise) {
      Tensor deviation = logVariance.mul(new Scalar(0.5)).exp();
      return mean.add(deviation.mul(noise.normal(mean.shape())));
    }

    /** KL(q(z|x), p(z)), added up over the batch. */
    Tensor divergence() {
      Tensor twice = mean.square().add(logVariance.exp()).sub(logVariance).sub(new Scalar(1));
      return twice.sum().mul(new Scalar(0.5));
    }
  }

  Belief encode(Tensor x) {
    Tensor phi = network.encode(x);
    ScalarOptional most = new ScalarOptional(new Scalar(LARGEST_LOG_VARIANCE));
    ScalarOptional least = new ScalarOptional(new Scalar(-LARGEST_LOG_VARIANCE));
    return new Belief(mean.forward(phi), torch.clamp(logVariance.forward(phi), least, most));
  }

  /** N x latent to N samples, without a squashing function. */
  Tensor decode(Tensor z) {
    return network.decode(back.forward(z));
  }

  /** The same as names in a graph. */
  record WrittenBelief(String mean, String logVariance) {

    String writeDivergence(OnnxGraph graph) {
      String variance = graph.node("Exp", logVariance);
      String squares = graph.add(graph.mul(mean, mean), variance);
      String twice = graph.sub(graph.sub(squares, logVariance), graph.constant(1));
      return graph.mul(graph.rowSum(twice), graph.constant(0.5));
    }
  }

  WrittenBelief writeEncoder(OnnxGraph graph, String x) {
    String phi = network.writeEncoder(graph, x);
    String least = graph.constant(-LARGEST_LOG_VARIANCE);
    String most = graph.constant(LARGEST_LOG_VARIANCE);
    return new WrittenBelief(
        mean.write(graph, phi), graph.node("Clip", logVariance.write(graph, phi), least, most));
  }

  String writeDecoder(OnnxGraph graph, String z) {
    return network.writeDecoder(graph, back.write(graph, z));
  }
}
