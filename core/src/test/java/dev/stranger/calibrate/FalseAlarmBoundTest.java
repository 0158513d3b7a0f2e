package dev.stranger.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.Calibration;
import dev.stranger.RequestException;
import java.util.Arrays;
import org.apache.commons.rng.sampling.ArraySampler;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FalseAlarmBoundTest {

  private static final int SPLITS = 200;

  @ParameterizedTest
  @CsvSource({"59, 1", "92, 1", "93, 2", "124, 3", "153, 4", "181, 5"})
  void ranksAreThoseOfWilks(int size, int rank) {
    assertThat(FalseAlarmBound.of(size, 0.05, 0.05).rank()).isEqualTo(rank);
  }

  @Test
  void neededIsTheFirstSizeThatHasARank() {
    assertThat(FalseAlarmBound.neededFor(0.05, 0.05)).isEqualTo(59);
    assertThat(FalseAlarmBound.neededFor(0.01, 0.01)).isEqualTo(459);
    assertThat(FalseAlarmBound.neededFor(0.5, 0.25)).isEqualTo(2);
    assertThat(FalseAlarmBound.of(2, 0.5, 0.25).rank()).isEqualTo(1);
    assertThat(FalseAlarmBound.neededFor(1e-9, 1e-9)).isEqualTo(20_723_265_827L);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.05, 0.1, 0.5})
  void rankIsTheLargestThatKeepsTheRisk(double rate) {
    for (double risk : new double[] {0.001, 0.05, 0.3}) {
      int size = Math.toIntExact(FalseAlarmBound.neededFor(rate, risk));
      for (int n = size; n < 40 * size; n += 1 + n / 7) {
        FalseAlarmBound bound = FalseAlarmBound.of(n, rate, risk);
        assertThat(bound.riskOfMoreThan(rate)).as("%s", bound).isLessThanOrEqualTo(risk * 1.000001);
        if (bound.rank() < n) {
          FalseAlarmBound next = new FalseAlarmBound(n, bound.rank() + 1);
          assertThat(next.riskOfMoreThan(rate)).as("%s", next).isGreaterThan(risk);
        }
      }
    }
  }

  @Test
  void averageBoundIsTheLargestPValueThatTheRateAllows() {
    assertThat(FalseAlarmBound.onAverage(19, 0.05).rank()).isEqualTo(1);
    assertThat(FalseAlarmBound.onAverage(38, 0.05).rank()).isEqualTo(1);
    assertThat(FalseAlarmBound.onAverage(99, 0.05)).isEqualTo(new FalseAlarmBound(99, 5));
    assertThat(FalseAlarmBound.onAverage(999, 0.07).meanRate()).isEqualTo(0.07);
  }

  @Test
  void roundingOfAPValueChangesNoDecision() {
    for (int n = 19; n < 3_000; n += 13) {
      float[] scores = new float[n];
      for (int i = 0; i < n; i++) {
        scores[i] = i;
      }
      Calibration calibration = Calibration.of(scores);
      FalseAlarmBound bound = FalseAlarmBound.onAverage(n, 0.05);
      float line = n - bound.rank(); // the k-th largest of 0 ... n - 1
      assertThat(bound.flags(calibration.pValue(line))).as("%s", bound).isFalse();
      assertThat(bound.flags(calibration.pValue(line + 0.5f))).as("%s", bound).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.05, 0.1})
  void realisedRateLiesInItsBandAsOftenAsTheBandSays(double rate) {
    FalseAlarmBound bound = FalseAlarmBound.onAverage(1_000, rate);
    RateBand wide = bound.band(0.01, 0.99);
    RateBand narrow = bound.band(0.25, 0.75);
    int inWide = 0;
    int inNarrow = 0;
    for (long seed = 0; seed < SPLITS; seed++) {
      Calibration calibration = new NormalScores(seed).calibration(1_000);
      double realised = NormalScores.realisedRate(calibration, bound);
      inWide += wide.holds(realised) ? 1 : 0;
      inNarrow += narrow.holds(realised) ? 1 : 0;
    }
    new Chance(SPLITS, 0.98).isExactFor(inWide, "seeds 0 to 199");
    new Chance(SPLITS, 0.5).isExactFor(inNarrow, "seeds 0 to 199");
  }

  /** Splits of one finite set: what a user does who holds out a part and tests on another. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.05, 0.1})
  void measuredRateLiesInItsBandOverRandomSplits(double rate) {
    long seed = 5;
    NormalScores normal = new NormalScores(seed);
    float[] pool = normal.draw(2_000);
    FalseAlarmBound bound = FalseAlarmBound.onAverage(500, rate);
    RateBand band = bound.bandAmong(1_500, 0.01, 0.99);
    int outside = 0;
    for (int split = 0; split < SPLITS; split++) {
      ArraySampler.shuffle(normal.random(), pool);
      outside += band.holds(measuredRate(pool, bound)) ? 0 : 1;
    }
    new Chance(SPLITS, 0.02).isNotExceededBy(outside, "seed " + seed);
  }

  private static double measuredRate(float[] pool, FalseAlarmBound bound) {
    int size = bound.calibrationSize();
    Calibration calibration = Calibration.of(Arrays.copyOf(pool, size));
    int flagged = 0;
    for (int i = size; i < pool.length; i++) {
      flagged += bound.flags(calibration.pValue(pool[i])) ? 1 : 0;
    }
    return (double) flagged / (pool.length - size);
  }

  @ParameterizedTest
  @CsvSource({"0.01, 0.1", "0.05, 0.05", "0.1, 0.01"})
  void rateIsExceededNoMoreOftenThanTheRisk(double rate, double risk) {
    FalseAlarmBound bound = FalseAlarmBound.of(500, rate, risk);
    int exceeded = 0;
    for (long seed = 0; seed < 2_000; seed++) {
      Calibration calibration = new NormalScores(seed).calibration(500);
      exceeded += NormalScores.realisedRate(calibration, bound) > rate ? 1 : 0;
    }
    new Chance(2_000, bound.riskOfMoreThan(rate)).isExactFor(exceeded, "seeds 0 to 1999");
    new Chance(2_000, risk).isNotExceededBy(exceeded, "seeds 0 to 1999");
  }

  @Test
  void tailCountsTheOrdersOfCalibrationScoresAndSamples() {
    for (int size = 1; size <= 5; size++) {
      for (int rank = 1; rank <= size; rank++) {
        for (int flagged = 0; flagged <= 6; flagged++) {
          assertThat(new FalseAlarmBound(size, rank).tail(flagged, 5))
              .as("%d of 5 above the %d-th of %d", flagged, rank, size)
              .isCloseTo(tailByEnumeration(size, rank, flagged, 5), within(1e-12));
        }
      }
    }
  }

  /** Bit i of an order is set where the i-th largest of all is a sample. */
  private static double tailByEnumeration(int size, int rank, int flagged, int samples) {
    int orders = 0;
    int hits = 0;
    for (int order = 0; order < 1 << (size + samples); order++) {
      if (Integer.bitCount(order) == samples) {
        orders++;
        hits += samplesBefore(order, rank) >= flagged ? 1 : 0;
      }
    }
    return (double) hits / orders;
  }

  private static int samplesBefore(int order, int rank) {
    int samples = 0;
    for (int i = 0, scores = 0; scores < rank; i++) {
      boolean sample = (order >> i & 1) == 1;
      samples += sample ? 1 : 0;
      scores += sample ? 0 : 1;
    }
    return samples;
  }

  @Test
  void bandAmongSamplesEndsAtTheQuantilesOfTheirCount() {
    for (int size : new int[] {1, 19, 600, 6_000}) {
      for (int rank : new int[] {1, Math.max(1, size / 20), Math.max(1, size / 2), size}) {
        FalseAlarmBound bound = new FalseAlarmBound(size, rank);
        for (int samples : new int[] {1, 7, 500, 10_000}) {
          RateBand band = bound.bandAmong(samples, 0.01, 0.99);
          assertIsQuantile(bound, samples, band.low(), 0.01);
          assertIsQuantile(bound, samples, band.high(), 0.99);
        }
      }
    }
  }

  private static void assertIsQuantile(
      FalseAlarmBound bound, int samples, double rate, double probability) {
    int count = (int) Math.round(rate * samples);
    String place = "%s, %d samples, %s".formatted(bound, samples, probability);
    assertThat(bound.tail(count + 1, samples)).as(place).isLessThan(1 - probability + 1e-9);
    if (count > 0) {
      assertThat(bound.tail(count, samples)).as(place).isGreaterThan(1 - probability - 1e-9);
    }
  }

  @Test
  void bandAmongManySamplesIsTheBandInTheLongRun() {
    FalseAlarmBound bound = FalseAlarmBound.onAverage(200, 0.05);
    RateBand longRun = bound.band(0.01, 0.99);
    RateBand many = bound.bandAmong(1_000_000, 0.01, 0.99);
    RateBand few = bound.bandAmong(100, 0.01, 0.99);
    assertThat(many.low()).isCloseTo(longRun.low(), within(1e-4));
    assertThat(many.high()).isCloseTo(longRun.high(), within(1e-4));
    assertThat(few.low()).isLessThan(longRun.low());
    assertThat(few.high()).isGreaterThan(longRun.high());
    assertThat(BetaDistribution.of(10, 191).cumulativeProbability(longRun.low()))
        .isCloseTo(0.01, within(1e-9));
  }

  @Test
  void tooFewScoresNameTheNumberNeeded() {
    assertThatThrownBy(() -> FalseAlarmBound.of(58, 0.05, 0.05))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "a false-alarm rate of 0.05 at a risk of 0.05 needs at least 59 held-out scores, "
                + "there are 58; train with that guarantee, or raise it");
    assertThatThrownBy(() -> FalseAlarmBound.onAverage(98, 0.01))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "a false-alarm rate of 0.01 needs at least 99 held-out scores, "
                + "there are 98; train with that guarantee, or raise it");
  }

  @Test
  void impossibleNumbersAreNamed() {
    assertThatThrownBy(() -> FalseAlarmBound.of(100, 0, 0.05))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the false-alarm rate must lie between 0 and 1, got 0.0");
    assertThatThrownBy(() -> FalseAlarmBound.of(100, 0.05, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the risk must lie between 0 and 1, got NaN");
    assertThatThrownBy(() -> new FalseAlarmBound(10, 11))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the rank of a held-out score lies between 1 and 10, got 11");
    assertThatThrownBy(() -> new FalseAlarmBound(10, 1).band(0.9, 0.1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a band ascends, got 0.9 to 0.1");
    assertThatThrownBy(() -> new FalseAlarmBound(10, 1).bandAmong(0, 0.1, 0.9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the number of samples must be at least 1, got 0");
  }
}
