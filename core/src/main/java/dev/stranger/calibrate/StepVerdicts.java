package dev.stranger.calibrate;

import dev.stranger.Verdict;
import dev.stranger.series.Span;
import dev.stranger.series.Windowing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Verdicts on the steps of a recording, merged from those on its windows. Of the K windows that
 * cover a step, half agree that it is at least as strange as its score says: with k = ceil(K / 2),
 *
 * <pre>{@code score = k-th largest score      p = min(1, K / k * k-th smallest p-value)}</pre>
 *
 * rounded up to a p-value that a window can have. With so few held-out scores that a single p-value
 * is flagged, all windows must agree, k = K. Whatever the windows have in common, a normal step has
 * {@code p <= alpha} with a probability of at most alpha: by Markov's inequality, if each of the K
 * windows has {@code p <= k alpha / K} with a probability of at most k alpha / K, then k of them
 * have with one of at most alpha. Not thread-safe; costs nine bytes a step, and a sort of K numbers
 * for each window.
 */
public final class StepVerdicts {

  private final Windowing windowing;
  private final FalseAlarmBound bound;
  private final List<Verdict> windows = new ArrayList<>();

  /**
   * @param bound of the detector that judges the windows
   */
  public StepVerdicts(Windowing windowing, FalseAlarmBound bound) {
    this.windowing = windowing;
    this.bound = bound;
  }

  /** The verdict on the next window of the recording. */
  public void add(Verdict window) {
    windows.add(window);
  }

  /**
   * @param steps of the recording, all of whose windows were added
   */
  public Merged merge(int steps) {
    if (windows.size() != windowing.count(steps) || windows.isEmpty()) {
      throw new IllegalStateException(
          "%d of %d windows are judged".formatted(windows.size(), windowing.count(steps)));
    }
    Merged merged = new Merged(new float[steps], new float[steps], new boolean[steps]);
    int first = 0;
    int last = -1;
    for (int from = 0; from < steps; ) {
      while (last + 1 < windows.size() && windowing.start(last + 1, steps) <= from) {
        last++;
      }
      while (windowing.start(first, steps) + windowing.length() <= from) {
        first++;
      }
      int next = last + 1 < windows.size() ? windowing.start(last + 1, steps) : steps;
      int to = Math.min(next, windowing.start(first, steps) + windowing.length());
      fill(merged, from, to, windows.subList(first, last + 1));
      from = to;
    }
    return merged;
  }

  private void fill(Merged merged, int from, int to, List<Verdict> covering) {
    float pValue = pValue(covering);
    double[] scores = covering.stream().mapToDouble(Verdict::score).sorted().toArray();
    Arrays.fill(merged.scores, from, to, (float) scores[scores.length - agreeing(scores.length)]);
    Arrays.fill(merged.pValues, from, to, pValue);
    Arrays.fill(merged.ood, from, to, bound.flags(pValue));
  }

  private float pValue(List<Verdict> covering) {
    double all = bound.calibrationSize() + 1.0;
    long[] ranks =
        covering.stream().mapToLong(w -> Math.round(w.pValue() * all)).sorted().toArray();
    int agreeing = agreeing(ranks.length);
    long rank = (ranks[agreeing - 1] * ranks.length + agreeing - 1) / agreeing; // rounded up
    return (float) Math.min(1, rank / all);
  }

  /** Where only the smallest p-value is strange, no step could be if it were counted twice. */
  private int agreeing(int count) {
    return bound.rank() == 1 ? count : (count + 1) / 2;
  }

  /**
   * What is found of each step.
   *
   * @param scores higher is stranger
   * @param pValues small is strange
   * @param ood whether a step counts as strange
   */
  public record Merged(float[] scores, float[] pValues, boolean[] ood) {

    /** The strange steps as spans, in their order. */
    public List<Span> spans() {
      List<Span> spans = new ArrayList<>();
      for (int from = 0; from < ood.length; from++) {
        if (ood[from]) {
          int to = from;
          while (to + 1 < ood.length && ood[to + 1]) {
            to++;
          }
          spans.add(span(from, to));
          from = to;
        }
      }
      return spans;
    }

    private Span span(int from, int to) {
      int peak = from;
      for (int step = from; step <= to; step++) {
        peak = scores[step] > scores[peak] ? step : peak;
      }
      int end = peak; // the middle of the strangest stretch, as steps come in stretches
      while (end < to && scores[end + 1] == scores[peak]) {
        end++;
      }
      return new Span(from, to, (peak + end) / 2, scores[peak], pValues[peak], "");
    }

    public long strange() {
      long count = 0;
      for (boolean one : ood) {
        count += one ? 1 : 0;
      }
      return count;
    }
  }
}
