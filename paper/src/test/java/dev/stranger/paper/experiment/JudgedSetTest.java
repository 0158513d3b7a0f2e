package dev.stranger.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JudgedSetTest {

  /** 260 samples are a batch of 256 and one of 4. */
  @Test
  void theLossOfASampleIsDividedByItsBatch() {
    double[] kpca = new double[260];
    double[] full = new double[260];
    Arrays.fill(kpca, 3);
    Arrays.fill(full, 3 + 1024);
    double[] energy = JudgedSet.byBatch(full, kpca, 260);
    assertThat(Arrays.copyOf(energy, 256)).containsOnly(3 + 4);
    assertThat(Arrays.copyOfRange(energy, 256, 260)).containsOnly(3 + 256);
  }

  /** 520 samples are two batches of 256 and one of 8, which the last 4 of 260 come from. */
  @Test
  void aPartOfASetCameInTheBatchesOfAllOfIt() {
    double[] full = new double[260];
    Arrays.fill(full, 256);
    double[] energy = JudgedSet.byBatch(full, new double[260], 520);
    assertThat(Arrays.copyOf(energy, 256)).containsOnly(1);
    assertThat(Arrays.copyOfRange(energy, 256, 260)).containsOnly(32);
  }

  @Test
  void aPartOfASetIsComparedAsIfItWereAllOfIt() {
    double[] in = {1, 2, 3, 5};
    double[] half = {4, 6};
    Comparison.Line part = compare(in, half, 4);
    Comparison.Line whole = compare(in, new double[] {4, 4, 6, 6}, 4);
    assertThat(part.metrics().wasserstein()).isEqualTo(whole.metrics().wasserstein());
    assertThat(part.metrics().mmd()).isEqualTo(whole.metrics().mmd());
    assertThat(part.auprInPublishedRatio()).isEqualTo(whole.metrics().auprIn());
    assertThat(part.metrics().auprIn()).isNotEqualTo(whole.metrics().auprIn());
  }

  private static Comparison.Line compare(double[] in, double[] out, long published) {
    JudgedSet normal = new JudgedSet(1, "cpu", in.length, Map.of("score", in));
    JudgedSet strangers = new JudgedSet(1, "cpu", published, Map.of("score", out));
    return normal.against(strangers).scores().get("score");
  }

  @Test
  void wholeBatchesAreAllAlike() {
    double[] kpca = new double[512];
    double[] full = new double[512];
    Arrays.fill(full, 256);
    assertThat(JudgedSet.byBatch(full, kpca, 512)).containsOnly(1);
  }
}
