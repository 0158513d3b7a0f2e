package dev.stranger.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class PcaResidualTest {

  private static final Offset<Double> NEARLY = Offset.offset(1e-6);

  /** Points on the plane z = 1 of space, spread along x and y. */
  private static Dataset plane() {
    Random random = new Random(7);
    float[][] points = new float[1000][];
    for (int i = 0; i < points.length; i++) {
      float x = (float) random.nextGaussian() * 3;
      points[i] = new float[] {x, (float) random.nextGaussian() * 2, 1};
    }
    return MemoryDataset.of("plane", Shape.of(3), Range.ANY, points);
  }

  @Test
  void theScoreIsTheSquaredDistanceToTheMainSubspace() {
    PcaResidual plane = PcaResidual.fit(plane(), 0.02);
    assertThat(plane.rank()).isEqualTo(2);
    assertThat(plane.score(new float[] {5, -9, 1})).isCloseTo(0, NEARLY);
    assertThat(plane.score(new float[] {5, -9, 4})).isCloseTo(9, NEARLY);
  }

  private static double residual(PcaResidual fit, float[] sample) {
    double[] centred = new double[sample.length];
    Arrays.setAll(centred, i -> sample[i] - fit.mean()[i]);
    return MatrixProduct.square(centred)
        - Arrays.stream(fit.directions())
            .mapToDouble(direction -> Math.pow(product(direction, centred), 2))
            .sum();
  }

  private static double product(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
  }

  @Test
  void theScoreFollowsFromMeanAndDirections() {
    Dataset cloud = Clouds.dataset(Clouds.samples(500, 6, 1));
    for (PcaResidual fit :
        List.of(PcaResidual.fit(cloud, 0.2), PcaResidual.asPublished(cloud, 0.2))) {
      assertThat(fit.rank()).as(fit.title()).isEqualTo(2);
      assertThat(fit.directions()).as(fit.title()).hasDimensions(2, 6);
      for (float[] sample : Clouds.samples(20, 6, 2)) {
        assertThat(fit.score(sample)).as(fit.title()).isCloseTo(residual(fit, sample), NEARLY);
      }
    }
  }

  @Test
  void whatIsHandedOutIsACopy() {
    PcaResidual plane = PcaResidual.fit(plane(), 0.02);
    double before = plane.score(new float[] {5, -9, 4});
    plane.mean()[2] = 99;
    plane.directions()[0][0] = 99;
    assertThat(plane.score(new float[] {5, -9, 4})).isEqualTo(before);
  }

  /**
   * The components of these corners are y, z and x, in this order. The first rows of the matrix
   * with these as columns are z and x: what varies most of all, y, is left to be strange.
   */
  @Test
  void thePublishedSlipKeepsRowsOfTheMatrixOfComponents() {
    float[][] corners = {{1, 3, 2}, {1, 3, -2}, {1, -3, 2}, {1, -3, -2}};
    PcaResidual slip = PcaResidual.asPublished(Clouds.dataset(corners), 0.02);
    assertThat(slip.rank()).isEqualTo(2);
    assertThat(slip.score(new float[] {4, 10, -9})).isCloseTo(100, NEARLY);
    PcaResidual right = PcaResidual.fit(Clouds.dataset(corners), 0.02);
    assertThat(right.score(new float[] {4, 10, -9})).isCloseTo(9, NEARLY);
  }

  @Test
  void withoutComponentsTheScoreIsTheDistanceToTheMean() {
    PcaResidual none = PcaResidual.fit(plane(), 1.1);
    assertThat(none.rank()).isZero();
    assertThat(none.score(new float[] {0, 0, 3})).isCloseTo(4, Offset.offset(0.2));
  }

  @Test
  void constantDataHasNoComponents() {
    float[][] same = new float[10][];
    for (int i = 0; i < same.length; i++) {
      same[i] = new float[] {2, 2};
    }
    Dataset flat = MemoryDataset.of("flat", Shape.of(2), Range.ANY, same);
    PcaResidual fit = PcaResidual.fit(flat, 0.02);
    assertThat(fit.score(new float[] {2, 5})).isCloseTo(9, NEARLY);
  }

  @Test
  void samplesOfAnotherSizeAreRefused() {
    Dataset pairs = MemoryDataset.of("pairs", Shape.of(2), Range.ANY, new float[2]);
    assertThatThrownBy(() -> PcaResidual.fit(plane(), 0.02).score(pairs))
        .isInstanceOf(DataException.class)
        .hasMessage("pairs has 2 values a sample, the fit expects 3");
  }

  @Test
  void samplesTooLargeForACovarianceAreRefused() {
    Dataset large = MemoryDataset.of("large", Shape.of(100_000), Range.ANY, new float[100_000]);
    assertThatThrownBy(() -> PcaResidual.fit(large, 0.02))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("large has 100000 values a sample");
  }
}
