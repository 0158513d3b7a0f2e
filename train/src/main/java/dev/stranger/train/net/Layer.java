package dev.stranger.train.net;

import dev.stranger.train.onnx.OnnxGraph;
import org.bytedeco.pytorch.Tensor;

/** A step of a network: computes with libtorch, and writes itself as ONNX with today's weights. */
public interface Layer {

  Tensor forward(Tensor x);

  /** Adds its nodes behind {@code x} and returns the name of their output. */
  String write(OnnxGraph graph, String x);

  /**
   * Adds the way back: from the gradient of anything with respect to its output to that with
   * respect to its input {@code x}.
   *
   * @throws dev.stranger.DataException when it cannot
   */
  String writeGradient(OnnxGraph graph, String x, String gradient);
}
