package dev.stranger.train.net;

import dev.stranger.train.onnx.OnnxGraph;
import org.bytedeco.pytorch.Tensor;

/** The same values under another shape; the first dimension, the batch, stays. */
record View(long[] shape) implements Layer {

  /** Samples become vectors. */
  static View flat() {
    return new View(new long[] {-1});
  }

  static View of(long... sampleShape) {
    return new View(sampleShape);
  }

  /** The shape of several of one shape. */
  static long[] times(long count, long[] shape) {
    long[] full = new long[shape.length + 1];
    full[0] = count;
    System.arraycopy(shape, 0, full, 1, shape.length);
    return full;
  }

  @Override
  public Tensor forward(Tensor x) {
    return x.reshape(times(x.size(0), shape));
  }

  @Override
  public String write(OnnxGraph graph, String x) {
    long asInInput = 0; // in ONNX
    return graph.node("Reshape", x, graph.integers(times(asInInput, shape)));
  }

  @Override
  public String writeGradient(OnnxGraph graph, String x, String gradient) {
    return graph.node("Reshape", gradient, graph.node("Shape", x));
  }
}
