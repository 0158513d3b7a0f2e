package dev.stranger.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.metric.ScoreComparison;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {

  @TempDir private Path folder;

  private static JudgedSet judged(int size, double shift) {
    return judged(size, shift, size);
  }

  private static JudgedSet judged(int size, double shift, long published) {
    Random random = new Random(size);
    double[] scores = random.doubles(size).map(score -> score + shift).toArray();
    return new JudgedSet(3, "cpu", published, Map.of("energy", scores, "score", scores.clone()));
  }

  @Test
  void metricsAreOfAllScoresAndPicturesOfSome() {
    JudgedSet normal = judged(5000, 0);
    JudgedSet strange = judged(3000, 0.5);
    Comparison comparison = normal.against(strange);
    Comparison.Line line = comparison.scores().get("energy");
    assertThat(line.metrics())
        .isEqualTo(
            ScoreComparison.of(normal.scores().get("energy"), strange.scores().get("energy")));
    assertThat(line.auprInPublishedRatio()).isEqualTo(line.metrics().auprIn());
    assertThat(line.in()).hasSize(500).contains((float) normal.scores().get("energy")[0]);
    assertThat(line.out()).hasSize(500);
    Comparison.Line plain = comparison.withoutPictures().scores().get("energy");
    assertThat(plain.in()).isEmpty();
    assertThat(plain.metrics()).isEqualTo(line.metrics());
  }

  @Test
  void comesBackFromItsFile() {
    Cache cache = new Cache(folder);
    Path file = cache.file("comparisons", "a", "b", "bin");
    Comparison made =
        cache.get(file, Comparison.FORMAT, () -> judged(40, 0).against(judged(30, 0.3, 78)));
    Comparison found =
        cache.get(
            file,
            Comparison.FORMAT,
            () -> {
              throw new IllegalStateException("it is there");
            });
    assertThat(found.epochs()).isEqualTo(3);
    assertThat(found.device()).isEqualTo("cpu");
    assertThat(found.scores()).containsOnlyKeys("energy", "score");
    made.scores()
        .forEach(
            (name, line) -> {
              assertThat(found.scores().get(name).metrics()).isEqualTo(line.metrics());
              assertThat(found.scores().get(name).auprInPublishedRatio())
                  .isEqualTo(line.auprInPublishedRatio())
                  .isLessThan(line.metrics().auprIn());
              assertThat(found.scores().get(name).in()).containsExactly(line.in());
              assertThat(found.scores().get(name).out()).containsExactly(line.out());
            });
  }
}
