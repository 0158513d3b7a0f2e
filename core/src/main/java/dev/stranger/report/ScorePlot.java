package dev.stranger.report;

import java.awt.Color;
import java.awt.Font;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.Map;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** How the scores of several sets are distributed: one outline a set, all of the same height. */
public final class ScorePlot {

  private static final int BINS = 60;

  /** Told apart by colour-blind readers (Okabe and Ito), and in grey by their dashes. */
  private static final Color[] COLOURS = {
    new Color(0x0072B2),
    new Color(0xD55E00),
    new Color(0x009E73),
    new Color(0xCC79A7),
    new Color(0xE69F00),
    new Color(0x56B4E9)
  };

  private ScorePlot() {}

  /**
   * @param scores by the name of the set, in the order of the legend; higher is stranger
   */
  public static BufferedImage of(String title, String axis, Map<String, double[]> scores) {
    XYChart chart =
        new XYChartBuilder()
            .width(900)
            .height(480)
            .title(title)
            .xAxisTitle(axis)
            .yAxisTitle("share, relative to the peak")
            .build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setLegendLayout(LegendLayout.Horizontal);
    chart.getStyler().setXAxisDecimalPattern("0.0");
    chart.getStyler().setXAxisTickMarkSpacingHint(90);
    chart.getStyler().setYAxisTicksVisible(false);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setPlotGridLinesColor(new Color(0xE8E8E8));
    chart.getStyler().setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
    chart.getStyler().setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
    double low = scores.values().stream().flatMapToDouble(Arrays::stream).min().orElse(0);
    double high = scores.values().stream().flatMapToDouble(Arrays::stream).max().orElse(1);
    int index = 0;
    for (Map.Entry<String, double[]> set : scores.entrySet()) {
      addOutline(chart, set.getKey(), set.getValue(), low, high, index++);
    }
    return BitmapEncoder.getBufferedImage(chart);
  }

  private static void addOutline(
      XYChart chart, String name, double[] scores, double low, double high, int index) {
    double width = high > low ? (high - low) / BINS : 1;
    double[] centres = new double[BINS];
    double[] shares = new double[BINS];
    Arrays.setAll(centres, bin -> low + (bin + 0.5) * width);
    for (double score : scores) {
      shares[Math.min(BINS - 1, (int) ((score - low) / width))]++;
    }
    double peak = Arrays.stream(shares).max().orElse(1);
    Arrays.setAll(shares, bin -> shares[bin] / peak);
    XYSeries series = chart.addSeries(name, centres, shares);
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(COLOURS[index % COLOURS.length]);
    series.setLineWidth(2.5f);
    series.setLineStyle(
        switch (index % 3) {
          case 0 -> SeriesLines.SOLID;
          case 1 -> SeriesLines.DASH_DASH;
          default -> SeriesLines.DASH_DOT;
        });
  }
}
