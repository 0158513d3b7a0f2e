package dev.stranger.train.rkm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Calibration;
import dev.stranger.Energies;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.train.loop.TrainingSet;
import dev.stranger.train.method.DetectorGraph;
import dev.stranger.train.method.EnergyScore;
import dev.stranger.train.method.ScoreModel;
import dev.stranger.train.method.Standardisation;
import dev.stranger.train.method.TestGraphs;
import dev.stranger.train.net.Activation;
import dev.stranger.train.net.Loss;
import dev.stranger.train.net.Network;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.net.NetworkOptions.Kind;
import dev.stranger.train.net.TestNetworks;
import dev.stranger.train.torch.Compute;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;

class StRkmGraphTest {

  private static final ScoreModel KPCA_ERROR = new EnergyScore(1, "kpca error");

  private static final Compute CPU = Compute.on("cpu");

  private static Detector open(DetectorGraph graph, ScoreModel score, Calibration calibration) {
    return TestGraphs.open(graph, score, calibration, 0.5);
  }

  @Test
  void theEnergiesOfAnExampleByHand() {
    // phi = x - mean = (3, 4, 12); U keeps the first direction: h = 3.
    FeatureSpace space =
        new FeatureSpace(new float[] {1, 1, 1}, new float[] {1, 0, 0}, new double[] {1});
    Network identity = TestNetworks.identity(CPU, 3);
    DetectorGraph graph =
        new DetectorGraph(
            new StRkmGraph(
                identity, space, Loss.SQUARED, 100, Shape.of(3), 0, new BitSet(), new BitSet()),
            null,
            Shape.of(3));
    try (Detector detector = open(graph, KPCA_ERROR, Calibration.of(100, 150, 170, 200))) {
      Verdict verdict = detector.judge(new float[] {4, 5, 13});
      // The decoder gives back Uh = (3, 0, 0): the loss is 1 + 25 + 169.
      assertThat(verdict.energies())
          .isEqualTo(new Energies(Energies.ST_RKM, 160 + 50 * 195, 160, 195, 18));
      assertThat(verdict.score()).isEqualTo(160);
      assertThat(verdict.pValue()).isEqualTo(3 / 5f); // 170 and 200 are as strange
      assertThat(verdict.ood()).isFalse();
      assertThat(detector.judge(new float[] {4, 5, 100}).pValue()).isEqualTo(1 / 5f);
      assertThat(detector.judge(new float[] {4, 5, 100}).ood()).isTrue();
      assertThat(detector.reconstruct(new float[] {4, 5, 13}, 1)).containsExactly(3, 0, 0);
    }
  }

  /** What rounding leaves of it would look like a score. */
  @Test
  void aSubspaceOfAllFeaturesLeavesAKpcaErrorOfZero() {
    float a = (float) Math.sqrt(1 / 3.0);
    float b = (float) Math.sqrt(1 / 2.0);
    float c = (float) Math.sqrt(1 / 6.0);
    float[] rotation = {a, a, a, b, -b, 0, c, c, -2 * c};
    FeatureSpace space = new FeatureSpace(new float[3], rotation, new double[] {1, 1, 1});
    DetectorGraph graph =
        new DetectorGraph(
            new StRkmGraph(
                TestNetworks.identity(CPU, 3),
                space,
                Loss.SQUARED,
                100,
                Shape.of(3),
                0,
                new BitSet(),
                new BitSet()),
            null,
            Shape.of(3));
    try (Detector detector = open(graph, new FullEnergyScore(), Calibration.of(1))) {
      for (float[] sample : new float[][] {{4, 5, 13}, {0.1f, -7, 1e4f}, {1e-3f, 3, 0.3f}}) {
        Energies energies = detector.judge(sample).energies();
        assertThat(energies.kpcaError()).isZero();
        assertThat(energies.fullEnergy()).isEqualTo(50 * energies.aeLoss());
      }
    }
  }

  /** With 19 held-out samples the smallest p-value is exactly 1/20, which 0.05 must flag. */
  @Test
  void theSmallestPValueIsFlagged() {
    FeatureSpace space = new FeatureSpace(new float[2], new float[] {1, 0}, new double[] {1});
    DetectorGraph graph =
        new DetectorGraph(
            new StRkmGraph(
                TestNetworks.identity(CPU, 2),
                space,
                Loss.SQUARED,
                100,
                Shape.of(2),
                0,
                new BitSet(),
                new BitSet()),
            null,
            Shape.of(2));
    for (double rate : new double[] {0.01, 0.02, 0.05, 0.1, 0.2, 0.3}) {
      Calibration held = Calibration.of(new float[(int) Calibration.neededFor(rate)]);
      try (Detector detector = TestGraphs.open(graph, KPCA_ERROR, held, rate)) {
        assertThat(detector.judge(new float[] {0, 9}).ood()).as("rate %s", rate).isTrue();
        assertThat(detector.judge(new float[] {0, 0}).ood()).isFalse();
      }
    }
  }

  @Test
  void onnxRuntimeAgreesWithLibtorch() {
    NetworkOptions small = NetworkOptions.DEFAULT.withSizes(3, 16, 9);
    for (Loss loss : Loss.PLAIN) {
      assertAgreement(small, Shape.image(1, 28, 28), loss);
      assertAgreement(small, Shape.image(3, 17, 21), loss);
      assertAgreement(small.withActivation(Activation.PRELU), Shape.of(2, 35), loss);
      assertAgreement(small.withKind(Kind.RECURRENT), Shape.of(2, 35), loss);
      assertAgreement(small, Shape.of(7), loss);
    }
  }

  private static void assertAgreement(NetworkOptions options, Shape shape, Loss loss) {
    torch.manual_seed(shape.size());
    CPU.noise().begin(shape.size());
    Network network = options.build(shape, CPU);
    float[] values = Compute.floats(torch.rand(40L * shape.size()));
    float[][] samples = new float[40][shape.size()];
    for (int i = 0; i < values.length; i++) {
      // Black and white with a share of white that differs: features must differ to be compared.
      values[i] = values[i] < i / shape.size() / 40f ? 1 : 0;
      samples[i / shape.size()][i % shape.size()] = values[i];
    }
    MemoryDataset data = MemoryDataset.of("random", shape, Range.UNIT, samples);
    TrainingSet set = TrainingSet.of(CPU, data, IntStream.range(0, 40).toArray(), null);
    FeatureSpace space = FeatureSpace.of(network, set, 4);
    DetectorGraph graph =
        new DetectorGraph(
            new StRkmGraph(network, space, loss, 100, shape, 0, new BitSet(), new BitSet()),
            null,
            shape);
    try (Detector detector = open(graph, new FullEnergyScore(), Calibration.of(1))) {
      List<Verdict> verdicts = detector.judge(values, 40);
      for (int i = 0; i < 40; i++) {
        Energies expected = energies(network, space, loss, set.slice(i, 1).samples());
        Energies actual = verdicts.get(i).energies();
        String place = "%s, %s, sample %d".formatted(shape, loss, i);
        assertClose(place, actual.kpcaError(), expected.kpcaError());
        assertClose(place, actual.aeLoss(), expected.aeLoss());
        assertClose(place, actual.fullEnergy(), expected.fullEnergy());
        assertClose(place, actual.negCorr(), expected.negCorr());
        assertThat(verdicts.get(i).score()).isEqualTo(actual.fullEnergy());
      }
    }
  }

  private static void assertClose(String place, float actual, float expected) {
    // Features have a length of about one, so that energies carry an absolute noise of 1e-8.
    assertThat(actual).as(place).isCloseTo(expected, Offset.offset(1e-5f * (expected + 1e-3f)));
  }

  /** The identity of the paper: |h|^2 - 2 phi'Uh + |phi|^2 + lambda/2 loss. */
  private static Energies energies(Network network, FeatureSpace space, Loss loss, Tensor x) {
    try (NoGradGuard guard = new NoGradGuard()) {
      Tensor mean = CPU.of(space.mean(), space.mean().length);
      Tensor u = CPU.of(space.u(), space.subspace(), space.mean().length);
      Tensor phi = network.encode(x).sub(mean);
      Tensor h = phi.mm(u.t());
      double hh = squaredNorm(h);
      double correlation = 2 * dot(phi, h.mm(u));
      double kpca = hh - correlation + squaredNorm(phi);
      double ae = LossValues.of(loss, network.decode(h.mm(u)), x);
      return new Energies(
          Energies.ST_RKM, (float) (kpca + 50 * ae), (float) kpca, (float) ae, (float) correlation);
    }
  }

  private static double squaredNorm(Tensor vector) {
    return dot(vector, vector);
  }

  private static double dot(Tensor a, Tensor b) {
    float[] left = Compute.floats(a);
    float[] right = Compute.floats(b);
    return IntStream.range(0, left.length).mapToDouble(i -> (double) left[i] * right[i]).sum();
  }

  /** The losses as their definitions say, in double. */
  private static final class LossValues {
    static double of(Loss loss, Tensor raw, Tensor x) {
      float[] outputs = Compute.floats(raw);
      float[] targets = Compute.floats(x);
      double sum = 0;
      for (int i = 0; i < outputs.length; i++) {
        double y = loss == Loss.SQUARED ? outputs[i] : 1 / (1 + Math.exp(-outputs[i]));
        double t = targets[i];
        sum +=
            loss == Loss.CROSS_ENTROPY
                ? -t * Math.log(y) - (1 - t) * Math.log(1 - y)
                : (y - t) * (y - t);
      }
      return sum;
    }
  }

  @Test
  void standardisationIsPartOfTheGraph() {
    FeatureSpace space = new FeatureSpace(new float[2], new float[] {1, 0}, new double[] {1});
    Standardisation standardisation =
        new Standardisation(new float[] {10, -5}, new float[] {2, 4}, new long[] {2});
    DetectorGraph graph =
        new DetectorGraph(
            new StRkmGraph(
                TestNetworks.identity(CPU, 2),
                space,
                Loss.SQUARED,
                100,
                Shape.of(2),
                0,
                new BitSet(),
                new BitSet()),
            standardisation,
            Shape.of(2));
    try (Detector detector = open(graph, KPCA_ERROR, Calibration.of(1))) {
      assertThat(detector.judge(new float[] {12, 3}).energies().kpcaError()).isEqualTo(4);
      assertThat(detector.reconstruct(new float[] {12, 3}, 1)).containsExactly(12, -5);
    }
  }
}
