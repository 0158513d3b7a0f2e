package dev.stranger.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.prepare.Standardise;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is true of every baseline. */
class BaselinesTest {

  private static final int SIZE = 9;

  private final float[][] normal = normal();
  private final Baselines baselines = Baselines.fit(Clouds.dataset(normal));

  /** The last two values are the same, so that principal components leave something out. */
  private static float[][] normal() {
    float[][] samples = Clouds.samples(400, SIZE, 1);
    Arrays.stream(samples).forEach(sample -> sample[SIZE - 1] = sample[SIZE - 2]);
    return samples;
  }

  private static float[] joined(float[][] samples) {
    float[] all = new float[samples.length * SIZE];
    for (int i = 0; i < samples.length; i++) {
      System.arraycopy(samples[i], 0, all, i * SIZE, SIZE);
    }
    return all;
  }

  @Test
  void theyComeInAFixedOrder() {
    assertThat(baselines.fitted())
        .extracting(Baseline::key)
        .containsExactly(
            "pca_residual",
            "mahalanobis",
            "nearest_neighbours",
            "kernel_density",
            "isolation_forest");
    assertThat(baselines.leftOut()).isEmpty();
  }

  @Test
  void scoreDoesNotDependOnTheBatch() {
    float[][] samples = Clouds.samples(1100, SIZE, 2);
    for (Baseline baseline : baselines.fitted()) {
      double[] alone = Arrays.stream(samples).mapToDouble(baseline::score).toArray();
      assertThat(baseline.score(joined(samples), samples.length))
          .as(baseline.title())
          .isEqualTo(alone);
      assertThat(baseline.score(Clouds.dataset(samples))).as(baseline.title()).isEqualTo(alone);
    }
  }

  @Test
  void whatIsFarFromAllTrainingSamplesIsStrangerThanThey() {
    float[] far = new float[SIZE];
    Arrays.fill(far, 60);
    far[SIZE - 1] = -60;
    for (Baseline baseline : baselines.fitted()) {
      double[] known = baseline.score(Clouds.dataset(normal));
      assertThat(baseline.score(far))
          .as(baseline.title())
          .isGreaterThan(Arrays.stream(known).max().orElseThrow());
    }
  }

  /** Powers of two, because they do not round. */
  @Test
  void theUnitsOfColumnsDoNotMatter() {
    float[] units = {1, 1024, 1 / 64f, 1, 4, 1 << 20, 1, 2, 8};
    float[][] fresh = Clouds.samples(50, SIZE, 3);
    Baselines inUnits = Baselines.fit(Clouds.dataset(times(normal, units)));
    for (int i = 0; i < baselines.fitted().size(); i++) {
      assertThat(inUnits.fitted().get(i).score(Clouds.dataset(times(fresh, units))))
          .as(baselines.fitted().get(i).title())
          .isEqualTo(baselines.fitted().get(i).score(Clouds.dataset(fresh)));
    }
  }

  private static float[][] times(float[][] samples, float[] units) {
    float[][] products = new float[samples.length][SIZE];
    for (int i = 0; i < samples.length; i++) {
      for (int j = 0; j < SIZE; j++) {
        products[i][j] = samples[i][j] * units[j];
      }
    }
    return products;
  }

  @Test
  void channelsKeepTheirOwnProportions() {
    Dataset series = MemoryDataset.of("series", Shape.of(1, SIZE), Range.ANY, normal);
    Baselines ofSeries = Baselines.fit(series);
    double deviation = Standardise.fit(series).deviations()[0];
    assertThat(ofSeries.fitted().get(2).score(normal[7]))
        .isCloseTo(NearestNeighbours.fit(series).score(normal[7]) / deviation, within(1e-6));
  }

  @Test
  void valuesOfAKnownRangeAreTakenAsTheyAre() {
    Range known = new Range(-100, 100);
    Dataset pixels = MemoryDataset.of("pixels", Shape.of(1, 3, 3), known, normal);
    assertThat(Baselines.fit(pixels).fitted().get(0).score(pixels))
        .isEqualTo(PcaResidual.fit(pixels, PcaResidual.PAPER_SHARE).score(pixels));
  }

  @Test
  void samplesOfAnotherSizeAreRefused() {
    for (Baseline baseline : baselines.fitted()) {
      assertThatThrownBy(() -> baseline.score(Clouds.dataset(new float[8])))
          .isInstanceOf(DataException.class)
          .hasMessage("cloud has 8 values a sample, the fit expects 9");
      assertThatThrownBy(() -> baseline.score(new float[17], 2))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("2 samples of 9 values do not fit into 17");
    }
  }

  @Test
  void samplesTooLargeForACovarianceStillHaveTheOtherBaselines() {
    Baselines large = Baselines.fit(Clouds.dataset(new float[5000], new float[5000]));
    assertThat(large.fitted())
        .extracting(Baseline::key)
        .containsExactly("nearest_neighbours", "kernel_density", "isolation_forest");
    assertThat(large.leftOut())
        .containsExactly(
            "PCA residual and Mahalanobis distance are left out: cloud has 5000 values a sample,"
                + " principal components are for at most 4096; resize it");
  }

  @Test
  void samplesTooLargeForEveryBaselineAreNotRead() {
    Header header = new Header("photographs", Shape.of(3, 512, 512), Range.UNIT, 1000, List.of());
    Dataset unread =
        new Dataset() {
          @Override
          public Header header() {
            return header;
          }

          @Override
          public Cursor open() {
            throw new AssertionError("was read");
          }
        };
    Baselines none = Baselines.fit(unread);
    assertThat(none.fitted()).isEmpty();
    assertThat(none.leftOut()).hasSize(2).allMatch(line -> line.contains("has 786432 values"));
  }
}
