package dev.stranger.score;

import dev.stranger.Calibration;
import dev.stranger.DetectorFileException;
import dev.stranger.RequestException;
import dev.stranger.StrangerException;
import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.calibrate.GroupedCalibration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The scores of held-out normal samples, kept in the detector file: whoever opens it can guarantee
 * another false-alarm rate, judge by group or watch for drift.
 *
 * @param calibration what the graph's p-values are ranks among
 * @param groups the same by group, null when no groups were asked for. A group may have scores that
 *     {@code calibration} lacks: what a small group needs more would make up too much of the whole
 * @param leaveOneOut whether each is the score of a sample by a model that alone did not learn from
 *     it. That guarantees a rate on average, and nothing else is proved
 */
public record HeldOutScores(
    Calibration calibration, @Nullable GroupedCalibration groups, boolean leaveOneOut) {

  /** Up to here a float counts in steps of one, and so can a graph. */
  private static final int MOST = (1 << 24) - 1;

  private static final String SCORES = "stranger.calibration";
  static final String THRESHOLD = "stranger.p_value_threshold";
  static final String LEAVE_ONE_OUT = "stranger.leave_one_out";
  private static final String GROUPS = "stranger.groups";
  private static final String GROUP_SIZES = "stranger.group_sizes";
  private static final String GROUP_SCORES = "stranger.group_calibration";
  private static final String GROUP_THRESHOLDS = "stranger.group_thresholds";

  public HeldOutScores {
    requireCountable(calibration.size());
  }

  /** Of samples that no part of the detector has learnt from. */
  public HeldOutScores(Calibration calibration, @Nullable GroupedCalibration groups) {
    this(calibration, groups, false);
  }

  /**
   * Where samples are flagged, so that a guarantee holds.
   *
   * @throws RequestException when there are too few scores, or the guarantee has no proof for them
   */
  FalseAlarmBound boundFor(FalseAlarmGuarantee guarantee) {
    if (leaveOneOut && guarantee.risk() != null) {
      throw new RequestException(
          "the detector is calibrated by leaving one sample out, which guarantees a rate on average"
              + " only; leave out the risk, or recalibrate with other normal samples");
    }
    return guarantee.boundFor(calibration.size());
  }

  private static void requireCountable(int scores) {
    if (scores > MOST) {
      throw new RequestException(
          "%,d held-out scores are too many, a detector keeps at most %,d".formatted(scores, MOST));
    }
  }

  /**
   * As the metadata of an ONNX model, with the thresholds that follow from the guarantee for those
   * who cannot compute them.
   *
   * @throws RequestException when there are too few scores for the guarantee, also in a group
   */
  Map<String, String> toProperties(FalseAlarmGuarantee guarantee) {
    Map<String, String> properties = new TreeMap<>();
    properties.put(SCORES, FloatText.encode(calibration.scores()));
    properties.put(THRESHOLD, threshold(boundFor(guarantee)));
    if (leaveOneOut) {
      properties.put(LEAVE_ONE_OUT, Integer.toString(calibration.size()));
    }
    if (groups != null) {
      Collection<FalseAlarmBound> bounds = groups.boundsFor(guarantee).values();
      properties.put(GROUPS, Metadata.joined(groups.groups()));
      properties.put(GROUP_SIZES, spaced(bounds, bound -> "" + bound.calibrationSize()));
      properties.put(GROUP_SCORES, FloatText.encode(concatenated(groups)));
      properties.put(GROUP_THRESHOLDS, spaced(bounds, HeldOutScores::threshold));
    }
    return properties;
  }

  private static String threshold(FalseAlarmBound bound) {
    return Double.toString(bound.threshold());
  }

  private static String spaced(
      Collection<FalseAlarmBound> bounds, Function<FalseAlarmBound, String> text) {
    return bounds.stream().map(text).collect(Collectors.joining(" "));
  }

  private static float[] concatenated(GroupedCalibration groups) {
    return FloatArrays.joined(
        groups.groups().stream().map(name -> groups.group(name).scores()).toList());
  }

  /**
   * @param place names the file in complaints
   * @throws DetectorFileException when something is missing, or does not fit together
   */
  static HeldOutScores parse(
      Map<String, String> properties, FalseAlarmGuarantee guarantee, String place) {
    try {
      Calibration calibration = Calibration.of(scores(properties, SCORES));
      GroupedCalibration groups = properties.containsKey(GROUPS) ? groups(properties) : null;
      HeldOutScores parsed =
          new HeldOutScores(calibration, groups, properties.containsKey(LEAVE_ONE_OUT));
      parsed.toProperties(guarantee).forEach((key, text) -> requireSame(key, text, properties));
      return parsed;
    } catch (IllegalArgumentException | StrangerException e) {
      throw new DetectorFileException(place + " has wrong held-out scores: " + e.getMessage(), e);
    }
  }

  private static float[] scores(Map<String, String> properties, String key) {
    String text = Metadata.required(properties, key);
    requireCountable(FloatText.count(text));
    return FloatText.decode(text);
  }

  private static GroupedCalibration groups(Map<String, String> properties) {
    List<String> names = Metadata.split(Metadata.required(properties, GROUPS));
    String[] sizes = Metadata.required(properties, GROUP_SIZES).split(" ");
    float[] scores = scores(properties, GROUP_SCORES);
    if (sizes.length != names.size()) {
      throw new IllegalArgumentException(
          "there are %d groups and %d sizes".formatted(names.size(), sizes.length));
    }
    Map<String, Calibration> byGroup = new LinkedHashMap<>();
    int at = 0;
    for (int i = 0; i < sizes.length; i++) {
      int size = Integer.parseInt(sizes[i]);
      if (size < 1 || size > scores.length - at) {
        throw new IllegalArgumentException("group '%s' lacks scores".formatted(names.get(i)));
      }
      byGroup.put(names.get(i), Calibration.of(Arrays.copyOfRange(scores, at, at + size)));
      at += size;
    }
    return GroupedCalibration.of(byGroup);
  }

  /** Whatever is not what would be written now was not written together. */
  private static void requireSame(String key, String expected, Map<String, String> properties) {
    if (!expected.equals(Metadata.required(properties, key))) {
      throw new IllegalArgumentException(key + " does not fit the others");
    }
  }
}
