package dev.stranger.train;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.prepare.Resize;
import dev.stranger.prepare.Scale;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.method.ObjectiveOptions;
import dev.stranger.train.net.NetworkOptions;
import java.util.Map;
import java.util.Random;

/** Small data and small networks. */
public final class TestData {

  private static final Catalogue CATALOGUE = new Catalogue(DataFolders.standard(null, Map.of()));

  private TestData() {}

  public static Dataset open(String data) {
    return CATALOGUE.open(data, DataOptions.DEFAULT);
  }

  /** Generated images in [0,1]. */
  public static Dataset images(String data, int side) {
    return open(data).map(Resize.to(side, side)).map(Scale.toUnit());
  }

  public static MemoryDataset heartbeats(int size, long seed) {
    return open("heartbeats:normal,size=" + size + ",seed=" + seed).inMemory();
  }

  /** Rows near a plane in a space of six columns, in very different units. */
  public static MemoryDataset table(int size, long seed) {
    Random random = new Random(seed);
    float[][] rows = new float[size][];
    for (int i = 0; i < size; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      rows[i] =
          new float[] {
            (float) (1000 + 300 * a),
            (float) b,
            (float) (a + b),
            (float) (1e-3 * (a - b)),
            (float) (5 + 0.1 * random.nextGaussian()),
            (float) (a * b)
          };
    }
    return MemoryDataset.of("table", Shape.of(6), Range.ANY, rows);
  }

  /** The positions of the samples that training learns from. */
  public static int[] fitted(MemoryDataset data, TrainOptions options) {
    return Split.of(data, options.calibration(), options.seed()).fit();
  }

  public static TrainOptions tiny(int epochs) {
    return TrainOptions.DEFAULT
        .with(NetworkOptions.DEFAULT.withSizes(4, 32, 12))
        .with(ObjectiveOptions.DEFAULT.withSubspace(4, false))
        .with(LearningOptions.DEFAULT.withEpochs(epochs).withBatchSize(64))
        .withDevice("cpu");
  }
}
