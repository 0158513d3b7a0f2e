package dev.stranger.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class JudgedSetTest {

  /** 260 samples are a batch of 256 and one of 4. */
  @Test
  void theLossOfASampleIsDividedByItsBatch() {
    double[] kpca = new double[260];
    double[] full = new double[260];
    Arrays.fill(kpca, 3);
    Arrays.fill(full, 3 + 1024);
    double[] energy = JudgedSet.byBatch(full, kpca);
    assertThat(Arrays.copyOf(energy, 256)).containsOnly(3 + 4);
    assertThat(Arrays.copyOfRange(energy, 256, 260)).containsOnly(3 + 256);
  }

  @Test
  void wholeBatchesAreAllAlike() {
    double[] kpca = new double[512];
    double[] full = new double[512];
    Arrays.fill(full, 256);
    assertThat(JudgedSet.byBatch(full, kpca)).containsOnly(1);
  }
}
