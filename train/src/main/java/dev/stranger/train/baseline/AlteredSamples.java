package dev.stranger.train.baseline;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.data.Concatenation;
import dev.stranger.data.alter.Alteration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Strangers for those who have none: every training sample altered in one way, all ways equally
 * often. Made of the very samples that are learnt from, so that neither a test set nor the held-out
 * samples, which calibrate the detector, have any part in what it learns.
 *
 * <p>Chosen are alterations that leave little of most samples normal. Not among them are those that
 * normal samples often come in anyway: mirrored, tilted or paler pictures, reversed or smoother
 * series. Some strangers are normal all the same, such as a ball that was turned; the classifier is
 * then told two things of one sample and learns a middle way.
 */
final class AlteredSamples {

  private static final List<Alteration> STRANGE =
      List.of(
          Alteration.NOISY,
          Alteration.BLURRED,
          Alteration.COVERED,
          Alteration.QUADRANTS_SHUFFLED,
          Alteration.TURNED_90,
          Alteration.INVERTED,
          Alteration.SERIES_NOISY,
          Alteration.SERIES_UPSIDE_DOWN,
          Alteration.SERIES_STUCK,
          Alteration.SERIES_SWAPPED,
          Alteration.SERIES_DOUBLED,
          Alteration.ROW_SHUFFLED,
          Alteration.ROW_SWAPPED,
          Alteration.ROW_TENFOLD);

  private AlteredSamples() {}

  /**
   * As many strangers as there are samples.
   *
   * @throws DataException when the samples have a shape that nothing suits
   */
  static Dataset of(Dataset normal, long seed) {
    List<Alteration> ways = STRANGE.stream().filter(way -> way.suits(normal.shape())).toList();
    if (ways.isEmpty()) {
      throw new DataException(
          "no strangers can be made of %s, its samples are %s; give a set of strangers"
              .formatted(normal.name(), normal.shape()));
    }
    int count = ways.size();
    List<Dataset> parts =
        IntStream.range(0, Math.toIntExact(Math.min(count, normal.size())))
            .mapToObj(way -> ways.get(way).of(normal.where(index -> index % count == way), seed))
            .toList();
    return Concatenation.of(normal.name() + ", altered", parts);
  }
}
