package dev.stranger.calibrate;

import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.RequestException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One {@link Calibration} a group (Mondrian conformal prediction). One calibration for all keeps
 * the false-alarm rate on average over groups, so that a small odd group may be flagged far too
 * often and pay for the rest; this keeps it within every group. A group is whatever is known of a
 * sample before it is judged: a label, a site, the value of a column. Immutable and thread-safe; a
 * p-value costs a look-up and a binary search.
 *
 * <pre>{@code p = (1 + #{held-out scores of the group >= score}) / (n of the group + 1)}</pre>
 */
public final class GroupedCalibration {

  private static final int NAMED_AT_MOST = 10;

  private final SortedMap<String, Calibration> byGroup;

  private GroupedCalibration(SortedMap<String, Calibration> byGroup) {
    this.byGroup = byGroup;
  }

  /**
   * @throws IllegalArgumentException when there are no groups
   */
  public static GroupedCalibration of(Map<String, Calibration> byGroup) {
    if (byGroup.isEmpty()) {
      throw new IllegalArgumentException("calibration by group needs at least one held-out score");
    }
    return new GroupedCalibration(new TreeMap<>(byGroup));
  }

  /**
   * @param groups the group of every held-out sample
   * @param scores their scores, in the same order
   * @throws IllegalArgumentException when there are no scores, or the lengths differ
   * @throws DataException when a score is not a number
   */
  public static GroupedCalibration of(List<String> groups, float... scores) {
    if (groups.size() != scores.length) {
      throw new IllegalArgumentException(
          "there are %d held-out scores and %d groups; give every score its group"
              .formatted(scores.length, groups.size()));
    }
    Map<String, List<Integer>> positions =
        IntStream.range(0, scores.length).boxed().collect(Collectors.groupingBy(groups::get));
    Map<String, Calibration> byGroup = new TreeMap<>();
    positions.forEach((group, at) -> byGroup.put(group, Calibration.of(pick(scores, at))));
    return of(byGroup);
  }

  private static float[] pick(float[] scores, List<Integer> positions) {
    float[] picked = new float[positions.size()];
    for (int i = 0; i < picked.length; i++) {
      picked[i] = scores[positions.get(i)];
    }
    return picked;
  }

  /** In alphabetical order. */
  public Set<String> groups() {
    return Collections.unmodifiableSet(byGroup.keySet());
  }

  /**
   * @throws DataException when there is no such group; the message names those there are
   */
  public Calibration group(String name) {
    @Nullable Calibration calibration = byGroup.get(name);
    if (calibration == null) {
      throw new DataException(
          "no held-out sample is of group '%s'; known are %s".formatted(name, known()));
    }
    return calibration;
  }

  /**
   * @throws DataException when there is no such group; the message names those there are
   */
  public float pValue(String group, float score) {
    return group(group).pValue(score);
  }

  /**
   * Where the line runs through the scores of each group, such that the guarantee holds within it.
   *
   * @throws RequestException for the first group that has too few: what it has and what it needs
   */
  public SortedMap<String, FalseAlarmBound> boundsFor(FalseAlarmGuarantee guarantee) {
    SortedMap<String, FalseAlarmBound> bounds = new TreeMap<>();
    byGroup.forEach(
        (group, scores) -> {
          requireEnough(group, scores.size(), guarantee);
          bounds.put(group, guarantee.boundFor(scores.size()));
        });
    return Collections.unmodifiableSortedMap(bounds);
  }

  private static void requireEnough(String group, int has, FalseAlarmGuarantee guarantee) {
    if (has < guarantee.neededScores()) {
      throw new RequestException(
          ("group '%s' has %d held-out scores, %s needs at least %d; "
                  + "hold out more, merge the group with another or raise the rate")
              .formatted(group, has, guarantee.asked(), guarantee.neededScores()));
    }
  }

  private String known() {
    String first =
        byGroup.keySet().stream()
            .limit(NAMED_AT_MOST)
            .map("'%s'"::formatted)
            .collect(Collectors.joining(", "));
    int more = byGroup.size() - NAMED_AT_MOST;
    return more > 0 ? "%s and %d more".formatted(first, more) : first;
  }
}
