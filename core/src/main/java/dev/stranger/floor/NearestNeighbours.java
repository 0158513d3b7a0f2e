package dev.stranger.floor;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import java.util.Arrays;

/**
 * Distance of a sample to its fifth nearest training sample. Fitting reads the set once; judging
 * compares with at most 5,000 training samples and takes at most eight million multiplications a
 * sample. Immutable and thread-safe.
 *
 * <p>A training sample is its own nearest neighbour, and scores lower for it than a new one.
 */
public final class NearestNeighbours implements Floor {

  /** One stray training sample makes no neighbourhood, five do. */
  public static final int NEIGHBOURS = 5;

  /**
   * Twice as many take twice as long to judge by, and gain 0.3 to 1 % of AUROC on Fashion-MNIST.
   * They are spread over the set, and no chance is involved.
   */
  public static final int MOST_REFERENCES = 5000;

  /** Of all references together: fewer of larger samples, in the same time and memory (100 MB). */
  private static final int MOST_VALUES = 1 << 23;

  private static final int FEWEST_REFERENCES = 50;

  /** Larger samples would leave too few references. */
  static final int MAX_VALUES = MOST_VALUES / FEWEST_REFERENCES;

  /** The results of so many references for one sample stay in the nearest cache. */
  private static final int TILE = 512;

  private final Centre centre;
  private final References[] tiles;
  private final int neighbours;
  private final double longest;

  private NearestNeighbours(Centre centre, References[] tiles, int neighbours) {
    this.centre = centre;
    this.tiles = tiles;
    this.neighbours = neighbours;
    longest = Arrays.stream(tiles).mapToDouble(References::longest).max().orElseThrow();
  }

  /**
   * @throws DataException when samples have more than 167,772 values
   */
  public static NearestNeighbours fit(Dataset data) {
    int size = data.shape().size();
    if (size > MAX_VALUES) {
      throw new DataException(
          "%s has %d values a sample, nearest neighbours are for at most %d; resize it"
              .formatted(data.name(), size, MAX_VALUES));
    }
    MemoryDataset chosen = data.spread(Math.min(MOST_REFERENCES, MOST_VALUES / size)).inMemory();
    Centre centre = Centre.of(chosen);
    int count = (int) chosen.size();
    References[] tiles = new References[(count + TILE - 1) / TILE];
    Arrays.setAll(
        tiles, i -> References.of(chosen, i * TILE, Math.min((i + 1) * TILE, count), centre));
    return new NearestNeighbours(centre, tiles, Math.min(NEIGHBOURS, count));
  }

  @Override
  public String key() {
    return "nearest_neighbours";
  }

  @Override
  public String title() {
    return "5 nearest neighbours";
  }

  @Override
  public int sampleSize() {
    return centre.size();
  }

  @Override
  public double[] score(float[] samples, int count) {
    double[] scores = new double[count];
    centre.forEachBlock(
        samples,
        count,
        (first, block) -> {
          double[][][] rough = new double[tiles.length][][];
          Arrays.setAll(rough, tile -> tiles[tile].compare(block));
          for (int i = 0; i < block.length; i++) {
            double bound = roughly(rough, i) + 2 * roundingError(block[i]);
            scores[first + i] =
                Math.sqrt(exactly(rough, i, bound, samples, (first + i) * sampleSize()));
          }
        });
    return scores;
  }

  /** The rough result of the last of the nearest references. */
  private double roughly(double[][][] rough, int index) {
    Smallest smallest = new Smallest(neighbours);
    for (double[][] tile : rough) {
      for (double value : tile[index]) {
        smallest.add(value);
      }
    }
    return smallest.largest();
  }

  /**
   * More than what a rough result is wrong by: one rounding a value, and a few, of at most (|a| +
   * |b|)^2; taken twice to be safe.
   */
  private double roundingError(double[] centred) {
    double reach = Math.sqrt(MatrixProduct.square(centred)) + longest;
    return (centred.length + 8) * Math.ulp(1.0) * reach * reach;
  }

  /** The squared distance to the last of the nearest references: only they are within the bound. */
  private double exactly(double[][][] rough, int index, double bound, float[] samples, int offset) {
    Smallest smallest = new Smallest(neighbours);
    for (int tile = 0; tile < tiles.length; tile++) {
      double[] results = rough[tile][index];
      for (int i = 0; i < results.length; i++) {
        if (results[i] <= bound) {
          smallest.add(tiles[tile].squaredDistance(i, samples, offset));
        }
      }
    }
    return smallest.largest();
  }
}
