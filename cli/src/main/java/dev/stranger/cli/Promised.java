package dev.stranger.cli;

import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.calibrate.FalseAlarmPromise;
import dev.stranger.calibrate.FalseDiscovery;
import dev.stranger.score.Detector;
import dev.stranger.score.GroupedDetector;

/**
 * A way to judge, and what it promises.
 *
 * @param words the promise as part of a sentence
 * @param heldOut scores that the smallest p-value is a rank among
 */
record Promised(Judging judging, String words, int heldOut) {

  static Promised of(Detector detector, boolean byLabel) {
    return byLabel
        ? of(detector.byGroup(), detector.promise())
        : new Promised(
            Judging.by(detector),
            "of normal samples it would be " + detector.promise().inWords(),
            detector.calibration().size());
  }

  private static Promised of(GroupedDetector detector, FalseAlarmPromise promise) {
    return new Promised(
        Judging.by(detector),
        "of normal samples of every label it would be " + promise.inWords(),
        detector.bounds().values().stream()
            .mapToInt(FalseAlarmBound::calibrationSize)
            .max()
            .orElseThrow());
  }

  /** The same, but that a list of strangers is named of which few are normal. */
  Promised list(double falseDiscoveryRate, long samples) {
    long fewest = FalseDiscovery.fewestNamed(heldOut, samples, falseDiscoveryRate);
    String limit =
        fewest > 1
            ? "; %,d held-out scores cannot name fewer than %,d".formatted(heldOut, fewest)
            : "";
    return new Promised(
        judging.withFalseDiscovery(falseDiscoveryRate),
        "of those, at most %s %% on average are normal%s"
            .formatted(FalseAlarmPromise.percent(falseDiscoveryRate), limit),
        heldOut);
  }
}
