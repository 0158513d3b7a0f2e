package dev.stranger.train.method;

import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A trained model as the middle of a detector's graph: from prepared samples to energies. What
 * stands before and behind it is the same for all models.
 */
public interface ModelGraph {

  /**
   * What a model says of a batch, as names in a graph.
   *
   * @param energies one for each of {@link #energies()}, N x 1: higher is stranger
   * @param reconstruction in the shape of the samples, prepared as they are; null when the model
   *     makes none
   * @param others what else it says, for its scores
   */
  record Outputs(List<String> energies, @Nullable String reconstruction, List<Other> others) {

    public Outputs(List<String> energies, @Nullable String reconstruction) {
      this(energies, reconstruction, List.of());
    }

    /** The value of another output, by its name in the detector file. */
    public String other(String name) {
      return others.stream().filter(o -> o.name().equals(name)).findFirst().orElseThrow().value();
    }
  }

  /**
   * Another output of the detector file, N x width.
   *
   * @param value its name within the graph
   */
  record Other(String name, String value, int width) {}

  /** What its energies are called, such as {@code kpca_error}, in the order of the outputs. */
  List<String> energies();

  /**
   * Whether it takes values as they are, also those of unknown range: then none is standardised.
   */
  default boolean takesRawValues() {
    return false;
  }

  /** What it is written from: it must not be freed before. */
  default List<Tensor> tensors() {
    return List.of();
  }

  /** Adds its nodes behind {@code x}, samples that are prepared as in training. */
  Outputs write(OnnxGraph graph, String x);

  /**
   * Makes one of the {@link Method#scores()}: an energy, unless the model has others.
   *
   * @param training what this graph says of training samples, for scores that are fitted to them
   */
  default ScoreModel score(String name, References training) {
    return EnergyScore.of(energies(), name);
  }

  /** What to tell of it on the model card: texts, numbers and lists of numbers, by name. */
  Map<String, Object> facts();
}
