package dev.stranger.baseline;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * Training samples from all over a set that others are compared with: at most 5,000, fewer of large
 * ones, so that a comparison takes at most eight million multiplications and all together 100 MB.
 */
final class ReferenceSamples {

  /** Takes the distances of the sample at a position of a batch. */
  interface Visitor {
    void accept(int sample, Distances distances);
  }

  static final int MOST = 5000;

  /** The results of so many references for one sample stay in the nearest cache. */
  private static final int TILE = 512;

  private final Centre centre;
  private final ReferenceTile[] tiles;
  private final double longest;

  private ReferenceSamples(Centre centre, ReferenceTile[] tiles) {
    this.centre = centre;
    this.tiles = tiles;
    longest = Arrays.stream(tiles).mapToDouble(ReferenceTile::longest).max().orElseThrow();
  }

  /**
   * @throws DataException when samples have more than 167,772 values
   */
  static ReferenceSamples of(Dataset data) {
    MemoryDataset chosen = Chosen.of(data, MOST);
    Centre centre = Centre.of(chosen);
    int count = (int) chosen.size();
    ReferenceTile[] tiles = new ReferenceTile[(count + TILE - 1) / TILE];
    Arrays.setAll(
        tiles, i -> ReferenceTile.of(chosen, i * TILE, Math.min((i + 1) * TILE, count), centre));
    return new ReferenceSamples(centre, tiles);
  }

  int count() {
    return (tiles.length - 1) * TILE + tiles[tiles.length - 1].samples().length;
  }

  int sampleSize() {
    return centre.size();
  }

  /** The values of a reference, not to be changed. */
  float[] sample(int index) {
    return tiles[index / TILE].samples()[index % TILE];
  }

  /** The squared distance of a reference to the mean of all. */
  double squareToMean(int index) {
    return tiles[index / TILE].squares()[index % TILE];
  }

  double squaredDistance(int index, int other) {
    return tiles[index / TILE].squaredDistance(index % TILE, sample(other), 0);
  }

  /** Copies of all references. */
  float[][] copies() {
    float[][] copies = new float[count()][];
    Arrays.setAll(copies, i -> sample(i).clone());
    return copies;
  }

  /** Makes one number of the distances of each sample of a batch. */
  double[] map(float[] samples, int count, ToDoubleFunction<Distances> number) {
    double[] numbers = new double[count];
    forEach(samples, count, (i, distances) -> numbers[i] = number.applyAsDouble(distances));
    return numbers;
  }

  /** Hands over the distances of each sample of a batch, from several threads. */
  void forEach(float[] samples, int count, Visitor visitor) {
    centre.forEachBlock(
        samples,
        count,
        (first, block) -> {
          double[][][] rough = new double[tiles.length][][];
          Arrays.setAll(rough, tile -> tiles[tile].compare(block));
          for (int i = 0; i < block.length; i++) {
            int row = i;
            double[][] results = new double[tiles.length][];
            Arrays.setAll(results, tile -> rough[tile][row]);
            int offset = (first + i) * sampleSize();
            double error = roundingError(block[i]);
            visitor.accept(first + i, new Distances(tiles, results, error, samples, offset));
          }
        });
  }

  /**
   * More than what a rough result is wrong by: one rounding a value, and a few, of at most (|a| +
   * |b|)^2; taken twice to be safe.
   */
  private double roundingError(double[] centred) {
    double reach = Math.sqrt(MatrixProduct.square(centred)) + longest;
    return (centred.length + 8) * Math.ulp(1.0) * reach * reach;
  }
}
