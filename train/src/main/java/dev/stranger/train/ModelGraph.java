package dev.stranger.train;

import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A trained model as the middle of a detector's graph: from prepared samples to energies. What
 * stands before and behind it is the same for all models, see {@link DetectorGraph}.
 */
public interface ModelGraph {

  /**
   * What a model says of a batch, as names in a graph.
   *
   * @param energies one for each of {@link #energies()}, N x 1: higher is stranger
   * @param reconstruction in the shape of the samples, prepared as they are; null when the model
   *     makes none
   * @param statistics N x (number of statistics), null when it has none
   * @param coordinates in its subspace, in units of their deviation, N x m; null when it has none
   */
  record Outputs(
      List<String> energies,
      @Nullable String reconstruction,
      @Nullable String statistics,
      @Nullable String coordinates) {

    public static Outputs of(List<String> energies, @Nullable String reconstruction) {
      return new Outputs(energies, reconstruction, null, null);
    }
  }

  /** What its energies are called, such as {@code kpca_error}, in the order of the outputs. */
  List<String> energies();

  /** Adds its nodes behind {@code x}, samples that are prepared as in training. */
  Outputs write(OnnxGraph graph, String x);

  /** What to tell of it on the model card: texts, numbers and lists of numbers, by name. */
  Map<String, Object> facts();

  /** What its statistics are called in words; empty when it has none. */
  default List<String> statistics() {
    return List.of();
  }

  /** How many coordinates its subspace has. */
  default int subspace() {
    return 0;
  }

  /**
   * Whether it takes a training sample, by its position in the {@link Lesson}, for an outlier: a
   * score must not compare new samples with it.
   */
  default boolean isOutlier(int sample) {
    return false;
  }
}
