package dev.stranger.train;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.LearningOptions.Schedule;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.net.Activation;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.net.NetworkOptions.Kind;

/**
 * A small trained detector of every kind of network, trained when it is first asked for.
 *
 * @param normal samples like those it learned from, which it has not seen
 */
public record TestDetectors(TrainedModel model, MemoryDataset normal) {

  private static TestDetectors fit(Dataset learned, TrainOptions options, Dataset normal) {
    return new TestDetectors(Trainer.fit(learned, options, TrainListener.NONE), normal.inMemory());
  }

  private static final class Images {
    static final TestDetectors DETECTOR =
        fit(
            TestData.images("sprites:size=400", 16),
            TestData.tiny(3),
            TestData.images("sprites:size=60,seed=2", 16));
  }

  private static final class Series {
    static final NetworkOptions PRELU = TestData.tiny(3).network().withActivation(Activation.PRELU);
    static final TestDetectors DETECTOR =
        fit(TestData.heartbeats(200, 1), TestData.tiny(3).with(PRELU), TestData.heartbeats(60, 2));
  }

  private static final class Recurrent {
    static final NetworkOptions LSTM =
        NetworkOptions.DEFAULT.withKind(Kind.RECURRENT).withSizes(4, 8, 8);

    /** Slower learning leaves features that hardly differ, and scores that magnify rounding. */
    static final LearningOptions FAST =
        TestData.tiny(10).learning().withRates(1e-2, 1e-3, Schedule.COSINE);

    static final TestDetectors DETECTOR =
        fit(
            TestData.heartbeats(200, 1),
            TestData.tiny(10).with(LSTM).with(FAST),
            TestData.heartbeats(20, 2));
  }

  private static final class Table {
    static final TestDetectors DETECTOR =
        fit(TestData.table(300, 1), TestData.tiny(10), TestData.table(60, 2));
  }

  /** Convolutions over images in [0,1]. */
  public static TestDetectors images() {
    return Images.DETECTOR;
  }

  /** Convolutions over standardised series. */
  public static TestDetectors series() {
    return Series.DETECTOR;
  }

  public static TestDetectors recurrent() {
    return Recurrent.DETECTOR;
  }

  /** Fully connected, rows of a standardised table. */
  public static TestDetectors table() {
    return Table.DETECTOR;
  }

  /** The samples to judge, one after another. */
  public float[] values() {
    int size = normal.shape().size();
    float[] values = new float[(int) normal.size() * size];
    for (int i = 0; i < normal.size(); i++) {
      System.arraycopy(normal.sample(i), 0, values, i * size, size);
    }
    return values;
  }
}
