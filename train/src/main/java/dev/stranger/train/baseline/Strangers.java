package dev.stranger.train.baseline;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.train.Lesson;
import dev.stranger.train.Provenance;

/** An auxiliary set for {@link Exposure}: given, or made of the training samples. */
public sealed interface Strangers {

  /** Samples like those of the lesson, not prepared yet. */
  Dataset of(Lesson lesson);

  /** A set of one's own. Reads it into memory at once, to know what it holds. */
  static Strangers given(Dataset data) {
    MemoryDataset held = data.inMemory();
    return new Given(held, Provenance.digest(held));
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
    public Dataset of(Lesson lesson) {
      return data;
    }

    @Override
    public String toString() {
      return "%s, %d samples, sha256 %s".formatted(data.name(), data.size(), sha256);
    }
  }

  /** Depends on the training samples and the seed alone. */
  record Made() implements Strangers {

    @Override
    public Dataset of(Lesson lesson) {
      return AlteredSamples.of(lesson.given(), lesson.seed());
    }

    @Override
    public String toString() {
      return "altered training samples";
    }
  }
}
