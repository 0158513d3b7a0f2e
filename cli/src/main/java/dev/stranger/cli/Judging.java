package dev.stranger.cli;

import dev.stranger.ColumnReason;
import dev.stranger.Dataset;
import dev.stranger.Reasons;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseDiscovery;
import dev.stranger.score.Detector;
import dev.stranger.score.Explained;
import dev.stranger.score.GroupedDetector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A way to judge a set, sample after sample. */
@FunctionalInterface
interface Judging {

  /**
   * What is found of one sample.
   *
   * @param label of the sample, or {@link dev.stranger.Cursor#NO_LABEL}
   * @param reasons null when nobody asked for them
   * @param columns of a stranger; null when the detector does not explain columns
   */
  record Judged(
      Verdict verdict, int label, @Nullable Reasons reasons, @Nullable List<ColumnReason> columns) {

    Judged with(Verdict other) {
      return new Judged(other, label, reasons, columns);
    }
  }

  /**
   * @param each gets what is found of a sample, in the order of the set
   */
  void judge(Dataset data, Consumer<Judged> each);

  static Judging by(Detector detector) {
    return (data, each) ->
        detector.judge(
            data,
            (batch, verdicts) -> {
              for (int i = 0; i < verdicts.size(); i++) {
                each.accept(new Judged(verdicts.get(i), batch.labels()[i], null, null));
              }
            });
  }

  /** The same, with reasons. */
  static Judging explainedBy(Detector detector) {
    return (data, each) ->
        detector.explain(
            data,
            (batch, explained) -> {
              for (int i = 0; i < explained.size(); i++) {
                Explained one = explained.get(i);
                each.accept(
                    new Judged(
                        one.verdict(),
                        batch.labels()[i],
                        one.reasons(),
                        detector.explainsColumns() ? one.columns() : null));
              }
            });
  }

  /** Tells somebody else too. */
  default Judging alsoFor(Consumer<Verdict> other) {
    return (data, each) ->
        judge(
            data,
            judged -> {
              other.accept(judged.verdict());
              each.accept(judged);
            });
  }

  /** Judges every sample among those of its label. */
  default Judging amongLabels(GroupedDetector detector) {
    return (data, each) -> {
      AtomicLong index = new AtomicLong();
      judge(
          data,
          judged -> {
            long position = index.getAndIncrement();
            Verdict among = detector.among(data, position, judged.label(), judged.verdict());
            each.accept(judged.with(among));
          });
    };
  }

  /** Decides when all samples are judged, such that few of those that are named are normal. */
  default Judging withFalseDiscovery(double rate) {
    return (data, each) -> {
      List<Judged> all = new ArrayList<>();
      judge(data, all::add);
      List<Verdict> decided =
          FalseDiscovery.decide(all.stream().map(Judged::verdict).toList(), rate);
      for (int i = 0; i < all.size(); i++) {
        each.accept(all.get(i).with(decided.get(i)));
      }
    };
  }
}
