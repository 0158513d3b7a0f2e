package dev.stranger.train.baseline;

import dev.stranger.Shape;
import dev.stranger.train.baseline.VaeNetwork.WrittenBelief;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.net.Loss;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/**
 * A trained VAE.
 *
 * @param wanted the energies to write
 * @param noise K vectors, one after another; the same for every sample
 */
record VaeGraph(VaeNetwork network, Loss loss, Shape shape, List<VaeEnergy> wanted, float[] noise)
    implements ModelGraph {

  @Override
  public List<String> energies() {
    return wanted.stream().map(VaeEnergy::key).toList();
  }

  @Override
  public Map<String, Object> facts() {
    return Map.of(
        "parameters", network.network().parameters().count(),
        "features", network.network().features(),
        "latent", network.latent());
  }

  @Override
  public List<Tensor> tensors() {
    return network.network().parameters().tensors();
  }

  @Override
  public Outputs write(OnnxGraph graph, String x) {
    WrittenBelief belief = network.writeEncoder(graph, x);
    String output = loss.writeOutput(graph, network.writeDecoder(graph, belief.mean()));
    Draws draws = new Draws(graph, this, belief, x);
    List<String> energies = new ArrayList<>();
    for (VaeEnergy energy : wanted) {
      energies.add(
          switch (energy) {
            case RECONSTRUCTION_ERROR ->
                Loss.SQUARED.writeSum(graph, graph.rows(output), graph.rows(x));
            case NEGATIVE_ELBO -> draws.negativeElbo();
            case NEGATIVE_LIKELIHOOD -> draws.negativeLikelihood();
          });
    }
    return new Outputs(energies, output);
  }
}
