package dev.stranger.train.net;

import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.torch.Compute;
import java.util.Map;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** What stands between layers. */
public enum Activation {
  /** Negative values are multiplied by 0.2. */
  LEAKY_RELU,
  /** Negative values are multiplied by a learned slope that starts at 0.2. */
  PRELU;

  private static final double SLOPE = 0.2;

  Layer layer(Parameters parameters) {
    return this == LEAKY_RELU
        ? new Leaky(new Scalar(SLOPE))
        : new Learned(parameters.filled(SLOPE, 1));
  }

  /** The slope is 1 where x is positive. */
  private static String writeSlopes(OnnxGraph graph, String x, String slope, String gradient) {
    String positive = graph.node("Greater", x, graph.constant(0));
    return graph.mul(gradient, graph.node("Where", positive, graph.constant(1), slope));
  }

  private record Leaky(Scalar slope) implements Layer {
    /**
     * In place where that is possible: x comes from a layer whose gradient does not need it, and
     * less memory is gone through. Not where no gradient is wanted, as x may be anybody's then.
     */
    @Override
    public Tensor forward(Tensor x) {
      return x.is_leaf() || x.is_view() ? torch.leaky_relu(x, slope) : torch.leaky_relu_(x, slope);
    }

    @Override
    public String write(OnnxGraph graph, String x) {
      return graph.node("LeakyRelu", Map.of("alpha", (float) SLOPE), x);
    }

    @Override
    public String writeGradient(OnnxGraph graph, String x, String gradient) {
      return writeSlopes(graph, x, graph.constant(SLOPE), gradient);
    }
  }

  private record Learned(Tensor slope) implements Layer {
    @Override
    public Tensor forward(Tensor x) {
      return torch.prelu(x, slope);
    }

    @Override
    public String write(OnnxGraph graph, String x) {
      return graph.node("PRelu", x, graph.constant(Compute.floats(slope), 1));
    }

    @Override
    public String writeGradient(OnnxGraph graph, String x, String gradient) {
      return writeSlopes(graph, x, graph.constant(Compute.floats(slope), 1), gradient);
    }
  }
}
