package dev.stranger.train;

import dev.stranger.Dataset;
import dev.stranger.IndexedDataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.data.alter.Alteration;
import dev.stranger.report.Words;
import dev.stranger.score.Detector;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A quick look at a new detector: how it judges strangers that are made of its held-out samples.
 * The network did not learn from these, so altered and unaltered ones differ in the alteration
 * alone. Some alterations leave a sample normal (a mirrored ball is a ball), so no single one says
 * that a detector is weak; half of them do. Costs the judging of at most 16 million values, a few
 * seconds. Immutable and thread-safe.
 *
 * @param samples that were altered
 * @param kinds of strangers, those that are hardest to tell from normal samples first; empty where
 *     none could be made
 * @param weak whether half of the kinds are hardly told from normal samples. Never true for tables:
 *     on 33 of them whose anomalies are known, such a look had nothing to do with these
 */
public record MadeStrangers(int samples, List<Kind> kinds, boolean weak) {

  /** No look was possible. */
  static final MadeStrangers NONE = new MadeStrangers(0, List.of(), false);

  /**
   * The AUROC of the kind in the middle below which a detector is weak: on pictures whose strangers
   * are known it was 60 to 76 % for weak detectors, and 90 % or more for good ones.
   */
  private static final double WEAK = 0.8;

  private static final int MOST_SAMPLES = 200;
  private static final int FEWEST_SAMPLES = 10;
  private static final int MOST_VALUES = 1 << 24;
  private static final long SEED = 0;

  /**
   * Strangers of one kind.
   *
   * @param title of the alteration
   * @param passed share that is not flagged
   * @param auroc chance that one scores higher than a held-out sample
   */
  public record Kind(String title, double passed, double auroc) {

    @Override
    public String toString() {
      return "%s %s %%".formatted(title, Words.decimals(100 * passed, 0));
    }
  }

  public MadeStrangers {
    kinds = List.copyOf(kinds);
  }

  /**
   * @param detectors one for all held-out samples, or one for each
   * @param heldOut positions of the samples that calibrated the detector
   */
  static MadeStrangers judgedBy(List<Detector> detectors, IndexedDataset data, int[] heldOut) {
    Shape shape = data.shape();
    List<Alteration> suitable =
        Arrays.stream(Alteration.values()).filter(alteration -> alteration.suits(shape)).toList();
    long room = MOST_VALUES / ((long) shape.size() * Math.max(1, suitable.size()));
    int count = (int) Math.min(room, Math.min(MOST_SAMPLES, heldOut.length));
    if (suitable.isEmpty() || count < FEWEST_SAMPLES) {
      return NONE;
    }
    IntStream some = Arrays.stream(heldOut, 0, count);
    float[][] chosen =
        (detectors.size() == 1 ? some.sorted() : some)
            .mapToObj(data::sample)
            .toArray(float[][]::new);
    Dataset normal = MemoryDataset.of(data.name(), shape, data.range(), chosen);
    List<Kind> kinds =
        suitable.stream()
            .map(alteration -> kind(alteration.title(), detectors, alteration.of(normal, SEED)))
            .sorted(Comparator.comparingDouble(Kind::auroc))
            .toList();
    return new MadeStrangers(count, kinds, shape.rank() > 1 && median(kinds) < WEAK);
  }

  private static Kind kind(String title, List<Detector> detectors, Dataset strangers) {
    double[] sums = new double[2];
    int heldOut = detectors.get(0).calibration().size();
    judge(
        detectors,
        strangers,
        verdict -> {
          sums[0] += verdict.ood() ? 0 : 1;
          sums[1] += (verdict.pValue() * (heldOut + 1.0) - 1) / heldOut; // that score as high
        });
    double count = strangers.size();
    return new Kind(title, sums[0] / count, 1 - sums[1] / count);
  }

  private static void judge(
      List<Detector> detectors, Dataset strangers, Consumer<Verdict> listener) {
    if (detectors.size() == 1) {
      detectors.get(0).judge(strangers, (batch, verdicts) -> verdicts.forEach(listener));
    } else {
      IndexedDataset each = strangers.inMemory();
      IntStream.range(0, Math.toIntExact(each.size()))
          .forEach(i -> listener.accept(detectors.get(i).judge(each.sample(i))));
    }
  }

  private static double median(List<Kind> sorted) {
    int half = sorted.size() / 2;
    return (sorted.get(half).auroc() + sorted.get(sorted.size() - 1 - half).auroc()) / 2;
  }

  /** The kinds that are hardly told from normal samples. */
  public List<Kind> hard() {
    return kinds.stream().filter(kind -> kind.auroc() < WEAK).toList();
  }

  /** How many of each kind pass; empty where there are none. */
  public String inWords() {
    return kinds.isEmpty()
        ? ""
        : "of %s altered held-out samples pass: %s"
            .formatted(
                Words.count(samples),
                kinds.stream().map(Kind::toString).collect(Collectors.joining(", ")));
  }
}
