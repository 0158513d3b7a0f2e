package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.metric.RankMetrics;
import dev.stranger.prepare.Preparation;
import dev.stranger.prepare.Resize;
import dev.stranger.prepare.Scale;
import dev.stranger.score.Detector;
import dev.stranger.score.ModelInput;
import dev.stranger.score.Network;
import dev.stranger.train.guard.ForeignModel;
import dev.stranger.train.guard.TestNetwork;
import dev.stranger.train.guard.WatchedNetwork;
import dev.stranger.train.loop.TrainListener;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Networks that nobody here trained, with real data. */
@Tag("slow")
class GuardedRealModelsTest {

  private static final ModelInput PYTORCH =
      ModelInput.of("0").withValues(1, List.of(0.1307f), List.of(0.3081f));
  private static final ModelInput CNTK =
      ModelInput.of("Input3").withValues(255, List.of(), List.of());
  private static final ModelInput SCIKIT = ModelInput.of("float_input");
  private static final ModelInput MOBILE_NET =
      ModelInput.of("image")
          .withValues(1, List.of(0.485f, 0.456f, 0.406f), List.of(0.229f, 0.224f, 0.225f));

  private static Dataset open(String data) {
    assumeTrue(System.getenv("STRANGER_DATA") != null, "STRANGER_DATA is not set");
    return new Catalogue(DataFolders.standard(null, System.getenv()))
        .open(data, DataOptions.DEFAULT);
  }

  private static Dataset digits(String part, int count) {
    return grey("mnist:" + part).spread(count);
  }

  /** As a network for digits takes them. */
  private static Dataset grey(String data) {
    return Preparation.toFit(open(data), Shape.of(1, 28, 28), Range.UNIT);
  }

  private static TrainedModel guard(String file, ModelInput input, Dataset normal) {
    GuardOptions options = GuardOptions.of(input).with(TestData.tiny(2));
    return Guard.fit(model(file), normal, options, TrainListener.NONE);
  }

  private static ForeignModel model(String file) {
    return ForeignModel.read(TestNetwork.real(file));
  }

  private static void assertSameAnswers(
      String file, ModelInput input, TrainedModel trained, Dataset judged, int batchSize) {
    try (Network before = WatchedNetwork.open(model(file), input, judged.shape());
        Network after = Network.open(trained.model(), "guarded", input, judged.shape())) {
      Set<String> outputs = before.outputs().keySet();
      judged.forEachBatch(
          batchSize,
          batch -> {
            var expected = before.run(batch.values(), batch.count(), outputs);
            var found = after.run(batch.values(), batch.count(), outputs);
            outputs.forEach(
                output ->
                    assertThat(found.get(output).bytes()).isEqualTo(expected.get(output).bytes()));
          });
    }
  }

  /** Of a model whose batch was one: many samples at once, and each alone. */
  private static void assertSameTogether(
      String file, ModelInput input, TrainedModel trained, Dataset judged, String output) {
    try (Network before = WatchedNetwork.open(model(file), input, judged.shape());
        Network after = Network.open(trained.model(), "guarded", input, judged.shape())) {
      judged.forEachBatch(
          32,
          batch -> {
            float[] found =
                after.run(batch.values(), batch.count(), Set.of(output)).get(output).numbers();
            for (int i = 0; i < batch.count(); i++) {
              float[] own = before.run(batch.sample(i), 1, Set.of(output)).get(output).numbers();
              for (int k = 0; k < own.length; k++) {
                assertThat(found[i * own.length + k])
                    .isCloseTo(own[k], within(1e-5f * (1 + Math.abs(own[k]))));
              }
            }
          });
    }
  }

  @Test
  void aNetworkOfPyTorchAnswersAsBefore() {
    TrainedModel trained = guard("cnn_mnist_pytorch.onnx", PYTORCH, digits("train", 500));
    Dataset judged = digits("test", 1000);
    assertSameAnswers("cnn_mnist_pytorch.onnx", PYTORCH, trained, judged, 1);
    assertSameTogether("cnn_mnist_pytorch.onnx", PYTORCH, trained, judged, "21");
  }

  @Test
  void aNetworkOfCntkAnswersAsBefore() {
    TrainedModel trained = guard("mnist_cntk.onnx", CNTK, digits("train", 500));
    Dataset judged = digits("test", 1000);
    assertSameAnswers("mnist_cntk.onnx", CNTK, trained, judged, 1);
    assertSameTogether("mnist_cntk.onnx", CNTK, trained, judged, "Plus214_Output_0");
  }

  /** It has no hidden layer, so its input is watched; and it takes 780 pixels of 784. */
  @Test
  void aClassifierOfScikitLearnAnswersAsBefore() {
    TrainedModel trained = guard("lr_mnist_scikit.onnx", SCIKIT, pixels("train", 500));
    assertSameAnswers("lr_mnist_scikit.onnx", SCIKIT, trained, pixels("test", 1000), 1);
    try (Detector detector = trained.open()) {
      assertThat(detector.metadata().card()).contains("\"watched\":\"float_input\"");
      assertThat(detector.metadata().energies()).doesNotContain("energy");
    }
  }

  private static MemoryDataset pixels(String part, int count) {
    MemoryDataset digits = digits(part, count).inMemory();
    float[][] rows = new float[count][];
    Arrays.setAll(rows, i -> Arrays.copyOf(digits.sample(i), 780));
    return MemoryDataset.of("pixels", Shape.of(780), Range.UNIT, rows);
  }

  @Test
  void aQuantisedMobileNetAnswersAsBefore() {
    String file = "mobilenet_v3_int8.onnx";
    Dataset photographs =
        open("cifar10:test").first(264).map(Resize.to(244, 244)).map(Scale.toUnit());
    TrainedModel trained = guard(file, MOBILE_NET, photographs.where(i -> i >= 64));
    assertSameAnswers(file, MOBILE_NET, trained, photographs.first(64), 1);
    assertSameAnswers(file, MOBILE_NET, trained, photographs.first(64), 32);
    try (Detector detector = trained.open()) {
      assertThat(detector.metadata().card()).contains("\"watched\":\"onnx::Gemm_1562\"");
      assertThat(detector.metadata().input().oneByOne()).isFalse();
    }
  }

  @Test
  void aGuardedDigitClassifierTellsOtherPicturesFromDigits() {
    GuardOptions options = GuardOptions.of(PYTORCH).with(TrainOptions.DEFAULT.withDevice("cpu"));
    Dataset train = digits("train", 10_000);
    try (Detector detector =
        Guard.fit(model("cnn_mnist_pytorch.onnx"), train, options, TrainListener.NONE).open()) {
      double[] normal = scores(detector, digits("test", 2000));
      for (String strangers :
          List.of(
              "fashion-mnist:test",
              "strokes:size=2000,seed=5",
              "noise:size=2000,seed=5",
              "svhn:test")) {
        double[] out = scores(detector, grey(strangers).spread(2000));
        double auroc = RankMetrics.of(normal, out).auroc();
        assertThat(auroc).as(strangers).isGreaterThan(0.95);
      }
    }
  }

  private static double[] scores(Detector detector, Dataset data) {
    DoubleStream.Builder scores = DoubleStream.builder();
    detector.judge(
        data, (batch, verdicts) -> verdicts.forEach(verdict -> scores.add(verdict.score())));
    return scores.build().toArray();
  }
}
