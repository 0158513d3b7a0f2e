package dev.stranger.train.guard;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TensorFinderTest {

  private static TensorFinder finder(TestNetwork network) {
    return new TensorFinder(network.proto().getGraph(), "input");
  }

  @ParameterizedTest
  @CsvSource({
    "cnn-7, /Relu_3_output_0, /o/Gemm_output_0",
    "cnn-20, /Relu_3_output_0, /o/Gemm_output_0",
    "cnn-fixed-12, /Relu_3_output_0, /o/Gemm_output_0",
    "nhwc-13, /c/Relu_3_output_0, /c/o/Gemm_output_0",
    "two-inputs-13, /Relu_3_output_0, output",
    "half-17, /Relu_3_output_0, /o/Gemm_output_0",
    "branch-13, /c/Relu_3_output_0, output",
    "lstm-9, /Squeeze_output_0, output",
    "lstm-20, /Gather_output_0, output",
    "vit-9, /ReduceMean_output_0, output",
    "vit-20, /ReduceMean_output_0, output",
  })
  void findsWhatTheLastLayerDecidesBy(String name, String features, String logits) {
    TensorFinder finder = finder(new TestNetwork(name));
    assertThat(finder.features()).contains(features);
    assertThat(finder.logits()).contains(logits);
  }

  @ParameterizedTest
  @CsvSource({
    "mobilenet_v3_int8.onnx, image, onnx::Gemm_1562, scores",
    "cnn_mnist_pytorch.onnx, 0, 18, 20",
    "mnist_cntk.onnx, Input3, Pooling160_Output_0_reshape0, Plus214_Output_0",
  })
  void findsItInRealModels(String file, String input, String features, String logits) {
    ForeignModel model = ForeignModel.read(TestNetwork.real(file));
    TensorFinder finder = new TensorFinder(model.proto().getGraph(), input);
    assertThat(finder.features()).contains(features);
    assertThat(finder.logits()).contains(logits);
  }

  @Test
  void withoutAHiddenLayerItIsTheInput() {
    ForeignModel model = ForeignModel.read(TestNetwork.real("lr_mnist_scikit.onnx"));
    String input = model.inputs().get(0).name();
    TensorFinder finder = new TensorFinder(model.proto().getGraph(), input);
    assertThat(finder.features()).contains(input);
    assertThat(finder.logits()).isEmpty();
  }

  private static TensorFinder of(NodeProto... nodes) {
    return new TensorFinder(
        GraphProto.newBuilder()
            .addAllNode(List.of(nodes))
            .addOutput(ValueInfoProto.newBuilder().setName(nodes[nodes.length - 1].getOutput(0)))
            .build(),
        "x");
  }

  private static NodeProto node(String operator, String output, String... inputs) {
    return Edited.node(operator, List.of(inputs), output);
  }

  @Test
  void skipsPastALayerDoNotHideIt() {
    TensorFinder finder =
        of(
            node("MatMul", "a", "x", "w1"),
            node("Relu", "b", "a"),
            node("MatMul", "c", "b", "w2"),
            node("Add", "y", "x", "c"));
    assertThat(finder.features()).contains("b");
  }

  @Test
  void quantisedFeaturesAreLookedAtBefore() {
    TensorFinder finder =
        of(
            node("Relu", "a", "x"),
            node("QuantizeLinear", "b", "a", "scale", "zero"),
            node("QLinearMatMul", "y", "b", "scale", "zero", "w", "s", "z", "s2", "z2"));
    assertThat(finder.features()).contains("a");
  }

  @Test
  void dequantisedFeaturesAreWatchedAsTheyAre() {
    TensorFinder finder =
        of(
            node("Relu", "a", "x"),
            node("QuantizeLinear", "b", "a", "scale", "zero"),
            node("DequantizeLinear", "c", "b", "scale", "zero"),
            node("Gemm", "y", "c", "w"));
    assertThat(finder.features()).contains("c");
  }

  @Test
  void productsOfAttentionAreNoLayers() {
    TensorFinder finder =
        of(
            node("MatMul", "q", "x", "w1"),
            node("MatMul", "k", "x", "w2"),
            node("MatMul", "y", "q", "k"));
    assertThat(finder.features()).contains("x");
  }

  @Test
  void aSoftmaxIsTakenOff() {
    TensorFinder finder =
        of(
            node("Gemm", "a", "x", "w"),
            node("Identity", "b", "a"),
            node("Softmax", "c", "b"),
            node("Cast", "y", "c"));
    assertThat(finder.logits()).contains("a");
  }
}
