package dev.stranger.report;

import java.awt.Color;
import java.awt.image.BufferedImage;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** How the objective fell over the epochs of a training. */
public final class CurvePlot {

  private CurvePlot() {}

  /**
   * @param objective one positive number an epoch
   */
  public static BufferedImage of(double[] objective) {
    XYChart chart =
        new XYChartBuilder()
            .width(900)
            .height(420)
            .title("Training")
            .xAxisTitle("epoch")
            .yAxisTitle("objective")
            .build();
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setLegendVisible(false);
    chart.getStyler().setYAxisLogarithmic(true);
    chart.getStyler().setXAxisDecimalPattern("0");
    chart.getStyler().setXAxisTickMarkSpacingHint(90);
    chart.getStyler().setYAxisTickMarkSpacingHint(60);
    double[] epochs = new double[objective.length];
    for (int i = 0; i < epochs.length; i++) {
      epochs[i] = i + 1;
    }
    XYSeries series = chart.addSeries("objective", epochs, objective);
    series.setMarker(objective.length > 1 ? SeriesMarkers.NONE : SeriesMarkers.CIRCLE);
    series.setLineColor(new Color(0x0072B2));
    return BitmapEncoder.getBufferedImage(chart);
  }
}
