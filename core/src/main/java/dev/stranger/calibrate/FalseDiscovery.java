package dev.stranger.calibrate;

import dev.stranger.Calibration;
import dev.stranger.RequestException;
import dev.stranger.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which samples of a batch are strangers, such that on average at most a share {@code rate} of
 * those that are named are not (Benjamini and Hochberg). A fixed threshold on p-values cannot say
 * that: where strangers are rare, most of what it flags is false alarms.
 *
 * <p>With the m p-values of the batch in ascending order,
 *
 * <pre>{@code threshold = p(k) for the largest k with p(k) <= k rate / m}
 * {@code stranger = p <= threshold}</pre>
 *
 * so equal p-values share one fate. The rule was proved for independent p-values. Those of one
 * batch are not: they share a calibration set, and one that happens to be tame makes all of them
 * small at once. Bates, Candes, Lei, Romano and Sesia (Annals of Statistics, 2023) show that this
 * dependence is of the harmless kind (positive regression dependence on the normal samples), under
 * which the bound still holds, on average over batches and calibration sets. Their proof wants
 * scores without ties.
 *
 * <p>The least p-value is 1 / (n + 1): to find j strangers in a batch of m, n + 1 must be at least
 * {@code m / (j rate)}. Numbers are compared in float, the precision of p-values. Immutable and
 * thread-safe; costs a sort.
 *
 * @param rate bound of the expected share of normal samples among the strangers
 * @param threshold largest p-value of a stranger, 0 when there are none
 * @param strangers positions in the batch, ascending
 */
public record FalseDiscovery(double rate, float threshold, List<Integer> strangers) {

  /** Far more than the rounding of a quotient, far less than one sample. */
  private static final double ROUNDING = 1e-9;

  public FalseDiscovery {
    Require.inside("false-discovery rate", rate);
    strangers = List.copyOf(strangers);
  }

  /**
   * An empty batch has no strangers, and neither has one of p-values that are all 1.
   *
   * @throws IllegalArgumentException when a p-value is not in [0, 1]
   */
  public static FalseDiscovery among(float[] pValues, double rate) {
    Require.inside("false-discovery rate", rate);
    requirePValues(pValues);
    float threshold = threshold(pValues, rate);
    List<Integer> strangers =
        IntStream.range(0, pValues.length).filter(i -> pValues[i] <= threshold).boxed().toList();
    return new FalseDiscovery(rate, threshold, strangers);
  }

  /** The verdicts of a batch, decided anew: strangers are those that are named among this batch. */
  public static List<Verdict> decide(List<Verdict> verdicts, double rate) {
    float[] pValues = new float[verdicts.size()];
    for (int i = 0; i < pValues.length; i++) {
      pValues[i] = verdicts.get(i).pValue();
    }
    float threshold = among(pValues, rate).threshold();
    return verdicts.stream()
        .map(verdict -> verdict.withOod(verdict.pValue() <= threshold))
        .toList();
  }

  /**
   * How many strangers a batch must hold at least for one to be named, {@code m / ((n + 1) rate)}:
   * p-values are at least 1 / (n + 1), however strange a sample is.
   *
   * @throws RequestException when not even a batch of strangers alone would do, with the number of
   *     held-out scores needed
   */
  public static long fewestNamed(int calibrationSize, long samples, double rate) {
    Require.inside("false-discovery rate", rate);
    Require.positive("number of held-out scores", calibrationSize);
    long needed = Calibration.neededFor(rate);
    if (calibrationSize < needed) {
      throw new RequestException(
          ("a false-discovery rate of %s needs at least %d held-out scores, there are %d; "
                  + "train with more samples, or raise it")
              .formatted(rate, needed, calibrationSize));
    }
    return Math.max(1, (long) Math.ceil(samples / ((calibrationSize + 1) * rate) - ROUNDING));
  }

  private static float threshold(float[] pValues, double rate) {
    float[] sorted = pValues.clone();
    Arrays.sort(sorted);
    int k = sorted.length;
    while (k > 0 && sorted[k - 1] > (float) (k * rate / sorted.length)) {
      k--;
    }
    return k == 0 ? 0 : sorted[k - 1];
  }

  private static void requirePValues(float[] pValues) {
    for (int i = 0; i < pValues.length; i++) {
      if (!(pValues[i] >= 0 && pValues[i] <= 1)) {
        throw new IllegalArgumentException(
            "p-value %d of %d is %s; it must lie between 0 and 1"
                .formatted(i, pValues.length, pValues[i]));
      }
    }
  }
}
