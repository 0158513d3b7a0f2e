package dev.stranger.report;

import dev.stranger.calibrate.DriftState;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.image.BufferedImage;
import java.util.OptionalLong;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The evidence for drift over the samples of a stream, the line of alarm, and the alarms. */
public final class DriftPlot {

  private static final Color EVIDENCE = new Color(0x0072B2);
  private static final Color ALARM = new Color(0xD55E00);
  private static final Color WINDOW = new Color(0x009E73);

  /** Evidence may go on into the hundreds; what counts is where it passes the line. */
  private static final double LINES_SHOWN = 4;

  private DriftPlot() {}

  /**
   * @param name of the stream
   * @param end after the last sample
   */
  public static BufferedImage of(String name, DriftCurve curve, DriftState end) {
    XYChart chart =
        new XYChartBuilder()
            .width(900)
            .height(480)
            .title("Drift of " + name)
            .xAxisTitle("samples")
            .yAxisTitle("evidence, log10")
            .build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setLegendLayout(LegendLayout.Horizontal);
    chart.getStyler().setXAxisDecimalPattern("#,##0");
    chart.getStyler().setXAxisTickMarkSpacingHint(90);
    chart.getStyler().setYAxisDecimalPattern("0");
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setPlotGridLinesColor(new Color(0xE8E8E8));
    chart.getStyler().setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
    chart.getStyler().setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
    double top =
        Math.min(Math.max(curve.peak(), 1.2 * end.alarmLine()), LINES_SHOWN * end.alarmLine());
    chart.getStyler().setYAxisMax(top);
    chart.getStyler().setXAxisMin(0.0);
    chart.getStyler().setMarkerSize(14);
    draw(chart, curve, end);
    return BitmapEncoder.getBufferedImage(chart);
  }

  private static void draw(XYChart chart, DriftCurve curve, DriftState end) {
    double line = end.alarmLine();
    style(
        chart.addSeries("martingale", curve.positions(), curve.evidence()),
        EVIDENCE,
        SeriesLines.SOLID,
        SeriesMarkers.NONE);
    style(
        chart.addSeries(
            "line of alarm", new double[] {0, end.samples()}, new double[] {line, line}),
        ALARM,
        SeriesLines.DASH_DASH,
        SeriesMarkers.NONE);
    mark(chart, "alarm of the martingale", end.streamAlarm(), line, EVIDENCE, SeriesMarkers.CIRCLE);
    mark(chart, "alarm of the window", end.windowAlarm(), line, WINDOW, SeriesMarkers.DIAMOND);
  }

  private static void mark(
      XYChart chart, String name, OptionalLong alarm, double line, Color colour, Marker marker) {
    alarm.ifPresent(
        at ->
            style(
                chart.addSeries(name, new double[] {at}, new double[] {line}),
                colour,
                SeriesLines.NONE,
                marker));
  }

  private static void style(XYSeries series, Color colour, BasicStroke stroke, Marker marker) {
    series.setMarker(marker);
    series.setMarkerColor(colour);
    series.setLineColor(colour);
    series.setLineStyle(stroke);
    series.setLineWidth(2);
  }
}
