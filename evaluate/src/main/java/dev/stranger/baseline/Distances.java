package dev.stranger.baseline;

/**
 * The squared distances of one sample to all references: roughly from a product of matrices, then
 * exactly for the few that count. Rough ones lack the same amount each, see {@link
 * ReferenceTile#compare}.
 *
 * @param rough one array a tile
 * @param error more than what a rough result is wrong by
 * @param offset where the sample begins in the batch
 */
record Distances(ReferenceTile[] tiles, double[][] rough, double error, float[] batch, int offset) {

  /** Takes the exact squared distance to a reference. */
  interface Visitor {
    void accept(int reference, double square);
  }

  /** The rough result of the {@code rank}-th nearest reference, counted from one. */
  double roughly(int rank) {
    Smallest smallest = new Smallest(rank);
    for (double[] tile : rough) {
      for (double value : tile) {
        smallest.add(value);
      }
    }
    return smallest.largest();
  }

  /** Visits, in their order, all references that may be as near as a rough result, or nearer. */
  void forEachWithin(double result, Visitor visitor) {
    double bound = result + 2 * error;
    int first = 0;
    for (int tile = 0; tile < tiles.length; tile++) {
      for (int i = 0; i < rough[tile].length; i++) {
        if (rough[tile][i] <= bound) {
          visitor.accept(first + i, tiles[tile].squaredDistance(i, batch, offset));
        }
      }
      first += rough[tile].length;
    }
  }
}
