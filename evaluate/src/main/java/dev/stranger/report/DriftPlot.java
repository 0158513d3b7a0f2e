package dev.stranger.report;

import dev.stranger.calibrate.DriftState;
import dev.stranger.report.svg.Axis;
import dev.stranger.report.svg.Chart;
import dev.stranger.report.svg.Ink;
import dev.stranger.report.svg.LinearScale;
import dev.stranger.report.svg.Picture;
import java.awt.image.BufferedImage;
import java.util.Arrays;

/** The evidence for drift over the samples of a stream, the line of alarm, and the alarms. */
public final class DriftPlot {

  private static final Ink MARTINGALE = new Ink("c0", "", "");
  private static final Ink LINE = new Ink("c1", "8 3", "");
  private static final Ink ALARM = new Ink("c0", "", "M");
  private static final Ink WINDOW_ALARM = new Ink("c2", "", "W");

  /** Evidence may go on into the hundreds; what counts is where it passes the line. */
  private static final double LINES_SHOWN = 4;

  private DriftPlot() {}

  /**
   * @param name of the stream
   * @param end after the last sample
   */
  public static BufferedImage of(String name, DriftCurve curve, DriftState end) {
    double line = end.alarmLine();
    LinearScale up = up(curve, line);
    Chart chart =
        new Chart(
            "Drift", new Axis("samples", across(end)), new Axis("evidence, log10", up), 576, 232);
    chart.line(curve.positions(), curve.evidence(), MARTINGALE);
    chart.line(new double[] {0, end.samples()}, new double[] {line, line}, LINE);
    chart.legend(MARTINGALE, "martingale", "").legend(LINE, "line of alarm", "");
    end.streamAlarm().ifPresent(at -> chart.mark(at, line, ALARM, "alarm of the martingale"));
    // Below the line, so that alarms at about the same time do not hide each other.
    end.windowAlarm()
        .ifPresent(at -> chart.mark(at, up.value(0.08), WINDOW_ALARM, "alarm of the window"));
    return Picture.of("Drift of " + name, chart.drawing()).toImage(1.5);
  }

  private static LinearScale across(DriftState end) {
    return LinearScale.of(0, Math.max(1, end.samples()));
  }

  private static LinearScale up(DriftCurve curve, double line) {
    double low = Arrays.stream(curve.evidence()).filter(Double::isFinite).min().orElse(0);
    double high = Math.min(Math.max(curve.peak(), 1.2 * line), LINES_SHOWN * line);
    return LinearScale.of(Math.min(0, low), high);
  }
}
