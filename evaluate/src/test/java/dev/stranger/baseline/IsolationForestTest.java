package dev.stranger.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.baseline.IsolationTree.Leaf;
import dev.stranger.baseline.IsolationTree.Split;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IsolationForestTest {

  private static final int SIZE = 5;

  private final float[][] training = Clouds.samples(2000, SIZE, 1);
  private final IsolationForest forest = IsolationForest.fit(Clouds.dataset(training), 7);

  private static double meanPath(IsolationForest forest, float[] sample) {
    return forest.trees().stream()
        .mapToDouble(tree -> tree.pathLength(sample, 0))
        .average()
        .orElseThrow();
  }

  private static int depth(IsolationTree tree) {
    return tree instanceof Split split
        ? 1 + Math.max(depth(split.below()), depth(split.above()))
        : 0;
  }

  private static int leaves(IsolationTree tree) {
    return tree instanceof Split split ? leaves(split.below()) + leaves(split.above()) : 1;
  }

  /** Of a binary search tree of n keys, by the recurrence over its root. */
  private static double failingSearch(int keys) {
    double[] sums = new double[keys + 1]; // over all keys + 1 places where a search may end
    for (int n = 1; n <= keys; n++) {
      for (int root = 0; root < n; root++) {
        sums[n] += (sums[root] + sums[n - 1 - root]) / n;
      }
      sums[n] += n + 1;
    }
    return sums[keys] / (keys + 1);
  }

  @Test
  void theAveragePathIsThatOfASearchThatFails() {
    assertThat(IsolationForest.averagePath(1)).isZero();
    assertThat(IsolationForest.averagePath(2)).isEqualTo(1);
    for (int samples : new int[] {3, 10, 256}) {
      assertThat(IsolationForest.averagePath(samples))
          .isCloseTo(failingSearch(samples - 1), within(1e-9));
    }
    // With the harmonic number estimated as Liu, Ting and Zhou do.
    assertThat(IsolationForest.averagePath(256))
        .isCloseTo(2 * (Math.log(255) + 0.5772156649) - 2 * 255.0 / 256, within(0.004));
  }

  @Test
  void aHundredTreesOf256SamplesAreAtMostEightDeep() {
    assertThat(forest.trees().stream().distinct()).hasSize(100);
    assertThat(forest.trees().stream().mapToInt(IsolationForestTest::depth)).containsOnly(8);
    assertThat(forest.trees().stream().mapToInt(IsolationForestTest::leaves))
        .allMatch(leaves -> leaves > 8 && leaves <= 256);
  }

  @Test
  void theScoreFollowsFromTheMeanPath() {
    for (float[] sample : Clouds.samples(50, SIZE, 2)) {
      double expected = Math.pow(2, -meanPath(forest, sample) / IsolationForest.averagePath(256));
      assertThat(forest.score(sample)).isCloseTo(expected, within(1e-12)).isBetween(0.2, 0.9);
    }
  }

  @Test
  void anIsolatedPointHasAShorterPathThanAnyOther() {
    float[][] withOne = Clouds.samples(200, SIZE, 3);
    withOne[0] = new float[] {30, 60, 90, 120, 150};
    IsolationForest fit = IsolationForest.fit(Clouds.dataset(withOne), 1);
    double[] paths = Arrays.stream(withOne).mapToDouble(x -> meanPath(fit, x)).toArray();
    double next = Arrays.stream(paths).skip(1).min().orElseThrow();
    assertThat(paths[0]).isLessThan(3).isLessThan(next - 1);
    assertThat(fit.score(withOne[0])).isGreaterThan(0.8);
  }

  @Test
  void theSameSeedGivesTheSameTreesAndAnotherOthers() {
    assertThat(IsolationForest.fit(Clouds.dataset(training), 7).trees().equals(forest.trees()))
        .isTrue();
    List<IsolationTree> others = IsolationForest.fit(Clouds.dataset(training), 8).trees();
    assertThat(Collections.disjoint(others, forest.trees())).isTrue();
  }

  @Test
  void splitsAreByValuesThatDifferAndLeaveNeitherSideEmpty() {
    float[][] nearlySame = new float[64][SIZE];
    IntStream.range(0, 64).forEach(i -> nearlySame[i][3] = i % 2 == 0 ? 1 : Math.nextUp(1f));
    IsolationForest fit = IsolationForest.fit(Clouds.dataset(nearlySame), 0);
    Leaf half = new Leaf(1 + IsolationForest.averagePath(32));
    assertThat(fit.trees()).containsOnly(new Split(3, Math.nextUp(1f), half, half));
  }

  @Test
  void samplesThatCannotBeToldApartAllScoreTheSame() {
    float[] same = {2, 2};
    IsolationForest equal = IsolationForest.fit(Clouds.dataset(same, same, same), 0);
    assertThat(equal.score(new float[] {9, 9}))
        .isEqualTo(equal.score(same))
        .isCloseTo(0.5, within(1e-12));
    IsolationForest one = IsolationForest.fit(Clouds.dataset(same), 0);
    assertThat(one.score(new float[] {9, 9})).isEqualTo(one.score(same)).isBetween(0.0, 1.0);
  }
}
