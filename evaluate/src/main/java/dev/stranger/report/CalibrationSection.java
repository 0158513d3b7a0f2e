package dev.stranger.report;

import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.calibrate.RateBand;
import dev.stranger.evaluate.Findings;
import dev.stranger.report.svg.Axis;
import dev.stranger.report.svg.Chart;
import dev.stranger.report.svg.Ink;
import dev.stranger.report.svg.LogScale;
import dev.stranger.report.svg.Markup;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Whether guarantees of any rate of false alarms are kept, not only the one that was made. */
final class CalibrationSection {

  private static final int PLACES = 24;

  /** No detector is used with more false alarms than this. */
  private static final double HIGHEST = 0.5;

  private static final String ABOVE_OR_BELOW =
      """
      Above the band, normal samples have changed since the training, or the held-out samples \
      were not fresh. Below it, these samples are more ordinary than the held-out ones.""";

  private final Findings findings;
  private final FalseAlarms alarms;

  CalibrationSection(Findings findings, FalseAlarms alarms) {
    this.findings = findings;
    this.alarms = alarms;
  }

  void writeTo(Markup page) {
    if (ranks().length == 1) {
      return; // one held-out sample makes no line
    }
    page.open("div", "class", "beside").open("figure");
    page.element("figcaption", "Normal samples flagged, for every guarantee that could be made");
    page.add(chart()).close("figure").open("div");
    page.element("p", howToRead()).element("p", ABOVE_OR_BELOW);
    page.close("div").close("div");
  }

  private String howToRead() {
    return """
        A detector that keeps its guarantees follows the dashed line, whatever rate is guaranteed. \
        It can only do so up to luck, as the %s held-out samples and the %s judged ones are both \
        a draw: in 98 of 100 such tests the line stays within the shaded band at any one rate. \
        The dot is the guarantee that this detector makes."""
        .formatted(Words.count(alarms.bound().calibrationSize()), Words.count(alarms.samples()));
  }

  private Markup chart() {
    int size = alarms.bound().calibrationSize();
    int[] ranks = ranks();
    double[] guaranteed = Arrays.stream(ranks).mapToDouble(rank -> rank / (size + 1.0)).toArray();
    RateBand[] bands =
        Arrays.stream(ranks)
            .mapToObj(rank -> new FalseAlarmBound(size, rank))
            .map(bound -> bound.bandAmong(alarms.samples(), FalseAlarms.LOW, FalseAlarms.HIGH))
            .toArray(RateBand[]::new);
    LogScale scale = LogScale.ofShares(guaranteed[0], guaranteed[guaranteed.length - 1]);
    return new Chart(
            "guaranteed and real rate of false alarms",
            new Axis("guaranteed", scale),
            new Axis("flagged", scale))
        .area(guaranteed, ends(bands, true), ends(bands, false), Ink.NORMAL)
        .line(guaranteed, guaranteed, Ink.FAINT)
        .line(guaranteed, realised(ranks, size), Ink.NORMAL)
        .dot(alarms.bound().meanRate(), alarms.rate(), Ink.NORMAL)
        .legend(Ink.NORMAL, "these samples", "")
        .legend(Ink.FAINT, "as guaranteed", "")
        .drawing()
        .toSvg();
  }

  /** Places of the line among the held-out scores, in about equal ratios. */
  private int[] ranks() {
    int size = alarms.bound().calibrationSize();
    double most = Math.max(1, Math.floor(HIGHEST * (size + 1)));
    return IntStream.range(0, PLACES)
        .map(i -> (int) Math.round(Math.pow(most, i / (PLACES - 1.0))))
        .distinct()
        .toArray();
  }

  private double[] realised(int[] ranks, int size) {
    return Arrays.stream(ranks)
        .mapToDouble(rank -> new FalseAlarmBound(size, rank).threshold())
        .map(findings.normal()::flagged)
        .toArray();
  }

  private static double[] ends(RateBand[] bands, boolean low) {
    return Arrays.stream(bands).mapToDouble(band -> low ? band.low() : band.high()).toArray();
  }
}
