package dev.stranger.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class NearestNeighboursTest {

  /** By the definition, each pair on its own. */
  private static double distanceToFifth(float[][] training, float[] sample) {
    return Arrays.stream(training)
        .mapToDouble(other -> distance(sample, other))
        .sorted()
        .skip(4)
        .findFirst()
        .orElseThrow();
  }

  private static double distance(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += ((double) a[i] - b[i]) * ((double) a[i] - b[i]);
    }
    return Math.sqrt(sum);
  }

  private static float[][] moved(float[][] samples, float by) {
    for (float[] sample : samples) {
      for (int i = 0; i < sample.length; i++) {
        sample[i] += by;
      }
    }
    return samples;
  }

  @Test
  void theScoreIsTheDistanceToTheFifthNearestToTheLastBit() {
    for (float place : new float[] {0, 1e5f}) {
      float[][] training = moved(Clouds.samples(1200, 6, 1), place);
      NearestNeighbours baseline = NearestNeighbours.fit(Clouds.dataset(training));
      for (float[] sample : moved(Clouds.samples(100, 6, 2), place)) {
        assertThat(baseline.score(sample)).isEqualTo(distanceToFifth(training, sample));
      }
    }
  }

  @Test
  void oneTrainingSampleFarAwayDoesNotBlurTheOthers() {
    float[][] training = Clouds.samples(200, 6, 1);
    Arrays.fill(training[0], 1e15f);
    NearestNeighbours baseline = NearestNeighbours.fit(Clouds.dataset(training));
    for (float[] sample : Clouds.samples(20, 6, 2)) {
      assertThat(baseline.score(sample)).isEqualTo(distanceToFifth(training, sample));
    }
  }

  @Test
  void equalTrainingSamplesAreAllNeighbours() {
    float[][] training = Clouds.samples(50, 2, 1);
    Arrays.fill(training, 0, 5, training[9]);
    assertThat(NearestNeighbours.fit(Clouds.dataset(training)).score(training[9])).isZero();
  }

  @Test
  void ofFewerThanFiveTheFarthestCounts() {
    NearestNeighbours baseline =
        NearestNeighbours.fit(Clouds.dataset(new float[] {0}, new float[] {3}));
    assertThat(baseline.score(new float[] {1})).isEqualTo(2);
  }

  @Test
  void theReferencesThatAreHandedOutAreCopies() {
    float[][] training = Clouds.samples(700, 3, 1);
    NearestNeighbours baseline = NearestNeighbours.fit(Clouds.dataset(training));
    assertThat(baseline.neighbours()).isEqualTo(5);
    baseline.references()[600][0] = 99;
    assertThat(baseline.references()).isDeepEqualTo(training);
  }

  /** Every second one is a reference: each has a neighbour one step away, or is one itself. */
  @Test
  void aLargeSetIsRepresentedEvenly() {
    float[][] line = new float[2 * NearestNeighbours.MOST_REFERENCES][];
    Arrays.setAll(line, i -> new float[] {i});
    NearestNeighbours baseline = NearestNeighbours.fit(Clouds.dataset(line));
    for (int i = 10; i < line.length - 10; i += 7) {
      assertThat(baseline.score(line[i])).as("sample %d", i).isBetween(3.0, 6.0);
    }
  }
}
