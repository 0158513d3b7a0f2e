package dev.stranger.train.attack;

import dev.stranger.Verdict;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;

/** The verdicts on the samples of a set, in their order. */
record Judged(List<Verdict> verdicts) {

  double[] scores() {
    return verdicts.stream().mapToDouble(Verdict::score).toArray();
  }

  /** The share of samples that count as strangers. */
  double flagged() {
    return (double) verdicts.stream().filter(Verdict::ood).count() / verdicts.size();
  }

  /** Of each sample the verdict with the lower score. */
  Judged lower(Judged other) {
    return each(other, (a, b) -> b.score() < a.score() ? b : a);
  }

  /** Of each sample the verdict with the higher score. */
  Judged higher(Judged other) {
    return each(other, (a, b) -> b.score() > a.score() ? b : a);
  }

  private Judged each(Judged other, BinaryOperator<Verdict> choice) {
    return new Judged(
        IntStream.range(0, verdicts.size())
            .mapToObj(i -> choice.apply(verdicts.get(i), other.verdicts.get(i)))
            .toList());
  }
}
