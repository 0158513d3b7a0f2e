package dev.stranger.score.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtSession;
import dev.stranger.Dataset;
import dev.stranger.Shape;
import dev.stranger.train.TestData;
import dev.stranger.train.TestDetectors;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.Trainer;
import dev.stranger.train.baseline.Classifier;
import dev.stranger.train.baseline.ClassifierEnergy;
import dev.stranger.train.baseline.Density;
import dev.stranger.train.baseline.Forest;
import dev.stranger.train.baseline.Gan;
import dev.stranger.train.baseline.Neighbours;
import dev.stranger.train.baseline.Pca;
import dev.stranger.train.baseline.Vae;
import dev.stranger.train.baseline.VaeEnergy;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.method.Method;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Here, because this is where models of every kind are. */
class GraphSizeTest {

  private static final int BATCH = 3;

  static Stream<Arguments> models() {
    Dataset images = TestData.images("sprites:size=300,seed=1", 16);
    Shape image = images.shape();
    Shape series = TestData.heartbeats(1, 1).shape();
    return Stream.of(
        of("images", () -> TestDetectors.images().model(), image),
        of("series", () -> TestDetectors.series().model(), series),
        of("recurrent", () -> TestDetectors.recurrent().model(), series),
        of("table", () -> TestDetectors.table().model(), Shape.of(6)),
        of("vae", fit(Vae.DEFAULT.withEnergies(VaeEnergy.values()).withDraws(10), images), image),
        of("gan", fit(Gan.DEFAULT, images), image),
        of(
            "classifier",
            fit(Classifier.DEFAULT.withEnergies(ClassifierEnergy.values()), images),
            image),
        of("pca", fit(new Pca(false), images), image),
        of("neighbours", fit(new Neighbours(), images), image),
        of("density", fit(new Density(), images), image),
        of("forest", fit(new Forest(), images), image));
  }

  private static Arguments of(String name, Supplier<TrainedModel> model, Shape shape) {
    return Arguments.of(name, model, shape);
  }

  private static Supplier<TrainedModel> fit(Method method, Dataset data) {
    return () -> Trainer.fit(data, TestData.tiny(2).with(method), TrainListener.NONE);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void whatAGraphComputesIsKnownBeforeItRuns(
      String name, Supplier<TrainedModel> trained, Shape shape) throws Exception {
    byte[] model = trained.get().model();
    GraphSize expected = GraphSize.of(ModelReader.read(model).main(), BATCH);
    assertThat(expected.bytes()).isEqualTo(Float.BYTES * computed(model, shape));
  }

  /** The number of all values that ONNX Runtime computes on the way. */
  private static long computed(byte[] model, Shape shape) throws Exception {
    ModelProto.Builder watched = ModelProto.parseFrom(model).toBuilder();
    watched.getGraphBuilder().clearOutput();
    watched
        .getGraph()
        .getNodeList()
        .forEach(
            node ->
                node.getOutputList()
                    .forEach(
                        output ->
                            watched
                                .getGraphBuilder()
                                .addOutput(ValueInfoProto.newBuilder().setName(output))));
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    FloatBuffer zeros = FloatBuffer.allocate(BATCH * shape.size());
    try (OrtSession session = environment.createSession(watched.build().toByteArray());
        OnnxTensor x = OnnxTensor.createTensor(environment, zeros, shape.ofBatch(BATCH));
        OrtSession.Result result = session.run(Map.of("x", x))) {
      long values = 0;
      for (Map.Entry<String, OnnxValue> output : result) {
        long[] dimensions = ((OnnxTensor) output.getValue()).getInfo().getShape();
        values += Arrays.stream(dimensions).reduce(1, (a, b) -> a * b);
      }
      return values;
    }
  }
}
