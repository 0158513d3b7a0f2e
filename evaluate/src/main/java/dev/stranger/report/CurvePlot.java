package dev.stranger.report;

import dev.stranger.report.svg.LogScale;
import dev.stranger.report.svg.Scale.Tick;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** How the objective fell over the epochs of a training. */
public final class CurvePlot {

  private static final int MOST_LABELS = 8;

  private CurvePlot() {}

  /**
   * @param objective one number an epoch
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
    chart.getStyler().setXAxisDecimalPattern("0");
    chart.getStyler().setXAxisTickMarkSpacingHint(90);
    chart.getStyler().setYAxisTickMarkSpacingHint(60);
    chooseScale(objective, chart.getStyler());
    double[] epochs = new double[objective.length];
    Arrays.setAll(epochs, i -> i + 1);
    XYSeries series = chart.addSeries("objective", epochs, objective);
    series.setMarker(objective.length > 1 ? SeriesMarkers.NONE : SeriesMarkers.CIRCLE);
    series.setLineColor(new Color(0x0072B2));
    return BitmapEncoder.getBufferedImage(chart);
  }

  private static void chooseScale(double[] objective, XYStyler styler) {
    double low = Arrays.stream(objective).min().orElseThrow();
    double high = Arrays.stream(objective).max().orElseThrow();
    if (low > 0 && high > ScoreAxis.WIDE * low) {
      List<Tick> labelled = LogScale.of(low, high).ticks(MOST_LABELS);
      styler.setYAxisLogarithmic(true);
      styler.setYAxisLogarithmicDecadeOnly(false); // there may be no power of ten on the axis
      styler.setYAxisTickLabelsFormattingFunction(value -> label(value, labelled));
    }
  }

  private static String label(double value, List<Tick> labelled) {
    return labelled.stream()
        .filter(tick -> Math.abs(tick.value() - value) < 1e-9 * value)
        .map(Tick::label)
        .findFirst()
        .orElse("");
  }
}
