package dev.stranger.evaluate;

import dev.stranger.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the few samples of a stream that have the highest scores, or the lowest. */
final class HardestSamples {

  /** A sample and its place in the stream. */
  record Sample(long position, float[] values, Verdict verdict) {}

  private final int count;
  private final Comparator<Sample> hardestFirst;
  private final PriorityQueue<Sample> kept;

  private HardestSamples(int count, Comparator<Sample> hardestFirst) {
    this.count = count;
    this.hardestFirst = hardestFirst.thenComparing(Sample::position);
    this.kept = new PriorityQueue<>(this.hardestFirst.reversed());
  }

  /** For normal samples: those that look strangest. */
  static HardestSamples highest(int count) {
    return new HardestSamples(count, byScore().reversed());
  }

  /** For strangers: those that look most normal. */
  static HardestSamples lowest(int count) {
    return new HardestSamples(count, byScore());
  }

  private static Comparator<Sample> byScore() {
    return Comparator.comparingDouble(sample -> sample.verdict().score());
  }

  /** The values are copied only when the sample is kept. */
  void add(long position, float[] values, int from, int size, Verdict verdict) {
    Sample candidate = new Sample(position, values, verdict);
    if (kept.size() == count && hardestFirst.compare(candidate, kept.element()) > 0) {
      return;
    }
    float[] copy = new float[size];
    System.arraycopy(values, from, copy, 0, size);
    kept.add(new Sample(position, copy, verdict));
    if (kept.size() > count) {
      kept.remove();
    }
  }

  /** The hardest first. */
  List<Sample> inOrder() {
    List<Sample> samples = new ArrayList<>(kept);
    samples.sort(hardestFirst);
    return samples;
  }
}
