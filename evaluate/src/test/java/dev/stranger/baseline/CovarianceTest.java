package dev.stranger.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CovarianceTest {

  /** More values than one thread takes rows at a time, more samples than a batch. */
  private final float[][] samples = Clouds.samples(600, 40, 5);

  private final Covariance covariance = Covariance.of(Clouds.dataset(samples));

  private double centred(int sample, int value) {
    return samples[sample][value] - covariance.mean().values()[value];
  }

  private double meanProduct(int row, int column) {
    double sum = 0;
    for (int i = 0; i < samples.length; i++) {
      sum += centred(i, row) * centred(i, column);
    }
    return sum / samples.length;
  }

  @Test
  void itIsTheMeanProductOfCentredValues() {
    for (int row = 0; row < 40; row++) {
      for (int column = 0; column < 40; column++) {
        assertThat(covariance.matrix().get(row, column))
            .isCloseTo(meanProduct(row, column), within(1e-9));
      }
    }
  }

  @Test
  void shrinkageIsThatOfLedoitAndWolf() {
    double meanVariance = 0;
    for (int i = 0; i < 40; i++) {
      meanVariance += meanProduct(i, i) / 40;
    }
    double luck = 0;
    double structure = 0;
    for (int row = 0; row < 40; row++) {
      for (int column = 0; column < 40; column++) {
        double entry = meanProduct(row, column);
        structure += Math.pow(entry - (row == column ? meanVariance : 0), 2);
        for (int i = 0; i < samples.length; i++) {
          double product = centred(i, row) * centred(i, column);
          luck += Math.pow(product - entry, 2) / Math.pow(samples.length, 2);
        }
      }
    }
    assertThat(covariance.shrinkage())
        .isBetween(0.01, 0.5)
        .isCloseTo(luck / structure, within(1e-12));
  }

  @Test
  void oneValueHasNoStructureToBelieveIn() {
    assertThat(Covariance.of(Clouds.dataset(Clouds.samples(9, 1, 1))).shrinkage()).isEqualTo(1);
    assertThat(Covariance.of(Clouds.dataset(new float[3])).shrinkage()).isEqualTo(1);
  }
}
