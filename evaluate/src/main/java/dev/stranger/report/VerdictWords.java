package dev.stranger.report;

import dev.stranger.evaluate.Findings;
import dev.stranger.evaluate.Findings.Guarantee;
import dev.stranger.evaluate.ScoreKind.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The verdict in sentences that need no statistics. */
record VerdictWords(Findings findings, List<Catch> catches, FalseAlarms alarms) {

  /**
   * @param good whether there is nothing to worry about
   */
  record Point(boolean good, String head, String text) {}

  String lead() {
    return """
        Of 100 strangers the detector catches %s, while it flags %s of 100 normal samples; \
        it guarantees at most %s%s."""
        .formatted(
            caught(),
            Words.ofHundred(alarms.rate()),
            Words.ofHundred(findings.guarantee().asked().falseAlarmRate()),
            findings.guarantee().asked().risk() == null ? " on average" : "");
  }

  private String caught() {
    String worst = Words.ofHundred(catches.stream().mapToDouble(Catch::share).min().orElse(0));
    String best = Words.ofHundred(catches.stream().mapToDouble(Catch::share).max().orElse(0));
    if (worst.equals(best)) {
      return catches.size() > 1 ? best + " from every set" : best;
    }
    return "between %s and %s, depending on where they come from".formatted(worst, best);
  }

  List<Point> points() {
    List<Point> points = new ArrayList<>(List.of(falseAlarms(), weakness(), baselines()));
    if (findings.detectors().size() > 1) {
      points.add(severalDetectors());
    }
    return points;
  }

  private Point falseAlarms() {
    String text =
        """
        Of %s of %s, %s were flagged. The detector guarantees at most %s; with %s held-out samples \
        behind it, luck alone gives between %s and %s in 98 of 100 such tests. %s"""
            .formatted(
                Words.count(alarms.samples(), "normal sample"),
                findings.normal().name(),
                Words.percent(alarms.rate()),
                guarantee(findings.guarantee()),
                Words.count(alarms.bound().calibrationSize()),
                Words.percent(alarms.band().low()),
                Words.percent(alarms.band().high()),
                conclusion());
    return new Point(alarms.withinBand(), "False alarms.", text);
  }

  private static String guarantee(Guarantee guarantee) {
    String rate = Words.percent(guarantee.asked().falseAlarmRate());
    return guarantee.asked().risk() == null
        ? rate + " on average"
        : "%s, except at a risk of %s".formatted(rate, Words.percent(guarantee.asked().risk()));
  }

  private String conclusion() {
    if (alarms.withinBand()) {
      return "The measured rate lies inside: the guarantee holds here.";
    }
    return alarms.rate() > alarms.band().high()
        ? """
        The measured rate lies above: these normal samples are not like the held-out ones, and \
        the guarantee does not cover them."""
        : """
        The measured rate lies below: the guarantee holds, but these samples are more ordinary \
        than the held-out ones (were they part of the training?).""";
  }

  private Point weakness() {
    String weak = names(Catch::weak);
    String text =
        weak.isEmpty()
            ? "On none of these sets: AUROC is at least 90 on each."
            : "On %s, where AUROC is below 90. Do not rely on this detector for such strangers."
                .formatted(weak);
    return new Point(weak.isEmpty(), "Where it is weak.", text);
  }

  private Point baselines() {
    String lost = names(set -> !set.betterBaselines().isEmpty());
    boolean measured =
        findings.normal().kinds().stream().anyMatch(kind -> kind.role() == Role.BASELINE);
    String text =
        "On %s a simpler score does as well or better (by AUROC); this one adds nothing there.";
    if (lost.isEmpty()) {
      text =
          measured
              ? "No baseline does better on any set (by AUROC)."
              : "None was measured, so nothing shows that the detector is worth its training.";
    }
    return new Point(measured && lost.isEmpty(), "Against simple scores.", text.formatted(lost));
  }

  private String names(Predicate<Catch> which) {
    return Words.list(catches.stream().filter(which).map(Catch::set).toList());
  }

  private Point severalDetectors() {
    String text =
        """
        The metrics are means over %s detectors. Shares of flagged samples, curves and pictures \
        are of the first, %s."""
            .formatted(Words.count(findings.detectors().size()), findings.detectors().get(0));
    return new Point(true, "Several detectors.", text);
  }
}
