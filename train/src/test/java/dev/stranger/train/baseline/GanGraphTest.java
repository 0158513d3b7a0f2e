package dev.stranger.train.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.train.TestData;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.loop.TrainingSet;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import dev.stranger.train.net.Linear;
import dev.stranger.train.net.Loss;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.net.NetworkOptions.Kind;
import dev.stranger.train.net.TestNetworks;
import dev.stranger.train.torch.Compute;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.junit.jupiter.api.Test;

class GanGraphTest {

  private static final int FEW = 6;

  /** A discriminator of one value x whose logit is 80 x. */
  private record Sure() implements Method {

    @Override
    public String key() {
      return "sure";
    }

    @Override
    public List<String> scores() {
      return GanGraph.ENERGIES;
    }

    @Override
    public ModelGraph learn(TrainingData data, TrainingRun run) {
      Compute compute = run.compute();
      Tensor none = compute.zeros(1);
      Linear steep = new Linear(compute.filled(80, 1, 1), none, new TensorOptional(none));
      GanNetwork network =
          new GanNetwork(TestNetworks.identity(compute, 1), Loss.SQUARED, steep, steep);
      return new GanGraph(network, 0, new float[1], data.shape());
    }
  }

  @Test
  void aSureDiscriminatorStillTellsSamplesApart() {
    float[][] rows = new float[201][1];
    for (int i = 0; i < rows.length; i++) {
      rows[i][0] = i / 200f;
    }
    MemoryDataset data = MemoryDataset.of("line", Shape.of(1), Range.UNIT, rows);
    TrainOptions options = TestData.tiny(1).with(new Sure());
    try (Detector detector = Trainer.fit(data, options, TrainListener.NONE).open()) {
      for (int i = 0; i < rows.length; i++) {
        assertThat((double) detector.judge(rows[i]).score())
            .as("logit %s", 80 * rows[i][0])
            .isCloseTo(Math.log1p(Math.exp(-80 * rows[i][0])), Percentage.withPercentage(0.01));
      }
    }
  }

  @Test
  void onnxRuntimeAgreesWithLibtorch() {
    NetworkOptions small = NetworkOptions.DEFAULT.withSizes(3, 16, 9);
    NetworkOptions lstm = small.withKind(Kind.RECURRENT);
    for (double lambda : new double[] {0, 0.2, 1}) {
      assertAgreement(TestData.table(120, 1), small, lambda);
    }
    assertAgreement(TestData.images("sprites:size=120", 16), small, 0.2);
    assertAgreement(TestData.heartbeats(120, 1), small, 0.2);
    assertAgreement(TestData.heartbeats(120, 1), lstm, 0.2);
  }

  private static void assertAgreement(Dataset data, NetworkOptions network, double lambda) {
    MemoryDataset few = data.inMemory().first(FEW).inMemory();
    List<Double> expected = new ArrayList<>();
    List<Double> distances = new ArrayList<>();
    Method watched =
        new Watched(
            new Gan(lambda),
            (normal, run, graph) -> {
              try (NoGradGuard guard = new NoGradGuard()) {
                TrainingSet prepared = normal.prepare(few);
                for (int i = 0; i < FEW; i++) {
                  Tensor x = prepared.slice(i, 1).samples();
                  GanNetwork gan = ((GanGraph) graph).network();
                  expected.add(score(run, gan, lambda, x));
                  distances.add(distance(run, gan, x));
                }
              }
            });
    TrainOptions options = TestData.tiny(2).with(network).with(watched);
    try (Detector detector = Trainer.fit(data, options, TrainListener.NONE).open()) {
      for (int i = 0; i < FEW; i++) {
        Verdict verdict = detector.judge(few.sample(i));
        String sample = "sample %d of %s, lambda %s".formatted(i, data.name(), lambda);
        assertThat((double) verdict.score())
            .as(sample)
            .isCloseTo(expected.get(i), Percentage.withPercentage(0.01));
        assertThat((double) verdict.energies().of("generated_distance"))
            .as("distance, %s", sample)
            .isCloseTo(distances.get(i), Percentage.withPercentage(0.01));
      }
    }
  }

  /** The definition: one sample and one z after another, sums in double. */
  private static double score(TrainingRun run, GanNetwork network, double lambda, Tensor x) {
    double unreal = Math.log1p(Math.exp(-network.discriminate(x).item_double()));
    return (1 - lambda) * unreal + lambda * distance(run, network, x);
  }

  private static double distance(TrainingRun run, GanNetwork network, Tensor x) {
    float[] noise = run.noise(5 * network.latent());
    float[] values = Compute.floats(x);
    double distances = 0;
    for (int draw = 0; draw < 5; draw++) {
      Tensor z = Tensor.create(noise, 5, network.latent()).narrow(0, draw, 1);
      float[] generated = Compute.floats(network.generate(z));
      double squares = 0;
      for (int i = 0; i < values.length; i++) {
        squares += Math.pow(values[i] - generated[i], 2);
      }
      distances += Math.sqrt(squares);
    }
    return distances / 5;
  }
}
