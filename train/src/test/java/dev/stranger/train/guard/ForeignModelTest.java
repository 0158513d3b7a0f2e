package dev.stranger.train.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.stranger.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForeignModelTest {

  private static final TestNetwork CNN = new TestNetwork("cnn-13");

  private static AbstractThrowableAssert<?, ?> assertRefused(Consumer<ModelProto.Builder> change) {
    return assertThatThrownBy(() -> Edited.model(CNN, change)).isInstanceOf(DataException.class);
  }

  @Test
  void aMissingFileIsRefused(@TempDir Path folder) {
    Path file = folder.resolve("a.onnx");
    assertThatThrownBy(() -> ForeignModel.read(file))
        .isInstanceOf(DataException.class)
        .hasMessage("there is no model %s; check the path", file);
    assertThatThrownBy(() -> ForeignModel.read(folder))
        .isInstanceOf(DataException.class)
        .hasMessage("there is no model %s; check the path", folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "This is no model.\n", "PK\u0003\u0004", "{\"a\": 1}"})
  void whatIsNoModelIsRefused(String content, @TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("a.onnx"), content);
    assertThatThrownBy(() -> ForeignModel.read(file))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith(file + " is no ONNX model")
        .hasMessageEndingWith("; export it again");
  }

  @Test
  void aFileThatIsCutShortIsRefused() {
    byte[] all = CNN.bytes();
    for (int length = 0; length < all.length; length += 997) {
      byte[] part = Arrays.copyOf(all, length);
      assertThatThrownBy(() -> ForeignModel.of(part, "a.onnx"))
          .as("%d of %d bytes", length, all.length)
          .isInstanceOf(DataException.class)
          .hasMessageStartingWith("a.onnx is no ONNX model")
          .hasMessageEndingWith("; export it again");
    }
  }

  @Test
  void dataInAnotherFileIsRefused() {
    String message =
        "cnn-13.onnx keeps the tensor 'b.bias' in another file; save it as one file (onnx.save with"
            + " save_as_external_data=False)";
    assertRefused(
            model ->
                model.getGraphBuilder().getInitializerBuilderList().stream()
                    .filter(tensor -> tensor.getName().equals("b.bias"))
                    .forEach(
                        tensor ->
                            tensor
                                .clearRawData()
                                .setDataLocation(TensorProto.DataLocation.EXTERNAL)
                                .addExternalData(entry("location", "weights.bin"))))
        .hasMessage(message);
  }

  private static StringStringEntryProto entry(String key, String value) {
    return StringStringEntryProto.newBuilder().setKey(key).setValue(value).build();
  }

  @Test
  void customOperatorsAreRefused() {
    assertRefused(
            model -> model.getGraphBuilder().getNodeBuilder(1).setDomain("com.acme").setOpType("A"))
        .hasMessage(
            "cnn-13.onnx has the operator A of com.acme, which ONNX Runtime does not have; export"
                + " the model without custom operators");
  }

  @Test
  void customOperatorsInABranchAreRefused() {
    TestNetwork branch = new TestNetwork("branch-13");
    assertThatThrownBy(
            () ->
                Edited.graph(
                    branch,
                    graph ->
                        graph.getNodeBuilderList().stream()
                            .filter(node -> node.getOpType().equals("If"))
                            .forEach(
                                node ->
                                    node.getAttributeBuilder(0)
                                        .getGBuilder()
                                        .getNodeBuilder(0)
                                        .setDomain("com.acme"))))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("branch-13.onnx has the operator Constant of com.acme");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 6, 27, 1L << 32, (1L << 32) + 13, -1, 0})
  void operatorSetsThatStrangerDoesNotWriteAreRefused(long version) {
    assertRefused(model -> model.getOpsetImportBuilder(0).setVersion(version))
        .hasMessage(
            "cnn-13.onnx has ONNX operator set %d; export it with one from 7 to 26", version);
  }

  @Test
  void twoOperatorSetsOfOneDomainAreRefused() {
    assertRefused(
            model ->
                model.addOpsetImport(
                    OperatorSetIdProto.newBuilder().setDomain("ai.onnx").setVersion(20)))
        .hasMessage("cnn-13.onnx has the ONNX operator sets 13, 20; export it with one of them");
  }

  @Test
  void aDetectorIsRefused() {
    assertRefused(model -> model.addMetadataProps(entry("stranger.format", "1")))
        .hasMessage(
            "cnn-13.onnx is a detector of Stranger already; guard the network it was made of");
  }

  @Test
  void metadataThatOnlyDetectorsHaveIsRefused() {
    assertRefused(model -> model.addMetadataProps(entry("stranger.input", "x")))
        .hasMessage(
            "cnn-13.onnx is a detector of Stranger already; guard the network it was made of");
  }

  @Test
  void constantsAreNoInputsOfOldModels() {
    ForeignModel old = new TestNetwork("cnn-7").model();
    assertThat(old.inputs()).extracting(ForeignModel.Input::name).containsExactly("input");
    assertThat(old.inputs().get(0)).hasToString("input [?, 1, 28, 28]");
    assertThat(old.proto().getGraph().getInputList()).hasSize(1);
    assertThat(old.outputs()).containsExactly("output");
  }
}
