package dev.stranger.train.net;

import dev.stranger.train.onnx.OnnxGraph;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** Losses that treat all values alike. */
enum PlainLoss implements Loss {
  /** Binary cross-entropy of values in [0,1]; the decoder gives logits. */
  CROSS_ENTROPY {
    @Override
    public Tensor each(Tensor raw, Tensor x) {
      return torch.binary_cross_entropy_with_logits(
          raw, x, new TensorOptional(), new TensorOptional(), EACH);
    }

    @Override
    public Tensor output(Tensor raw) {
      return torch.sigmoid(raw);
    }

    /** log(1 + exp(r)) = max(r, 0) - log(sigmoid(|r|)): Softplus takes four times as long. */
    @Override
    public String writeSum(OnnxGraph graph, String raw, String x) {
      String certainty = graph.node("Sigmoid", graph.node("Abs", raw));
      String softplus = graph.sub(graph.node("Relu", raw), graph.node("Log", certainty));
      return graph.rowSum(graph.sub(softplus, graph.mul(raw, x)));
    }

    @Override
    public String writeOutput(OnnxGraph graph, String raw) {
      return graph.node("Sigmoid", raw);
    }
  },

  /** Squared error of values in [0,1]; the decoder gives logits. */
  SQUARED_IN_UNIT {
    @Override
    public Tensor each(Tensor raw, Tensor x) {
      return torch.mse_loss(torch.sigmoid(raw), x, EACH);
    }

    @Override
    public Tensor output(Tensor raw) {
      return torch.sigmoid(raw);
    }

    @Override
    public String writeSum(OnnxGraph graph, String raw, String x) {
      return SQUARED.writeSum(graph, writeOutput(graph, raw), x);
    }

    @Override
    public String writeOutput(OnnxGraph graph, String raw) {
      return graph.node("Sigmoid", raw);
    }
  },

  /** Squared error of standardised values. */
  SQUARED {
    @Override
    public Tensor each(Tensor raw, Tensor x) {
      return torch.mse_loss(raw, x, EACH);
    }

    @Override
    public Tensor output(Tensor raw) {
      return raw;
    }

    @Override
    public String writeSum(OnnxGraph graph, String raw, String x) {
      return graph.squaredNorm(graph.sub(raw, x));
    }

    @Override
    public String writeOutput(OnnxGraph graph, String raw) {
      return raw;
    }
  };

  /** libtorch's number for: neither add up nor average. */
  private static final long EACH = 0;

  @Override
  public boolean hasCrossEntropy() {
    return this != SQUARED;
  }

  @Override
  public String writeCrossEntropy(OnnxGraph graph, String raw, String x) {
    return CROSS_ENTROPY.writeSum(graph, raw, x);
  }
}
