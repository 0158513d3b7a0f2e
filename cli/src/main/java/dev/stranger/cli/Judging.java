package dev.stranger.cli;

import dev.stranger.Batch;
import dev.stranger.Dataset;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseDiscovery;
import dev.stranger.score.Detector;
import dev.stranger.score.GroupedDetector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;

/** A way to judge a set, sample after sample. */
@FunctionalInterface
interface Judging {

  /**
   * @param each gets a verdict and the label of its sample, in the order of the set
   */
  void judge(Dataset data, ObjIntConsumer<Verdict> each);

  static Judging by(Detector detector) {
    return (data, each) -> detector.judge(data, oneByOne(each));
  }

  static Judging by(GroupedDetector detector) {
    return (data, each) -> detector.judge(data, oneByOne(each));
  }

  private static BiConsumer<Batch, List<Verdict>> oneByOne(ObjIntConsumer<Verdict> each) {
    return (batch, verdicts) -> {
      for (int i = 0; i < verdicts.size(); i++) {
        each.accept(verdicts.get(i), batch.labels()[i]);
      }
    };
  }

  /** Decides when all samples are judged, such that few of those that are named are normal. */
  default Judging withFalseDiscovery(double rate) {
    return (data, each) -> {
      List<Verdict> verdicts = new ArrayList<>();
      IntStream.Builder labels = IntStream.builder();
      judge(
          data,
          (verdict, label) -> {
            verdicts.add(verdict);
            labels.add(label);
          });
      List<Verdict> decided = FalseDiscovery.decide(verdicts, rate);
      int[] labelOf = labels.build().toArray();
      for (int i = 0; i < labelOf.length; i++) {
        each.accept(decided.get(i), labelOf[i]);
      }
    };
  }
}
