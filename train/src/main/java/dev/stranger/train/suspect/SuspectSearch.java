package dev.stranger.train.suspect;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.IndexedDataset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds the samples that look like strangers among those to learn from. All of them are compared
 * with some of them, so it takes as long as judging them with a small detector: less than a second
 * for 5,000 rows. Samples of every kind can be searched; what is strange is told from their values
 * alone, before anything is learnt.
 */
public final class SuspectSearch {

  /**
   * Rows that scales, correlations and trees are fitted to. No more are looked at where nobody
   * asked: large sets may be in a file.
   */
  private static final int MOST_FITTED = 5000;

  /** Fewer samples show no bulk. */
  static final int FEWEST = 20;

  private SuspectSearch() {}

  /**
   * @param positions of the samples to learn from, shuffled
   * @throws DataException when too few are left without the suspects of a share
   */
  public static Suspects among(
      IndexedDataset data, int[] positions, Contamination contamination, long seed) {
    int given = (int) Math.round(contamination.share() * positions.length);
    int left = positions.length - contamination.halved(given, positions.length);
    if (given > 0 && left < FEWEST) {
      throw new DataException(
          ("a share of %s leaves %d of the %d samples of %s above suspicion, at least %d are needed;"
                  + " give a smaller share or more samples")
              .formatted(contamination.share(), left, positions.length, data.name(), FEWEST));
    }
    int[] looked =
        contamination.isExpected()
            ? positions
            : Arrays.copyOf(positions, Math.min(MOST_FITTED, positions.length));
    if (looked.length < FEWEST) {
      return new Suspects(List.of(), 0, 0, 0, contamination);
    }
    int[] ordered = RandomOrder.of(data, looked, seed);
    double[] suspicions = suspicions(data, ordered, seed);
    int standOut = Bulk.beyond(suspicions);
    int strangers = contamination.kind() == Contamination.Kind.GIVEN ? given : standOut;
    int halved = Math.min(contamination.halved(strangers, ordered.length), ordered.length - FEWEST);
    List<Suspect> found =
        IntStream.range(0, ordered.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -suspicions[i]))
            .limit(Math.max(strangers, halved))
            .map(i -> suspect(data, ordered[i], suspicions[i]))
            .toList();
    return new Suspects(found, standOut, halved, looked.length, contamination);
  }

  private static Suspect suspect(IndexedDataset data, int position, double suspicion) {
    int label = data.label(position);
    return new Suspect(
        position,
        data.sampleName(position),
        label == Cursor.NO_LABEL ? "" : data.labelNames().get(label),
        suspicion);
  }

  /** Of each sample, the sum of its surprises. */
  private static double[] suspicions(IndexedDataset data, int[] ordered, long seed) {
    int[] fitted = Arrays.copyOf(ordered, Math.min(MOST_FITTED, ordered.length));
    ComparedRows rows = ComparedRows.fit(data, fitted);
    float[][] some =
        Arrays.stream(fitted)
            .parallel()
            .mapToObj(position -> rows.of(data.sample(position)))
            .toArray(float[][]::new);
    Suspicion suspicion = Suspicion.fit(some, seed);
    Suspicion.Measures[] measures =
        IntStream.range(0, ordered.length)
            .parallel()
            .mapToObj(i -> suspicion.of(rows.of(data.sample(ordered[i])), i))
            .toArray(Suspicion.Measures[]::new);
    double[] distances =
        Surprises.ofDistances(
            Arrays.stream(measures).mapToDouble(Suspicion.Measures::distance).toArray());
    double[] whitened =
        Surprises.ofDistances(
            Arrays.stream(measures).mapToDouble(Suspicion.Measures::whitened).toArray());
    double[] isolations =
        Surprises.of(Arrays.stream(measures).mapToDouble(Suspicion.Measures::isolation).toArray());
    double[] sums = new double[measures.length];
    Arrays.setAll(sums, i -> distances[i] + whitened[i] + isolations[i]);
    return sums;
  }
}
