package dev.stranger.train.net;

import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.torch.Compute;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * An encoder from samples to feature vectors, and a decoder back. The decoder ends without a
 * squashing function: its output counts as logits when samples lie in [0,1].
 *
 * @param features length of a feature vector
 * @param encoderParameters layers behind the encoder may add theirs
 * @param decoderParameters layers before the decoder may add theirs
 */
public record Network(
    List<Layer> encoder,
    List<Layer> decoder,
    int features,
    Parameters encoderParameters,
    Parameters decoderParameters) {

  /** Those of both halves, as many as there are now. */
  public Parameters parameters() {
    return encoderParameters.and(decoderParameters);
  }

  /** Where it computes. */
  public Compute compute() {
    return encoderParameters.compute();
  }

  /** N samples to N x features. */
  public Tensor encode(Tensor x) {
    return compute().coarsely(() -> new Chain(encoder).forward(x));
  }

  /** N x features to N samples. */
  public Tensor decode(Tensor z) {
    return compute().coarsely(() -> new Chain(decoder).forward(z));
  }

  public String writeEncoder(OnnxGraph graph, String x) {
    return new Chain(encoder).write(graph, x);
  }

  public String writeDecoder(OnnxGraph graph, String z) {
    return new Chain(decoder).write(graph, z);
  }
}
