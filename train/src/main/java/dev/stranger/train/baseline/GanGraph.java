package dev.stranger.train.baseline;

import dev.stranger.Shape;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/**
 * A trained GAN; it makes no reconstructions.
 *
 * @param generated samples one after another, to which distances are measured
 */
record GanGraph(GanNetwork network, double lambda, float[] generated, Shape shape)
    implements ModelGraph {

  static final List<String> ENERGIES = List.of("gan_score", "generated_distance");

  @Override
  public List<String> energies() {
    return ENERGIES;
  }

  @Override
  public Map<String, Object> facts() {
    return Map.of(
        "parameters", network.network().parameters().count(),
        "features", network.network().features(),
        "latent", network.latent(),
        "lambda", lambda);
  }

  @Override
  public List<Tensor> tensors() {
    return network.network().parameters().tensors();
  }

  @Override
  public Outputs write(OnnxGraph graph, String x) {
    String unreal = writeUnreal(graph, network.writeDiscriminator(graph, x));
    String distance = writeDistance(graph, x);
    String score = lambda == 0 ? unreal : mix(graph, unreal, distance);
    return new Outputs(List.of(score, distance), null);
  }

  private String mix(OnnxGraph graph, String unreal, String distance) {
    return graph.add(
        graph.mul(unreal, graph.constant(1 - lambda)), graph.mul(distance, graph.constant(lambda)));
  }

  /**
   * -log D = log(1 + exp(-logit)). Softplus rounds 1 + e for small e, which makes all samples equal
   * of which the discriminator is sure; log(1 + e) = 2 artanh(e / (2 + e)) does not.
   */
  private static String writeUnreal(OnnxGraph graph, String logit) {
    String unlikely = graph.node("Exp", graph.node("Neg", graph.node("Abs", logit)));
    String ratio = graph.node("Div", unlikely, graph.add(unlikely, graph.constant(2)));
    String rest = graph.mul(graph.node("Atanh", ratio), graph.constant(2));
    return graph.add(graph.node("Relu", graph.node("Neg", logit)), rest);
  }

  /** The mean Euclidean distance to the generated samples, N x 1. */
  private String writeDistance(OnnxGraph graph, String x) {
    int size = shape.size();
    String samples = graph.constant(generated, 1, generated.length / size, size);
    String rows = graph.node("Unsqueeze", graph.rows(x), graph.integers(1));
    String difference = graph.sub(rows, samples);
    String squares =
        graph.node(
            "ReduceSum",
            Map.of("keepdims", 0),
            graph.mul(difference, difference),
            graph.integers(2));
    return graph.mean(graph.node("Sqrt", squares), 1);
  }
}
