package dev.stranger.cli;

import dev.stranger.RequestException;
import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.calibrate.FalseDiscovery;
import dev.stranger.score.Detector;
import dev.stranger.score.GroupedDetector;

/**
 * A way to judge, and what it guarantees.
 *
 * @param detector that judges
 * @param words the guarantee as part of a sentence
 * @param heldOut scores that the smallest p-value is a rank among
 */
record Guaranteed(Judging judging, Detector detector, String words, int heldOut) {

  /**
   * @param judging by that detector
   */
  static Guaranteed of(Judging judging, Detector detector) {
    return new Guaranteed(
        judging,
        detector,
        "of normal samples it would be " + detector.guarantee().inWords(),
        detector.calibration().size());
  }

  /** The same, but for every label on its own. */
  static Guaranteed byLabel(Judging judging, Detector detector) {
    GroupedDetector grouped = detector.byGroup();
    return new Guaranteed(
        judging.amongLabels(grouped),
        detector,
        "of normal samples of every label it would be " + detector.guarantee().inWords(),
        grouped.bounds().values().stream()
            .mapToInt(FalseAlarmBound::calibrationSize)
            .max()
            .orElseThrow());
  }

  /** The same, but that a list of strangers is named of which few are normal. */
  Guaranteed list(double falseDiscoveryRate, long samples) {
    if (detector.leavesOneOut()) {
      throw new RequestException(
          "the detector is calibrated by leaving one sample out, which has no proof for false"
              + " discoveries; leave out --false-discovery, or recalibrate with other normal samples");
    }
    long fewest = FalseDiscovery.fewestNamed(heldOut, samples, falseDiscoveryRate);
    String limit =
        fewest > 1
            ? "; %,d held-out scores cannot name fewer than %,d".formatted(heldOut, fewest)
            : "";
    return new Guaranteed(
        judging.withFalseDiscovery(falseDiscoveryRate),
        detector,
        "of those, at most %s %% on average are normal%s"
            .formatted(FalseAlarmGuarantee.percent(falseDiscoveryRate), limit),
        heldOut);
  }
}
