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

  public static EnergyScore of(ModelGraph model, String key) {
    return new EnergyScore(model.energies().indexOf(key), key.replace('_', ' '));
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
