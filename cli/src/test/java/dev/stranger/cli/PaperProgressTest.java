package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Shape;
import dev.stranger.paper.experiment.Workload;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PaperProgressTest {

  private static String told(Workload workload) {
    StringWriter out = new StringWriter();
    new PaperProgress(new PrintWriter(out)).planned(workload);
    return out.toString();
  }

  @Test
  void whatIsLeftToTrainIsToldWithItsTimeOnAGpu() {
    Map<Shape, Long> passes =
        Map.of(Shape.image(1, 28, 28), 2_808_000_000L, Shape.of(1, 140), 4_670_400L);
    assertThat(told(new Workload(3, passes)))
        .containsSubsequence(
            "to train: 3 models",
            "samples of 1x140, in all epochs: 4,670,400",
            "samples of 1x28x28, in all epochs: 2,808,000,000",
            "about 1.7 hours of GPU time");
  }

  @Test
  void nothingIsToldWhereNothingIsLeft() {
    assertThat(told(new Workload(0, Map.of()))).isEmpty();
  }
}
