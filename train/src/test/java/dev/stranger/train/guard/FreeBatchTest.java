package dev.stranger.train.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import ai.onnxruntime.OrtException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FreeBatchTest {

  private static final int IR_VERSION = 8;

  @ParameterizedTest
  @CsvSource({"cnn_mnist_pytorch.onnx, 0, 21", "mnist_cntk.onnx, Input3, Plus214_Output_0"})
  void realModelJudgesManySamplesLikeEach(String file, String input, String output)
      throws Exception {
    ModelProto fixed = real(file);
    assertThat(FreeBatch.isFixed(fixed, input)).isTrue();
    ModelProto free = FreeBatch.of(fixed, input);
    assertThat(FreeBatch.isFixed(free, input)).isFalse();
    assertThat(first(free.getGraph().getOutput(0)).getDimParam()).isEqualTo("N");
    assertThat(free.getGraph().getValueInfoList()).isEmpty();
    assertJudgesAlike(fixed, free, input, output, 7, 1, 28, 28);
  }

  @Test
  void realModelWithFreeBatchIsLeftAlone() throws IOException {
    ModelProto model = real("mobilenet_v3_int8.onnx");
    assertThat(FreeBatch.isFixed(model, "image")).isFalse();
    assertThat(FreeBatch.of(model, "image")).isSameAs(model);
  }

  @Test
  void weightsThatAreReshapedKeepTheirShape() throws IOException {
    GraphProto graph = FreeBatch.of(real("mnist_cntk.onnx"), "Input3").getGraph();
    assertThat(list(graph, "Parameter193_reshape1_shape")).containsExactly(256, 10);
    assertThat(list(graph, "Pooling160_Output_0_reshape0_shape_free")).containsExactly(-1, 256);
    assertThat(graph.getInitializerList())
        .extracting(TensorProto::getName)
        .doesNotContain("Pooling160_Output_0_reshape0_shape");
  }

  private static ModelProto real(String file) throws IOException {
    String folder = System.getenv("STRANGER_DATA");
    assumeTrue(folder != null, "STRANGER_DATA is not set");
    Path path = Path.of(folder, "models", file);
    assumeTrue(Files.isRegularFile(path), () -> "there is no " + path);
    return ModelProto.parseFrom(Files.readAllBytes(path));
  }

  private static TensorShapeProto.Dimension first(ValueInfoProto value) {
    return value.getType().getTensorType().getShape().getDim(0);
  }

  private static long[] list(GraphProto graph, String name) {
    return graph.getInitializerList().stream()
        .filter(tensor -> tensor.getName().equals(name))
        .map(TensorNumbers::whole)
        .findFirst()
        .orElseThrow();
  }

  /** One batch of several samples against batches of the fixed size. */
  private static void assertJudgesAlike(
      ModelProto fixed, ModelProto free, String input, String output, int count, int... sample)
      throws OrtException {
    int batch = (int) first(fixed.getGraph().getInput(0)).getDimValue();
    int size = IntStream.of(sample).reduce(1, (a, b) -> a * b);
    float[] samples = new float[count * batch * size];
    Random random = new Random(5);
    IntStream.range(0, samples.length).forEach(i -> samples[i] = random.nextFloat());
    float[] found = GraphRun.of(free, input, samples, shape(count * batch, sample)).get(output);
    int length = found.length / count;
    for (int i = 0; i < count; i++) {
      int from = i * batch * size;
      float[] part = Arrays.copyOfRange(samples, from, from + batch * size);
      float[] expected = GraphRun.of(fixed, input, part, shape(batch, sample)).get(output);
      assertThat(expected).hasSize(length);
      assertThat(Arrays.copyOfRange(found, i * length, (i + 1) * length))
          .containsExactly(expected, within(1e-5f));
    }
  }

  private static long[] shape(int count, int... sample) {
    return IntStream.concat(IntStream.of(count), IntStream.of(sample)).asLongStream().toArray();
  }

  /** A model from x, B x 2 x 3, to y, through nodes that may use the weights w, 6 x 6. */
  private static ModelProto model(int batch, List<TensorProto> constants, NodeProto... nodes) {
    float[] weights = new float[36];
    IntStream.range(0, 36).forEach(i -> weights[i] = (i * 7 % 11) / 11f - 0.4f);
    TensorProto w =
        TensorNumbers.list("w", weights).toBuilder().clearDims().addDims(6).addDims(6).build();
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("test")
            .addInput(value("x", batch, 2, 3))
            .addOutput(value("y", batch, 6))
            .addValueInfo(value("rows", batch, 6))
            .addInitializer(w)
            .addAllInitializer(constants)
            .addAllNode(List.of(nodes))
            .build();
    return ModelProto.newBuilder()
        .setIrVersion(IR_VERSION)
        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(14))
        .setGraph(graph)
        .build();
  }

  private static ValueInfoProto value(String name, long... shape) {
    TensorShapeProto.Builder dimensions = TensorShapeProto.newBuilder();
    for (long length : shape) {
      dimensions.addDim(TensorShapeProto.Dimension.newBuilder().setDimValue(length));
    }
    TypeProto.Tensor type =
        TypeProto.Tensor.newBuilder()
            .setElemType(TensorProto.DataType.FLOAT.getNumber())
            .setShape(dimensions)
            .build();
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(TypeProto.newBuilder().setTensorType(type))
        .build();
  }

  private static NodeProto node(String operator, String output, String... inputs) {
    return NodeProto.newBuilder()
        .setOpType(operator)
        .setName("node " + output)
        .addAllInput(List.of(inputs))
        .addOutput(output)
        .build();
  }

  private static ModelProto reshaped(int batch, long... shape) {
    return model(
        batch,
        List.of(TensorNumbers.list("shape", shape)),
        node("Reshape", "rows", "x", "shape"),
        node("MatMul", "y", "rows", "w"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1,6", "1,-1", "-1,6", "0,6"})
  void batchOfOneBecomesFree(String shape) throws OrtException {
    ModelProto fixed =
        reshaped(1, Arrays.stream(shape.split(",")).mapToLong(Long::parseLong).toArray());
    assertJudgesAlike(fixed, FreeBatch.of(fixed, "x"), "x", "y", 5, 2, 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4,6", "4,-1"})
  void batchOfFourBecomesFree(String shape) throws OrtException {
    ModelProto fixed =
        reshaped(4, Arrays.stream(shape.split(",")).mapToLong(Long::parseLong).toArray());
    ModelProto free = FreeBatch.of(fixed, "x");
    assertJudgesAlike(fixed, free, "x", "y", 3, 2, 3);
    assertThat(GraphRun.of(free, "x", new float[6], 1, 2, 3).get("y")).hasSize(6);
  }

  @Test
  void zeroMeansAsInTheInput() throws OrtException {
    ModelProto.Builder fixed = reshaped(1, 1, -1).toBuilder();
    fixed.getGraphBuilder().getNodeBuilder(0).addAttribute(NodeAttributes.of("allowzero", 1));
    assertJudgesAlike(fixed.build(), FreeBatch.of(fixed.build(), "x"), "x", "y", 5, 2, 3);
  }

  @Test
  void batchMayBeJoinedWithAnotherAxisForAWhile() throws OrtException {
    ModelProto fixed =
        model(
            1,
            List.of(TensorNumbers.list("joined", 2, 3), TensorNumbers.list("split", 1, 6)),
            node("Reshape", "lines", "x", "joined"),
            node("Softmax", "soft", "lines"),
            node("Reshape", "rows", "soft", "split"),
            node("MatMul", "y", "rows", "w"));
    assertJudgesAlike(fixed, FreeBatch.of(fixed, "x"), "x", "y", 5, 2, 3);
  }

  @Test
  void batchMayStandBehindAnotherAxis() throws OrtException {
    NodeProto swap =
        node("Transpose", "swapped", "x").toBuilder()
            .addAttribute(NodeAttributes.of("perm", new long[] {1, 0, 2}))
            .build();
    NodeProto back =
        node("Transpose", "back", "wide").toBuilder()
            .addAttribute(NodeAttributes.of("perm", new long[] {1, 0, 2}))
            .build();
    ModelProto fixed =
        model(
            1,
            List.of(TensorNumbers.list("wide shape", 2, 1, 3), TensorNumbers.list("row", 1, 6)),
            swap,
            node("Reshape", "wide", "swapped", "wide shape"),
            back,
            node("Reshape", "rows", "back", "row"),
            node("MatMul", "y", "rows", "w"));
    assertJudgesAlike(fixed, FreeBatch.of(fixed, "x"), "x", "y", 5, 2, 3);
  }

  @Test
  void shapeMayBeAConstantNode() throws OrtException {
    AttributeProto tensor =
        AttributeProto.newBuilder()
            .setName("value")
            .setType(AttributeType.TENSOR)
            .setT(TensorNumbers.list("", 1L, 6L))
            .build();
    AttributeProto numbers = NodeAttributes.of("value_ints", new long[] {1, 6});
    for (AttributeProto attribute : List.of(tensor, numbers)) {
      ModelProto fixed =
          model(
              1,
              List.of(),
              node("Constant", "shape").toBuilder().addAttribute(attribute).build(),
              node("Reshape", "rows", "x", "shape"),
              node("MatMul", "y", "rows", "w"));
      ModelProto free = FreeBatch.of(fixed, "x");
      assertJudgesAlike(fixed, free, "x", "y", 5, 2, 3);
      assertThat(free.getGraph().getNodeList()).hasSize(2);
    }
  }

  @Test
  void shapeThatWeightsShareIsCopied() throws OrtException {
    TensorProto bias = TensorNumbers.list("bias", 1f, 2f, 3f, 4f, 5f, 6f);
    ModelProto fixed =
        model(
            1,
            List.of(TensorNumbers.list("shape", 1, 6), bias),
            node("Reshape", "rows", "x", "shape"),
            node("Reshape", "row", "bias", "shape"),
            node("MatMul", "product", "rows", "w"),
            node("Add", "y", "product", "row"));
    ModelProto free = FreeBatch.of(fixed, "x");
    assertThat(list(free.getGraph(), "shape")).containsExactly(1, 6);
    assertThat(list(free.getGraph(), "shape_free")).containsExactly(-1, 6);
    assertJudgesAlike(fixed, free, "x", "y", 5, 2, 3);
  }

  @Test
  void symbolAndNamesAreNotThoseInUse() {
    ModelProto.Builder fixed = reshaped(1, 1, 6).toBuilder();
    ValueInfoProto.Builder second = value("z", 1, 4).toBuilder();
    second
        .getTypeBuilder()
        .getTensorTypeBuilder()
        .getShapeBuilder()
        .getDimBuilder(1)
        .setDimParam("N");
    fixed.getGraphBuilder().addInput(second).addNode(node("Identity", "shape_free", "z"));
    GraphProto graph = FreeBatch.of(fixed.build(), "x").getGraph();
    assertThat(first(graph.getInput(0)).getDimParam()).isEqualTo("N_");
    assertThat(first(graph.getInput(1)).getDimParam()).isEqualTo("N_");
    assertThat(graph.getNode(0).getInput(1)).isEqualTo("shape_free_");
  }

  @Test
  void freeBatchIsLeftAlone() {
    ModelProto free = FreeBatch.of(reshaped(1, 1, 6), "x");
    assertThat(FreeBatch.of(free, "x")).isSameAs(free);
  }

  @Test
  void whatDependsOnABatchOfOneComesBackInSomeForm() {
    ModelProto mixed =
        model(1, List.of(TensorNumbers.list("shape", 3, 2, 1)), node("Reshape", "y", "x", "shape"));
    ModelProto squeezed =
        model(1, List.of(TensorNumbers.list("axis", 0L)), node("Squeeze", "y", "x", "axis"));
    for (ModelProto model : List.of(mixed, squeezed)) {
      assertThat(FreeBatch.isFixed(FreeBatch.of(model, "x"), "x")).isFalse();
    }
  }

  @Test
  void inputThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> FreeBatch.isFixed(reshaped(1, 1, 6), "image"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the model has no input image");
  }
}
