package dev.stranger.score;

import dev.stranger.Batch;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Remedy;
import dev.stranger.RequestException;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.calibrate.GroupedCalibration;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * A {@link Detector} for samples whose group is known before they are judged: a site, a class, the
 * value of a column. The p-value of a sample is its rank among the held-out samples of its group,
 * and the guarantee holds within every group. Immutable and safe to use from any number of threads;
 * it lives as long as its detector is open.
 */
public final class GroupedDetector {

  private final Detector detector;
  private final GroupedCalibration groups;
  private final SortedMap<String, FalseAlarmBound> bounds;

  private GroupedDetector(Detector detector, GroupedCalibration groups) {
    this.detector = detector;
    this.groups = groups;
    this.bounds = groups.boundsFor(detector.guarantee());
  }

  static GroupedDetector of(Detector detector, String place) {
    GroupedCalibration groups =
        detector
            .groups()
            .orElseThrow(
                () ->
                    new RequestException(
                        place + " was not calibrated by group; train it by label",
                        Remedy.BY_LABEL));
    return new GroupedDetector(detector, groups);
  }

  /** Where the line of each group runs. */
  public SortedMap<String, FalseAlarmBound> bounds() {
    return bounds;
  }

  /**
   * Judges one sample.
   *
   * @throws DataException when there is no such group, or the sample does not fit the detector
   */
  public Verdict judge(float[] sample, String group) {
    return judge(sample, List.of(group)).get(0);
  }

  /** Judges samples that lie one after another, as many as there are groups. */
  public List<Verdict> judge(float[] samples, List<String> groups) {
    return amongGroups(detector.judge(samples, groups.size()), groups);
  }

  /**
   * Judges all samples of a set as it streams by; the group of a sample is its label.
   *
   * @throws DataException when a sample has no label, or one that is no group
   */
  public void judge(Dataset data, BiConsumer<Batch, List<Verdict>> consumer) {
    AtomicLong judged = new AtomicLong();
    detector.judge(
        data,
        (batch, verdicts) -> {
          long first = judged.getAndAdd(batch.count());
          consumer.accept(batch, amongLabels(data, first, batch.labels(), verdicts));
        });
  }

  private List<Verdict> amongLabels(
      Dataset data, long first, int[] labels, List<Verdict> verdicts) {
    return IntStream.range(0, verdicts.size())
        .mapToObj(i -> among(data, first + i, labels[i], verdicts.get(i)))
        .toList();
  }

  /**
   * The verdict on the sample at a position of a set, whose label is its group, from one that does
   * not know of groups.
   *
   * @throws DataException when the sample has no label, or one that is no group; names the sample
   */
  public Verdict among(Dataset data, long index, int label, Verdict verdict) {
    String group = data.labelName(label, index);
    try {
      return among(group, verdict);
    } catch (DataException e) {
      throw new DataException(
          "sample %s of %s: %s; mend its label, or recalibrate with normal samples of all labels"
              .formatted(data.sampleName(index), data.name(), e.getMessage()),
          e);
    }
  }

  private List<Verdict> amongGroups(List<Verdict> verdicts, List<String> groups) {
    return IntStream.range(0, verdicts.size())
        .mapToObj(i -> among(groups.get(i), verdicts.get(i)))
        .toList();
  }

  /**
   * The verdict on a sample of a group, from one that does not know of groups.
   *
   * @throws DataException when there is no such group
   */
  public Verdict among(String group, Verdict verdict) {
    float pValue = groups.pValue(group, verdict.score());
    boolean ood = bounds.get(group).flags(pValue);
    return new Verdict(verdict.score(), pValue, ood, verdict.energies());
  }
}
