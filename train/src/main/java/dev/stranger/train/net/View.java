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

  @Override
  public Tensor forward(Tensor x) {
    long[] full = new long[shape.length + 1];
    full[0] = x.size(0);
    System.arraycopy(shape, 0, full, 1, shape.length);
    return x.reshape(full);
  }

  @Override
  public String write(OnnxGraph graph, String x) {
    long[] full = new long[shape.length + 1];
    full[0] = 0; // ONNX's word for: as in the input
    System.arraycopy(shape, 0, full, 1, shape.length);
    return graph.node("Reshape", x, graph.integers(full));
  }

  @Override
  public String writeGradient(OnnxGraph graph, String x, String gradient) {
    return graph.node("Reshape", gradient, graph.node("Shape", x));
  }
}
