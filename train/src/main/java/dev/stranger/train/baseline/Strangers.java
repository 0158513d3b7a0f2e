package dev.stranger.train.baseline;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.train.method.TrainingData;

/** An auxiliary set for {@link Exposure}: given, or made of the training samples. */
public sealed interface Strangers {

  /** Samples like those to learn from, not prepared yet. */
  Dataset of(TrainingData training, long seed);

  /** A set of one's own. Reads it into memory at once, to know what it holds. */
  static Strangers given(Dataset data) {
    MemoryDataset held = data.inMemory();
    return new Given(held, TrainingData.sha256(held));
  }

  /**
   * For those who have none: the training samples, noisy, covered, shuffled and the like. Weaker
   * than real strangers, but nothing is needed for it and nothing looked at that is kept for tests.
   */
  static Strangers made() {
    return new Made();
  }

  /**
   * Its text says what it holds, as what is learnt depends on it.
   *
   * @param sha256 of the values
   */
  record Given(MemoryDataset data, String sha256) implements Strangers {

    @Override
    public Dataset of(TrainingData training, long seed) {
      return data;
    }

    @Override
    public String toString() {
      return data.name() + ", " + data.size() + " samples, sha256 " + sha256;
    }
  }

  /** Depends on the training samples and the seed alone. */
  record Made() implements Strangers {

    @Override
    public Dataset of(TrainingData training, long seed) {
      return AlteredSamples.of(training.given(), seed);
    }

    @Override
    public String toString() {
      return "altered training samples";
    }
  }
}
