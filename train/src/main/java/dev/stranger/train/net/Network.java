package dev.stranger.train.net;

import dev.stranger.train.onnx.OnnxGraph;
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

  /** N samples to N x features. */
  public Tensor encode(Tensor x) {
    return forward(encoder, x);
  }

  /** N x features to N samples. */
  public Tensor decode(Tensor z) {
    return forward(decoder, z);
  }

  private static Tensor forward(List<Layer> layers, Tensor x) {
    Tensor y = x;
    for (Layer layer : layers) {
      y = layer.forward(y);
    }
    return y;
  }

  public String writeEncoder(OnnxGraph graph, String x) {
    return write(encoder, graph, x);
  }

  public String writeDecoder(OnnxGraph graph, String z) {
    return write(decoder, graph, z);
  }

  private static String write(List<Layer> layers, OnnxGraph graph, String x) {
    String y = x;
    for (Layer layer : layers) {
      y = layer.write(graph, y);
    }
    return y;
  }
}
