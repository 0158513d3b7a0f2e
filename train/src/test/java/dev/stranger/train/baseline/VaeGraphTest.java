package dev.stranger.train.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Dataset;
import dev.stranger.Energies;
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
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.junit.jupiter.api.Test;

class VaeGraphTest {

  private static final int FEW = 6;
  private static final Vae ALL = Vae.DEFAULT.withEnergies(VaeEnergy.values());

  /** Learns nothing. */
  private record Given(int draws) implements Method {

    @Override
    public String key() {
      return "given";
    }

    @Override
    public List<String> scores() {
      return ALL.scores();
    }

    @Override
    public ModelGraph learn(TrainingData data, TrainingRun run) {
      return new VaeGraph(
          linearGaussian(run.compute()),
          Loss.SQUARED,
          data.shape(),
          List.of(VaeEnergy.values()),
          run.noise(draws));
    }
  }

  /** x = (2, 1, -1) z + (0, 0.5, 1) + noise, all of variance 1; its posterior is known. */
  private static VaeNetwork linearGaussian(Compute compute) {
    float[] direction = {2, 1, -1};
    float[] offset = {0, 0.5f, 1};
    float precision = 1 + 4 + 1 + 1;
    float[] toMean = {2 / precision, 1 / precision, -1 / precision};
    return new VaeNetwork(
        TestNetworks.identity(compute, 3),
        linear(compute, toMean, new float[] {-(0.5f - 1) / precision}, 1, 3),
        linear(compute, new float[3], new float[] {(float) -Math.log(precision)}, 1, 3),
        linear(compute, direction, offset, 3, 1));
  }

  private static Linear linear(Compute compute, float[] weight, float[] bias, int to, int from) {
    Tensor b = compute.of(bias, to);
    return new Linear(compute.of(weight, to, from), b, new TensorOptional(b));
  }

  /** -log N(x; offset, 1 + direction direction'), by the formulas for a matrix plus rank one. */
  private static double negativeLogDensity(float[] x) {
    double[] centred = {x[0], x[1] - 0.5, x[2] - 1};
    double along = 2 * centred[0] + centred[1] - centred[2];
    double squares = centred[0] * centred[0] + centred[1] * centred[1] + centred[2] * centred[2];
    return (squares - along * along / 7 + Math.log(7) + 3 * Math.log(2 * Math.PI)) / 2;
  }

  private static MemoryDataset unitRows(int size) {
    Random random = new Random(1);
    float[][] rows = new float[size][3];
    for (float[] row : rows) {
      for (int i = 0; i < 3; i++) {
        row[i] = random.nextFloat();
      }
    }
    return MemoryDataset.of("rows", Shape.of(3), Range.UNIT, rows);
  }

  /** With q(z|x) = p(z|x) every weight p(x,z) / q(z|x) is p(x), whatever z was drawn. */
  @Test
  void theExactPosteriorGivesTheExactLikelihoodWithAnyNoise() {
    MemoryDataset rows = unitRows(100);
    for (int draws : new int[] {1, 2, 40}) {
      TrainOptions options = TestData.tiny(1).with(new Given(draws));
      try (Detector detector = Trainer.fit(rows, options, TrainListener.NONE).open()) {
        for (int i = 0; i < 10; i++) {
          Energies energies = detector.judge(rows.sample(i)).energies();
          float exact = (float) negativeLogDensity(rows.sample(i));
          assertThat(energies.of("negative_likelihood"))
              .as("sample %d, %d draws", i, draws)
              .isCloseTo(exact, Offset.offset(1e-5f));
        }
      }
    }
  }

  /** E|x - direction z - offset|^2 = |x - direction mean - offset|^2 + |direction|^2 / 7. */
  @Test
  void manyDrawsGiveTheElbo() {
    MemoryDataset rows = unitRows(100);
    TrainOptions options = TestData.tiny(1).with(new Given(640));
    try (Detector detector = Trainer.fit(rows, options, TrainListener.NONE).open()) {
      for (int i = 0; i < 10; i++) {
        Energies energies = detector.judge(rows.sample(i)).energies();
        // The bound is tight, because q(z|x) is the posterior.
        assertThat((double) energies.of("negative_elbo"))
            .isCloseTo(negativeLogDensity(rows.sample(i)), Offset.offset(0.1));
      }
    }
  }

  @Test
  void onnxRuntimeAgreesWithLibtorch() {
    NetworkOptions small = NetworkOptions.DEFAULT.withSizes(3, 16, 9);
    NetworkOptions lstm = small.withKind(Kind.RECURRENT);
    assertAgreement(TestData.images("sprites:size=120", 16), small);
    assertAgreement(TestData.heartbeats(120, 1), small);
    assertAgreement(TestData.heartbeats(120, 1), lstm);
    assertAgreement(TestData.table(120, 1), small);
  }

  private static void assertAgreement(Dataset data, NetworkOptions network) {
    Dataset few = data.inMemory().first(FEW);
    List<Energies> expected = new ArrayList<>();
    Method watched =
        new Watched(
            ALL,
            (normal, run, graph) -> {
              try (NoGradGuard guard = new NoGradGuard()) {
                TrainingSet prepared = normal.prepare(few);
                for (int i = 0; i < FEW; i++) {
                  expected.add(energies((VaeGraph) graph, prepared.slice(i, 1).samples()));
                }
              }
            });
    TrainOptions options = TestData.tiny(2).with(network).with(watched);
    try (Detector detector = Trainer.fit(data, options, TrainListener.NONE).open()) {
      List<Verdict> verdicts = Judged.of(detector, few).verdicts();
      for (int i = 0; i < FEW; i++) {
        for (String key : ALL.energies().stream().map(VaeEnergy::key).toList()) {
          assertThat(verdicts.get(i).energies().of(key))
              .as("%s of sample %d of %s", key, i, data.name())
              .isCloseTo(expected.get(i).of(key), Percentage.withPercentage(0.01));
        }
      }
    }
  }

  /** The definitions, one draw after another, sums in double. */
  private static Energies energies(VaeGraph graph, Tensor x) {
    VaeNetwork.Belief belief = graph.network().encode(x);
    float[] means = Compute.floats(belief.mean());
    float[] logVariances = Compute.floats(belief.logVariance());
    int latent = means.length;
    int draws = graph.noise().length / latent;
    double divergence = 0;
    for (int i = 0; i < latent; i++) {
      double variance = Math.exp(logVariances[i]);
      divergence += (means[i] * means[i] + variance - 1 - logVariances[i]) / 2;
    }
    double negativeLogs = 0;
    double[] logWeights = new double[draws];
    for (int draw = 0; draw < draws; draw++) {
      float[] z = new float[latent];
      for (int i = 0; i < latent; i++) {
        float noise = graph.noise()[draw * latent + i];
        z[i] = means[i] + (float) Math.exp(logVariances[i] / 2) * noise;
        logWeights[draw] += (logVariances[i] + noise * noise - z[i] * z[i]) / 2;
      }
      double negativeLog = negativeLog(graph, Tensor.create(z, 1, latent), x);
      negativeLogs += negativeLog;
      logWeights[draw] -= negativeLog;
    }
    double largest = IntStream.range(0, draws).mapToDouble(i -> logWeights[i]).max().orElse(0);
    double sum = 0;
    for (double logWeight : logWeights) {
      sum += Math.exp(logWeight - largest);
    }
    return new Energies(
        graph.energies(),
        (float) squaredError(graph, belief.mean(), x),
        (float) (negativeLogs / draws + divergence),
        (float) -(largest + Math.log(sum / draws)));
  }

  private static double negativeLog(VaeGraph graph, Tensor z, Tensor x) {
    float[] raw = Compute.floats(graph.network().decode(z));
    float[] values = Compute.floats(x);
    double sum = 0;
    for (int i = 0; i < raw.length; i++) {
      double difference = raw[i] - values[i];
      sum +=
          graph.loss() == Loss.CROSS_ENTROPY
              ? Math.log1p(Math.exp(raw[i])) - raw[i] * values[i]
              : (difference * difference + Math.log(2 * Math.PI)) / 2;
    }
    return sum;
  }

  private static double squaredError(VaeGraph graph, Tensor z, Tensor x) {
    float[] output = Compute.floats(graph.loss().output(graph.network().decode(z)));
    float[] values = Compute.floats(x);
    return IntStream.range(0, output.length)
        .mapToDouble(i -> Math.pow(output[i] - values[i], 2))
        .sum();
  }
}
