package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.IndexedDataset;
import dev.stranger.series.Windowed;
import dev.stranger.train.loop.SeededRandom;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which samples are learnt from and which are held out, as positions in the data set, shuffled.
 *
 * @param fit learnt from
 * @param calibration held out, drawn from all samples alike
 * @param extra held out as well, for labels of which too few are among {@code calibration}. Kept
 *     apart, because with them small labels would be more frequent than among new samples
 */
record Split(int[] fit, int[] calibration, int[] extra) {

  /**
   * @throws DataException when there are too few samples for what is guaranteed, also of a label
   *     when it is guaranteed for each
   */
  static Split of(IndexedDataset data, CalibrationOptions options, long seed) {
    Split split = ofAll(data, options, seed);
    return options.byLabel() ? byLabel(data, options, split.calibration, split.fit) : split;
  }

  /** The same, whatever labels the samples have. Does not read them. */
  static Split ofAll(Dataset data, CalibrationOptions options, long seed) {
    @Nullable Windowed windows = data.windows();
    if (windows != null) {
      return TimeBlocks.of(data, windows).split(options, seed);
    }
    int size = Math.toIntExact(data.size());
    int held = options.sizeFor(data.name(), size);
    int[] order = shuffled(data, seed);
    return new Split(Arrays.copyOfRange(order, held, size), Arrays.copyOf(order, held), new int[0]);
  }

  /** All positions. */
  static int[] shuffled(Dataset data, long seed) {
    return SeededRandom.permutation(Math.toIntExact(data.size()), SeededRandom.ofEpoch(seed, -1));
  }

  /** Each leaves another one of the samples out, as many as there are models. */
  static List<Split> leavingOneOut(Dataset data, int models, long seed) {
    int[] order = shuffled(data, seed);
    return IntStream.range(0, models)
        .mapToObj(
            out ->
                new Split(
                    IntStream.range(0, order.length)
                        .filter(i -> i != out)
                        .map(i -> order[i])
                        .toArray(),
                    new int[] {order[out]},
                    new int[0]))
        .toList();
  }

  /**
   * How many samples are held out, without those for small labels.
   *
   * @param samples of the set
   * @throws DataException when that is too few for what is guaranteed
   */
  static int heldOut(Dataset data, CalibrationOptions options, int samples) {
    @Nullable Windowed windows = data.windows();
    return windows == null
        ? options.sizeFor(data.name(), samples)
        : TimeBlocks.of(data, windows).heldOut(options);
  }

  private static Split byLabel(
      IndexedDataset data, CalibrationOptions options, int[] calibration, int[] rest) {
    SortedMap<String, Integer> missing = count(data, IntStream.range(0, (int) data.size()));
    missing.replaceAll(
        (label, samples) ->
            options.sizeFor("label '%s' of %s".formatted(label, data.name()), samples));
    count(data, Arrays.stream(calibration))
        .forEach((label, has) -> missing.merge(label, -has, Integer::sum));
    boolean[] isExtra = new boolean[rest.length];
    for (int i = 0; i < rest.length; i++) {
      isExtra[i] = missing.merge(label(data, rest[i]), -1, Integer::sum) >= 0;
    }
    int[] fit =
        IntStream.range(0, rest.length).filter(i -> !isExtra[i]).map(i -> rest[i]).toArray();
    int[] extra =
        IntStream.range(0, rest.length).filter(i -> isExtra[i]).map(i -> rest[i]).toArray();
    return new Split(fit, calibration, extra);
  }

  private static SortedMap<String, Integer> count(IndexedDataset data, IntStream positions) {
    SortedMap<String, Integer> counts = new TreeMap<>();
    positions.forEach(position -> counts.merge(label(data, position), 1, Integer::sum));
    return counts;
  }

  private static String label(IndexedDataset data, int position) {
    return data.labelName(data.label(position), position);
  }

  /** All that are held out, those of {@code calibration} first. */
  int[] heldOut() {
    return IntStream.concat(Arrays.stream(calibration), Arrays.stream(extra)).toArray();
  }

  /** The labels of all that are held out. */
  List<String> heldOutLabels(IndexedDataset data) {
    return Arrays.stream(heldOut()).mapToObj(position -> label(data, position)).toList();
  }
}
