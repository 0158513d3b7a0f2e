package dev.stranger.report;

import dev.stranger.report.svg.Axis;
import dev.stranger.report.svg.Chart;
import dev.stranger.report.svg.Ink;
import dev.stranger.report.svg.LinearScale;
import dev.stranger.report.svg.Picture;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;

/** How the objective fell over the epochs of a training. */
public final class CurvePlot {

  private CurvePlot() {}

  /**
   * @param objective one number an epoch
   */
  public static BufferedImage of(double[] objective) {
    Chart chart = new Chart("Training", epochs(objective), values(objective), 576, 234);
    return Picture.of("Training", draw(chart, objective).drawing()).toImage(1.5);
  }

  /** The same for a page. */
  static Chart chart(double[] objective) {
    String title = "objective of the training";
    return draw(new Chart(title, epochs(objective), values(objective)), objective);
  }

  private static Axis epochs(double[] objective) {
    return new Axis("epoch", LinearScale.of(0, Math.max(2, objective.length)));
  }

  private static Axis values(double[] objective) {
    return new Axis("objective", ScoreAxis.covering(List.of(objective), Double.NaN));
  }

  private static Chart draw(Chart chart, double[] objective) {
    double[] epochs = new double[objective.length];
    Arrays.setAll(epochs, i -> i + 1);
    chart.line(epochs, objective, Ink.NORMAL);
    return chart.dot(objective.length, objective[objective.length - 1], Ink.NORMAL);
  }
}
