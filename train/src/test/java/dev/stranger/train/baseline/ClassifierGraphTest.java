package dev.stranger.train.baseline;

import static dev.stranger.train.baseline.ClassifierEnergy.ENERGY;
import static dev.stranger.train.baseline.ClassifierEnergy.MAHALANOBIS;
import static dev.stranger.train.baseline.ClassifierEnergy.MAHALANOBIS_LOGITS;
import static dev.stranger.train.baseline.ClassifierEnergy.MAX_SOFTMAX;
import static dev.stranger.train.baseline.ClassifierEnergy.ODIN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Shape;
import dev.stranger.train.net.Activation;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.onnx.OnnxRun;
import dev.stranger.train.torch.Compute;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/** What the graph of a classifier says is what libtorch computes from the formulas. */
class ClassifierGraphTest {

  private static final Compute CPU = Compute.on("cpu");
  private static final int COUNT = 6;
  private static final int CLASSES = 4;
  private static final double EPSILON = 0.01;
  private static final double TEMPERATURE = 1000;
  private static final NetworkOptions SMALL = NetworkOptions.DEFAULT.withSizes(3, 16, 0);
  private static final Classifier ALL =
      Classifier.DEFAULT
          .withEnergies(ClassifierEnergy.values())
          .withOdin(TEMPERATURE, EPSILON)
          .withMahalanobisEpsilon(EPSILON);

  private static ClassifierNetwork network(NetworkOptions options, Shape shape) {
    CPU.noise().begin(shape.size());
    return ClassifierNetwork.build(options, shape, CLASSES, CPU);
  }

  /** Means and covariance that have nothing in common with the network. */
  private static ClassGaussians gaussians(int width) {
    float[] values = Compute.floats(torch.randn(CLASSES * width + width * width));
    DMatrixRMaj means = new DMatrixRMaj(CLASSES, width);
    DMatrixRMaj covariance = DMatrixRMaj.wrap(width, width, new double[width * width]);
    for (int i = 0; i < means.data.length; i++) {
      means.data[i] = values[i];
    }
    for (int i = 0; i < width; i++) {
      covariance.set(i, i, 0.5 + Math.abs(values[CLASSES * width + i]));
    }
    return GaussianFit.of(means, covariance);
  }

  private static ClassifierGraph graph(Classifier settings, ClassifierNetwork network) {
    return new ClassifierGraph(
        settings,
        network,
        Map.of(MAHALANOBIS, gaussians(network.width()), MAHALANOBIS_LOGITS, gaussians(CLASSES)),
        Map.of());
  }

  private static float[] run(ClassifierGraph model, Tensor x, ClassifierEnergy energy) {
    OnnxGraph graph = new OnnxGraph();
    long[] shape = x.shape();
    String input = graph.input("x", LongStream.of(shape).skip(1).toArray());
    List<String> energies = model.write(graph, input).energies();
    graph.output("energy", energies.get(model.energies().indexOf(energy.key())), 1);
    return OnnxRun.of(graph, "energy", Compute.floats(x), shape);
  }

  /** The samples after a step along the sign of the gradient of a sum of values. */
  private static Tensor moved(Tensor x, UnaryOperator<Tensor> values, double step) {
    Tensor from = x.detach().clone().set_requires_grad(true);
    values.apply(from).sum().backward();
    return x.add(from.grad().sign().mul(new Scalar(step)));
  }

  private static Tensor logMaxSoftmax(Tensor logits, double temperature) {
    return torch.log_softmax(logits.div(new Scalar(temperature)), 1).amax(new long[] {1}, false);
  }

  private static Tensor distance(ClassGaussians classes, Tensor z) {
    int width = classes.centre().length;
    Tensor a = CPU.of(classes.whitening(), width, width);
    Tensor y = z.sub(CPU.of(classes.centre(), width)).mm(a.t());
    Tensor differences = y.unsqueeze(1).sub(CPU.of(classes.means(), 1, CLASSES, width));
    return differences.mul(differences).sum(2).amin(new long[] {1}, false);
  }

  private static void assertClose(float[] actual, Tensor expected, String place) {
    float[] values = Compute.floats(expected);
    assertThat(actual).as(place).hasSize(COUNT);
    for (int i = 0; i < COUNT; i++) {
      assertThat(actual[i])
          .as("%s, sample %d", place, i)
          .isCloseTo(values[i], Offset.offset(1e-4f * Math.abs(values[i]) + 1e-9f));
    }
  }

  private static void assertAgreement(NetworkOptions options, int... sample) {
    Shape shape = Shape.of(sample);
    ClassifierNetwork network = network(options, shape);
    ClassifierGraph model = graph(ALL, network);
    long[] batch = new long[sample.length + 1];
    batch[0] = COUNT;
    for (int i = 0; i < sample.length; i++) {
      batch[i + 1] = sample[i];
    }
    Tensor x = torch.rand(batch).mul(new Scalar(3.0));

    Tensor logits = network.logits(x);
    assertClose(run(model, x, ENERGY), torch.logsumexp(logits, 1).neg(), "energy of " + shape);
    Tensor doubt = logMaxSoftmax(logits, 1).exp().neg().add(new Scalar(1.0));
    assertClose(run(model, x, MAX_SOFTMAX), doubt, "softmax of " + shape);

    Tensor surer = moved(x, from -> logMaxSoftmax(network.logits(from), TEMPERATURE), EPSILON);
    Tensor inDouble = network.logits(surer).to(torch.ScalarType.Double);
    Tensor tempered =
        logMaxSoftmax(inDouble, TEMPERATURE).exp().neg().add(new Scalar(1.0 / CLASSES));
    assertClose(run(model, x, ODIN), tempered, "odin of " + shape);

    ClassGaussians ofFeatures = model.gaussians().get(MAHALANOBIS);
    Tensor nearer = moved(x, from -> distance(ofFeatures, network.features(from)), -EPSILON);
    Tensor expected = distance(ofFeatures, network.features(nearer));
    assertClose(run(model, x, MAHALANOBIS), expected, "mahalanobis of " + shape);

    ClassGaussians ofLogits = model.gaussians().get(MAHALANOBIS_LOGITS);
    nearer = moved(x, from -> distance(ofLogits, network.logits(from)), -EPSILON);
    expected = distance(ofLogits, network.logits(nearer));
    assertClose(run(model, x, MAHALANOBIS_LOGITS), expected, "mahalanobis of logits, " + shape);
  }

  @Test
  void onnxRuntimeAgreesWithLibtorch() {
    assertAgreement(SMALL, 1, 28, 28);
    assertAgreement(SMALL.withActivation(Activation.PRELU), 3, 17, 21);
    assertAgreement(SMALL, 2, 35);
    assertAgreement(SMALL, 9);
  }

  @Test
  void perturbationsMakeTheSampleLookMoreNormal() {
    Shape shape = Shape.image(1, 17, 18);
    ClassifierNetwork network = network(SMALL, shape);
    ClassifierGraph moving = graph(ALL, network);
    torch.manual_seed(1);
    Tensor x = torch.rand(COUNT, 1, 17, 18);
    Classifier still = ALL.withOdin(TEMPERATURE, 0).withMahalanobisEpsilon(0);
    ClassifierGraph resting =
        new ClassifierGraph(still, network, moving.gaussians(), moving.facts());
    for (ClassifierEnergy energy : List.of(ODIN, MAHALANOBIS, MAHALANOBIS_LOGITS)) {
      float[] before = run(resting, x, energy);
      float[] after = run(moving, x, energy);
      for (int i = 0; i < COUNT; i++) {
        assertThat(after[i]).as("%s of sample %d", energy, i).isLessThan(before[i]);
      }
    }
  }

  @Test
  void onlyEnergiesThatPerturbPayForGradients() {
    ClassifierNetwork network = network(SMALL, Shape.image(1, 28, 28));
    assertThat(nodes(graph(Classifier.DEFAULT, network), "ConvTranspose")).isZero();
    Classifier odin = Classifier.DEFAULT.withEnergies(ODIN);
    assertThat(nodes(graph(odin, network), "ConvTranspose")).isEqualTo(3);
    assertThat(nodes(graph(odin.withOdin(1000, 0), network), "ConvTranspose")).isZero();
  }

  private static int nodes(ClassifierGraph model, String operator) {
    OnnxGraph graph = new OnnxGraph();
    model.write(graph, graph.input("x", 1, 28, 28));
    String text = new String(graph.toModel("test", Map.of()), StandardCharsets.ISO_8859_1);
    return text.split("node_" + operator.toLowerCase(Locale.ROOT), -1).length - 1;
  }
}
