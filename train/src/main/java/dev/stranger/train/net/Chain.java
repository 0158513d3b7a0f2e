package dev.stranger.train.net;

import dev.stranger.train.onnx.OnnxGraph;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** Layers one behind the other. */
public record Chain(List<Layer> layers) {

  public Chain {
    layers = List.copyOf(layers);
  }

  public Tensor forward(Tensor x) {
    Tensor y = x;
    for (Layer layer : layers) {
      y = layer.forward(y);
    }
    return y;
  }

  /** Adds all layers behind {@code x} and returns the name of the last one's output. */
  public String write(OnnxGraph graph, String x) {
    return trace(graph, x).output();
  }

  /** The same, and remembers what the way back needs. */
  public Trace trace(OnnxGraph graph, String x) {
    List<String> values = new ArrayList<>(List.of(x));
    for (Layer layer : layers) {
      values.add(layer.write(graph, values.get(values.size() - 1)));
    }
    return new Trace(graph, layers, values);
  }

  /**
   * Layers that have been written to a graph.
   *
   * @param values the input, then the output of each layer
   */
  public record Trace(OnnxGraph graph, List<Layer> layers, List<String> values) {

    public String output() {
      return values.get(layers.size());
    }

    /**
     * Adds the way back through all layers.
     *
     * @param gradient of anything with respect to the output
     * @return its gradient with respect to the input
     * @throws dev.stranger.DataException when a layer cannot
     */
    public String writeGradient(String gradient) {
      String back = gradient;
      for (int i = layers.size() - 1; i >= 0; i--) {
        back = layers.get(i).writeGradient(graph, values.get(i), back);
      }
      return back;
    }
  }
}
