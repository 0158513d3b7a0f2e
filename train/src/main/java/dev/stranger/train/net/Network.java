package dev.stranger.train.net;

import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.torch.Compute;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * An encoder from samples to feature vectors, and a decoder back. The decoder ends without a
 * squashing function: its output counts as logits when samples lie in [0,1].
 *
 * @param features length of a feature vector
 * @param encoderParameters layers behind the encoder may add theirs
 * @param decoderParameters layers before the decoder may add theirs
 * @param shares in which the samples of a step go through it, or null for a pass of its own
 */
public record Network(
    List<Layer> encoder,
    List<Layer> decoder,
    int features,
    Parameters encoderParameters,
    Parameters decoderParameters,
    @Nullable Shares shares) {

  public Network(
      List<Layer> encoder,
      List<Layer> decoder,
      int features,
      Parameters encoderParameters,
      Parameters decoderParameters) {
    this(encoder, decoder, features, encoderParameters, decoderParameters, null);
  }

  /** Those of both halves, as many as there are now. */
  public Parameters parameters() {
    return encoderParameters.and(decoderParameters);
  }

  /** Where it computes. */
  public Compute compute() {
    return encoderParameters.compute();
  }

  /** The same network, through which the samples of a step go in shares. */
  public Network in(Shares shares) {
    return new Network(encoder, decoder, features, encoderParameters, decoderParameters, shares);
  }

  /** N samples to N x features. */
  public Tensor encode(Tensor x) {
    return pass(encoder, encoderParameters, x);
  }

  /** N x features to N samples. */
  public Tensor decode(Tensor z) {
    return pass(decoder, decoderParameters, z);
  }

  private Tensor pass(List<Layer> layers, Parameters parameters, Tensor x) {
    Chain chain = new Chain(layers);
    return compute()
        .coarsely(() -> shares == null ? chain.forward(x) : shares.forward(chain, parameters, x));
  }

  public String writeEncoder(OnnxGraph graph, String x) {
    return new Chain(encoder).write(graph, x);
  }

  public String writeDecoder(OnnxGraph graph, String z) {
    return new Chain(decoder).write(graph, z);
  }
}
