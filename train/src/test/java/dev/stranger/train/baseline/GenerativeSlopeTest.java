package dev.stranger.train.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.MemoryDataset;
import dev.stranger.score.Detector;
import dev.stranger.train.TestData;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.Trainer;
import dev.stranger.train.engine.TorchGraph;
import dev.stranger.train.engine.TorchGraph.Slope;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.method.Method;
import dev.stranger.train.torch.Compute;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

/** Attacks follow the slope of a score, so it must be known of every part of these graphs. */
class GenerativeSlopeTest {

  private static final Compute CPU = Compute.on("cpu");

  @Test
  void theSlopesOfEveryScoreAreKnown() {
    MemoryDataset table = TestData.table(200, 1);
    VaeEnergy likelihood = VaeEnergy.NEGATIVE_LIKELIHOOD;
    VaeEnergy elbo = VaeEnergy.NEGATIVE_ELBO;
    for (Method method :
        List.of(
            Vae.DEFAULT,
            Vae.DEFAULT.withEnergies(elbo),
            Vae.DEFAULT.withEnergies(likelihood),
            Gan.DEFAULT,
            new Gan(0.2))) {
      TrainedModel model = Trainer.fit(table, TestData.tiny(5).with(method), TrainListener.NONE);
      try (Detector detector = model.open();
          TorchGraph graph = TorchGraph.load(model.model(), CPU, "model");
          PointerScope scope = new PointerScope()) {
        Tensor batch = CPU.of(table.sample(0), 1, 6);
        Slope slope = graph.slope(batch, "score");
        assertThat(slope.values().item_double())
            .as(method.toString())
            .isCloseTo(detector.judge(table.sample(0)).score(), Percentage.withPercentage(0.01));
        for (float value : Compute.floats(slope.slopes())) {
          assertThat(value).as(method.toString()).isFinite().isNotZero();
        }
      }
    }
  }
}
