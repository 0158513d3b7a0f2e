package dev.stranger.train.method;

import dev.stranger.train.method.ModelGraph.Outputs;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;

/**
 * An energy of a model as it is.
 *
 * @param position among the energies
 * @param name in words
 */
public record EnergyScore(int position, String name) implements ScoreModel {

  /**
   * @param energies of the model
   * @param key one of them
   */
  public static EnergyScore of(List<String> energies, String key) {
    return new EnergyScore(energies.indexOf(key), key.replace('_', ' '));
  }

  @Override
  public Written write(OnnxGraph graph, Outputs from) {
    String energy = from.energies().get(position);
    return new Written(energy, energy);
  }

  @Override
  public List<String> parts() {
    return List.of(name);
  }
}
