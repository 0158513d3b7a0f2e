package dev.stranger.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Calibration;
import dev.stranger.Energies;
import dev.stranger.RequestException;
import dev.stranger.Verdict;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FalseDiscoveryTest {

  @Test
  void exampleOfBenjaminiAndHochberg() {
    float[] pValues = {
      0.0001f, 0.0004f, 0.0019f, 0.0095f, 0.0201f, 0.0278f, 0.0298f, 0.0344f, 0.0459f, 0.3240f,
      0.4262f, 0.5719f, 0.6528f, 0.7590f, 1f
    };
    FalseDiscovery found = FalseDiscovery.among(pValues, 0.05);
    assertThat(found.strangers()).containsExactly(0, 1, 2, 3);
    assertThat(found.threshold()).isEqualTo(0.0095f);
  }

  @Test
  void aLaterPValueRescuesEarlierOnes() {
    // 0.03 alone would need 0.025; that both are below 0.05 is enough.
    assertThat(FalseDiscovery.among(new float[] {0.04f, 0.03f}, 0.05).strangers())
        .containsExactly(0, 1);
  }

  @Test
  void equalPValuesShareOneFate() {
    assertThat(FalseDiscovery.among(new float[] {0.05f, 0.05f, 0.05f}, 0.05).strangers())
        .hasSize(3);
    assertThat(FalseDiscovery.among(new float[] {0.05f, 0.05f, 1}, 0.05).strangers()).isEmpty();
  }

  @Test
  void batchesWithoutStrangers() {
    FalseDiscovery none = new FalseDiscovery(0.1, 0, List.of());
    assertThat(FalseDiscovery.among(new float[0], 0.1)).isEqualTo(none);
    assertThat(FalseDiscovery.among(new float[] {1, 1, 1}, 0.1)).isEqualTo(none);
  }

  @Test
  void pValueZeroIsAlwaysAStranger() {
    assertThat(FalseDiscovery.among(new float[] {1, 0, 1}, 0.1).strangers()).containsExactly(1);
  }

  @Test
  void verdictsAreDecidedByTheListAlone() {
    Energies energies = new Energies(Energies.ST_RKM, 1, 2, 3, 4);
    List<Verdict> verdicts =
        Stream.of(0.5f, 0.01f, 0.9f).map(p -> new Verdict(7, p, p > 0.4f, energies)).toList();
    assertThat(FalseDiscovery.decide(verdicts, 0.05))
        .containsExactly(
            new Verdict(7, 0.5f, false, energies),
            new Verdict(7, 0.01f, true, energies),
            new Verdict(7, 0.9f, false, energies));
  }

  /** With the smallest p-values that n scores can give. */
  @Test
  void fewerStrangersThanSaidAreNeverNamed() {
    for (int n : new int[] {9, 99, 150, 1_000}) {
      for (int samples : new int[] {1, 10, 333, 2_000}) {
        int fewest = (int) FalseDiscovery.fewestNamed(n, samples, 0.1);
        assertThat(named(n, samples, fewest)).as("%d scores, %d", n, samples).isEqualTo(fewest);
        assertThat(named(n, samples, fewest - 1)).as("%d scores, %d", n, samples).isZero();
      }
    }
    assertThatThrownBy(() -> FalseDiscovery.fewestNamed(8, 100, 0.1))
        .isInstanceOf(RequestException.class)
        .hasMessageStartingWith("a false-discovery rate of 0.1 needs at least 9 held-out scores");
  }

  private static int named(int n, int samples, int strangers) {
    float[] pValues = new float[samples];
    for (int i = 0; i < samples; i++) {
      pValues[i] = i < strangers ? 1f / (n + 1) : 1;
    }
    return FalseDiscovery.among(pValues, 0.1).strangers().size();
  }

  /** All in whole numbers, so that the definition knows no rounding: p = rank / (n + 1). */
  @Test
  void strangersAreThoseOfTheDefinition() {
    for (long seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      int all = 2 + random.nextInt(200);
      int percent = 1 + random.nextInt(50);
      int[] ranks = random.ints(random.nextInt(40), 1, all + 1).toArray();
      for (int i = 0; i < ranks.length; i += 2) {
        ranks[i] = 1 + ranks[i] / 10;
      }
      assertThat(FalseDiscovery.among(pValues(ranks, all), percent / 100.0).strangers())
          .as("seed %d", seed)
          .isEqualTo(definition(ranks, all, percent));
    }
  }

  private static float[] pValues(int[] ranks, int all) {
    float[] pValues = new float[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      pValues[i] = (float) ranks[i] / all;
    }
    return pValues;
  }

  /** The largest rank r with {@code m r / all <= rate * #{ranks <= r}} is the line. */
  private static List<Integer> definition(int[] ranks, int all, int percent) {
    int line = 0;
    for (int rank : ranks) {
      long below = IntStream.of(ranks).filter(other -> other <= rank).count();
      if (100L * ranks.length * rank <= percent * below * all) {
        line = Math.max(line, rank);
      }
    }
    int threshold = line;
    return IntStream.range(0, ranks.length).filter(i -> ranks[i] <= threshold).boxed().toList();
  }

  /**
   * 1,000 batches of 180 normal samples and 20 strangers, each with its own 1,000 calibration
   * scores. The expected share of false discoveries is 0.2 * 180 / 200 = 0.18; the slack of 0.015
   * is 4.5 deviations of the mean.
   */
  @Test
  void shareOfFalseDiscoveriesIsBounded() {
    double falseShare = 0;
    int found = 0;
    for (long seed = 0; seed < 1_000; seed++) {
      NormalScores normal = new NormalScores(seed);
      Calibration calibration = normal.calibration(1_000);
      float[] pValues = new float[200];
      for (int i = 0; i < pValues.length; i++) {
        pValues[i] = calibration.pValue(normal.next() + (i < 20 ? 3 : 0));
      }
      List<Integer> strangers = FalseDiscovery.among(pValues, 0.2).strangers();
      long right = strangers.stream().filter(i -> i < 20).count();
      falseShare += strangers.isEmpty() ? 0 : 1 - (double) right / strangers.size();
      found += (int) right;
    }
    assertThat(falseShare / 1_000).as("seeds 0 to 999").isBetween(0.165, 0.195);
    assertThat(found / 20_000.0).as("seeds 0 to 999").isGreaterThan(0.7);
  }

  @Test
  void impossibleNumbersAreNamed() {
    assertThatThrownBy(() -> FalseDiscovery.among(new float[] {0.5f, Float.NaN}, 0.1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("p-value 1 of 2 is NaN; it must lie between 0 and 1");
    assertThatThrownBy(() -> FalseDiscovery.among(new float[] {0.5f}, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the false-discovery rate must lie between 0 and 1, got 1.0");
  }
}
