package dev.stranger.train.guard;

import dev.stranger.DataException;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import java.util.List;

/**
 * Learns features of a network that runs elsewhere, such as embeddings in a file: one row for each
 * sample, with the values that the network gave. What is learnt is the same as in a guarded
 * network, see {@link FeatureRkm}.
 */
public record Embeddings() implements Method {

  @Override
  public String key() {
    return "features";
  }

  @Override
  public List<String> scores() {
    return ofRows(0).scores();
  }

  @Override
  public boolean isFrugal() {
    return true;
  }

  /**
   * @throws DataException when samples are no rows
   */
  @Override
  public ModelGraph learn(TrainingData data, TrainingRun run) {
    if (data.shape().rank() != 1) {
      throw new DataException(
          "%s has samples of %s, and the method features learns rows of features; choose another"
                  .formatted(data.name(), data.shape())
              + " method, or guard a network that takes such samples");
    }
    if (!data.hasNumbersAlone()) {
      throw new DataException(
          "%s has gaps, categories or times, and the method features learns numbers; choose another"
                  .formatted(data.name())
              + " method");
    }
    return ofRows(data.shape().size()).learn(data, run);
  }

  private static FeatureRkm ofRows(int features) {
    return new FeatureRkm(features, false, false);
  }
}
