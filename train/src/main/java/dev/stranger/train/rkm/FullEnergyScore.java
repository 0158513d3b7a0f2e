package dev.stranger.train.rkm;

import dev.stranger.train.method.ModelGraph.Outputs;
import dev.stranger.train.method.ScoreModel;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;

/** The paper's energy, told apart into its two terms. */
record FullEnergyScore() implements ScoreModel {

  @Override
  public Written write(OnnxGraph graph, Outputs from) {
    String full = from.energies().get(0);
    String kpcaError = from.energies().get(1);
    return new Written(full, graph.concat(List.of(kpcaError, graph.sub(full, kpcaError))));
  }

  @Override
  public List<String> parts() {
    return List.of("distance to the subspace", "reconstruction loss");
  }
}
