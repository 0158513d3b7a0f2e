package dev.stranger.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.metric.RankMetrics;
import dev.stranger.report.RankCurves.Curve;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankCurvesTest {

  @Test
  void everyPointIsWhatSomeThresholdGives() {
    Random random = new Random(5);
    double[] normal = random.doubles(40).map(v -> Math.floor(9 * v)).toArray();
    double[] strangers = random.doubles(30).map(v -> Math.floor(9 * v) + 3).toArray();
    RankCurves curves = new RankCurves(RankCurves.sorted(normal), strangers);
    Curve roc = curves.roc();
    Curve precision = curves.precisionRecall();
    for (int i = 0; i < roc.x().length; i++) {
      assertThat(isRocPoint(normal, strangers, roc.x()[i], roc.y()[i])).isTrue();
      assertThat(isPrecisionPoint(normal, strangers, precision.x()[i], precision.y()[i])).isTrue();
    }
    assertThat(roc.x()).isSorted();
    assertThat(precision.x()).isSorted();
  }

  private static boolean isRocPoint(double[] normal, double[] strangers, double x, double y) {
    return Arrays.stream(lines())
        .anyMatch(l -> near(share(normal, l), x) && near(share(strangers, l), y));
  }

  private static boolean isPrecisionPoint(double[] normal, double[] strangers, double x, double y) {
    return Arrays.stream(lines())
        .anyMatch(
            l -> {
              double out = share(strangers, l) * strangers.length;
              double in = share(normal, l) * normal.length;
              return near(share(strangers, l), x) && near(out / (out + in), y);
            });
  }

  private static double[] lines() {
    return IntStream.range(-1, 14).mapToDouble(i -> i + 0.5).toArray();
  }

  private static double share(double[] scores, double line) {
    return Arrays.stream(scores).filter(score -> score > line).count() / (double) scores.length;
  }

  private static boolean near(double a, double b) {
    return Math.abs(a - b) < 1e-12;
  }

  @Test
  void theAreaBelowTheCurveIsTheMetric() {
    Random random = new Random(6);
    double[] normal = random.doubles(20_000).toArray();
    double[] strangers = random.doubles(50_000).map(v -> v + 0.3).toArray();
    RankCurves curves = new RankCurves(RankCurves.sorted(normal), strangers);
    RankMetrics metrics = RankMetrics.of(normal, strangers);
    assertThat(area(curves.roc())).isCloseTo(metrics.auroc(), within(0.003));
    assertThat(area(curves.precisionRecall())).isCloseTo(metrics.auprOut(), within(0.01));
  }

  private static double area(Curve curve) {
    double area = 0;
    for (int i = 1; i < curve.x().length; i++) {
      area += (curve.x()[i] - curve.x()[i - 1]) * (curve.y()[i] + curve.y()[i - 1]) / 2;
    }
    return area;
  }

  @Test
  void noMoreNormalSamplesAreFlaggedThanAllowed() {
    RankCurves curves = new RankCurves(new double[] {1, 2, 3, 4}, new double[] {3.5, 0, 5, 4});
    assertThat(curves.caughtAt(0)).isEqualTo(0.25);
    assertThat(curves.caughtAt(0.25)).isEqualTo(0.75);
    assertThat(curves.caughtAt(1)).isEqualTo(1);
  }
}
