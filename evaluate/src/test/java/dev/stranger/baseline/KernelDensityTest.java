package dev.stranger.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class KernelDensityTest {

  private static final int SIZE = 4;

  private final float[][] training = Clouds.samples(800, SIZE, 1);
  private final KernelDensity density = KernelDensity.fit(Clouds.dataset(training));

  /** By the definition, each bell on its own. */
  private static double minusLogDensity(float[][] training, double width, float[] sample) {
    double sum = 0;
    for (float[] bell : training) {
      sum += Math.exp(-square(sample, bell) / (2 * width * width));
    }
    double constant = Math.pow(2 * Math.PI * width * width, -sample.length / 2.0);
    return -Math.log(constant * sum / training.length);
  }

  private static double square(float[] a, float[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> Math.pow((double) a[i] - b[i], 2)).sum();
  }

  private static double logLikelihood(KernelDensity density, float[][] samples) {
    return -Arrays.stream(density.score(Clouds.dataset(samples))).sum();
  }

  private static double leaveOneOut(float[][] training, double width) {
    return -IntStream.range(0, training.length)
        .mapToDouble(
            left -> {
              float[][] others =
                  IntStream.range(0, training.length)
                      .filter(i -> i != left)
                      .mapToObj(i -> training[i])
                      .toArray(float[][]::new);
              return minusLogDensity(others, width, training[left]);
            })
        .sum();
  }

  @Test
  void theScoreIsMinusTheLogarithmOfTheDensity() {
    for (double width : new double[] {0.5, density.bandwidth(), 20}) {
      KernelDensity other = density.withBandwidth(width);
      for (float[] sample : Clouds.samples(100, SIZE, 2)) {
        assertThat(other.score(sample))
            .as("width %s", width)
            .isCloseTo(minusLogDensity(training, width, sample), within(1e-9));
      }
    }
  }

  @Test
  void aDensityOfOneValueIntegratesToOne() {
    KernelDensity line = KernelDensity.fit(Clouds.dataset(Clouds.samples(300, 1, 3)));
    double step = line.bandwidth() / 8;
    double area = 0;
    for (double x = -10; x < 10; x += step) {
      area += step * Math.exp(-line.score(new float[] {(float) x}));
    }
    assertThat(area).isCloseTo(1, within(1e-6));
  }

  @Test
  void noOtherBandwidthMakesTrainingSamplesLikelierWhenEachIsLeftOut() {
    float[][] few = Arrays.copyOf(training, 100);
    double chosen = KernelDensity.fit(Clouds.dataset(few)).bandwidth();
    double best = leaveOneOut(few, chosen);
    for (int step = -16; step <= 16; step++) {
      double width = chosen * Math.pow(2, step / 4.0);
      assertThat(leaveOneOut(few, width)).as("width %s", width).isLessThanOrEqualTo(best);
    }
  }

  @Test
  void newSamplesAreLikelierThanWithABandwidthFarFromTheChosen() {
    float[][] fresh = Clouds.samples(500, SIZE, 4);
    double chosen = logLikelihood(density, fresh);
    for (double factor : new double[] {0.1, 0.5, 2, 10}) {
      KernelDensity other = density.withBandwidth(factor * density.bandwidth());
      assertThat(logLikelihood(other, fresh)).as("factor %s", factor).isLessThan(chosen);
    }
  }

  /** Silverman's rule is the best there is for one Gaussian; for two far apart it is far off. */
  @Test
  void theBandwidthIsThatOfTheClustersNotOfTheirDistance() {
    float[][] one = Clouds.samples(500, 1, 5);
    double rule = Math.pow(4.0 / 3 / one.length, 0.2);
    double single = KernelDensity.fit(Clouds.dataset(one)).bandwidth();
    assertThat(single).isBetween(rule / 1.6, rule * 1.6);
    IntStream.range(0, 250).forEach(i -> one[i][0] += 500);
    assertThat(KernelDensity.fit(Clouds.dataset(one)).bandwidth())
        .isBetween(single / 2, single * 2);
  }

  @Test
  void farSamplesHaveLargeFiniteScoresThatGrowWithTheDistance() {
    double before = density.score(training[0]);
    for (float far = 100; far < 1e38f; far *= 1000) {
      float[] sample = new float[SIZE];
      sample[2] = far;
      double score = density.score(sample);
      assertThat(score).as("at %s", far).isFinite().isGreaterThan(10 * before);
      before = score;
    }
  }

  @Test
  void oneTrainingSampleFarAwayDoesNotBlurTheOthers() {
    float[][] strayed = Arrays.stream(training).map(float[]::clone).toArray(float[][]::new);
    Arrays.fill(strayed[0], 1e6f);
    KernelDensity fit = KernelDensity.fit(Clouds.dataset(strayed));
    assertThat(fit.bandwidth()).isCloseTo(density.bandwidth(), Percentage.withPercentage(20));
    for (float[] sample : Clouds.samples(20, SIZE, 2)) {
      assertThat(fit.score(sample))
          .isCloseTo(minusLogDensity(strayed, fit.bandwidth(), sample), within(1e-9));
    }
  }

  @Test
  void samplesWithoutAnyVarianceHaveBellsOfWidthOne() {
    float[] same = {2, 0.1f}; // the mean of three such is not the same to the last bit
    for (float[][] samples : new float[][][] {{same}, {same, same, same}}) {
      KernelDensity fit = KernelDensity.fit(Clouds.dataset(samples));
      assertThat(fit.bandwidth()).isEqualTo(1);
      assertThat(fit.score(new float[] {5, 0.1f}) - fit.score(same)).isCloseTo(4.5, within(1e-12));
    }
  }

  @Test
  void samplesThatAllOccurTwiceHaveNarrowBellsNotNone() {
    float[][] twice = Arrays.copyOf(training, 2 * 100);
    System.arraycopy(twice, 0, twice, 100, 100);
    KernelDensity fit = KernelDensity.fit(Clouds.dataset(twice));
    assertThat(fit.bandwidth()).isBetween(1e-4, 0.1);
    assertThat(fit.score(new float[] {50, 50, 50, 50})).isFinite();
  }

  @Test
  void theReferencesThatAreHandedOutAreCopies() {
    density.references()[0][0] = 99;
    assertThat(density.references()).isDeepEqualTo(training);
  }

  @Test
  void bandwidthsThatAreNoneAreRefused() {
    for (double width : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> density.withBandwidth(width))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a bandwidth must be positive, not " + width);
    }
  }
}
