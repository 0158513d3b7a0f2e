package dev.stranger.score;

import static dev.stranger.score.SmallDetector.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TrainingInfoProto;
import dev.stranger.DetectorFileException;
import dev.stranger.score.onnx.AllowedOperators;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Detector files of an attacker, with checksums that are right. */
class CraftedFilesTest {

  private static final Duration SOON = Duration.ofSeconds(5);

  @TempDir private Path folder;

  static Set<String> cases() {
    return CraftedGraphs.ALL.keySet();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aCraftedGraphIsRefusedAtOnce(String name) {
    Path file =
        SmallDetector.write(
            folder,
            model -> {
              CraftedGraphs.ALL.get(name).accept(model.getGraphBuilder());
              model.addOpsetImport(
                  OperatorSetIdProto.newBuilder().setDomain("ai.onnx.ml").setVersion(3));
            });
    assertRefused(file);
  }

  /** In a thread of its own, as what hangs cannot be stopped. */
  private static void assertRefused(Path file) {
    assertTimeoutPreemptively(
        SOON,
        () ->
            assertThatThrownBy(() -> Detector.open(file).close())
                .isInstanceOf(DetectorFileException.class)
                .hasMessageStartingWith(file.toString()));
  }

  @Test
  void thereAreFiftyOfThem() {
    assertThat(cases()).hasSizeGreaterThanOrEqualTo(50);
  }

  @Test
  void aModelThatHoldsMoreThanAGraphIsRefused() {
    assertRefused(
        SmallDetector.write(
            folder, model -> model.addTrainingInfo(TrainingInfoProto.getDefaultInstance())));
    assertRefused(
        SmallDetector.write(
            folder,
            model ->
                model.addFunctions(
                    FunctionProto.newBuilder()
                        .setName("f")
                        .addNode(NodeProto.newBuilder().setOpType("Loop")))));
    assertRefused(
        SmallDetector.write(folder, model -> model.addMetadataProps(model.getMetadataProps(0))));
  }

  /** In version 11, ReduceSum takes no axes as an input. */
  @Test
  void operatorsOfAnotherVersionAreRefused() {
    for (int version : new int[] {1, 11, 16, 18, 1000}) {
      assertRefused(
          SmallDetector.write(folder, model -> model.getOpsetImportBuilder(0).setVersion(version)));
    }
  }

  /** The second graph would be merged by one parser, and taken for the first by another. */
  @Test
  void twoGraphsInOneModelAreRefused() throws Exception {
    byte[] one = SmallDetector.complete().build().toByteArray();
    byte[] second =
        ModelProto.newBuilder()
            .setGraph(GraphProto.newBuilder().addNode(node("Loop", "made", "x")))
            .build()
            .toByteArray();
    byte[] both = Arrays.copyOf(one, one.length + second.length);
    System.arraycopy(second, 0, both, one.length, second.length);
    Path file = folder.resolve("both.onnx");
    DetectorFile.write(both, file);
    assertRefused(file);
  }

  /** What could be read was given back by reconstruct(). */
  @Test
  void noFileIsReadEvenOfModelsThatAreTrusted() throws Exception {
    Files.writeString(folder.resolve("secrets"), "secret", StandardCharsets.UTF_8);
    Path file =
        SmallDetector.write(
            folder, model -> model.getGraphBuilder().addInitializer(CraftedGraphs.external()));
    OpenOptions trusting = OpenOptions.DEFAULT.with(AllowedOperators.ANY);
    assertThatThrownBy(() -> Detector.open(file, trusting))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageContaining("'away' is to be read from another file");
  }

  /** An argument of a function may be a tensor too. */
  @Test
  void noFileIsReadByAFunctionOfATrustedModel() {
    AttributeProto.Builder away =
        AttributeProto.newBuilder()
            .setName("value")
            .setType(AttributeProto.AttributeType.TENSOR)
            .setT(CraftedGraphs.external());
    Path file =
        SmallDetector.write(
            folder,
            model ->
                model.addFunctions(
                    FunctionProto.newBuilder().setName("f").addAttributeProto(away)));
    assertThatThrownBy(() -> Detector.open(file, OpenOptions.DEFAULT.with(AllowedOperators.ANY)))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageContaining("'away' is to be read from another file");
  }

  /** ONNX Runtime knows its own format by bytes 4 to 7, whatever a protobuf parser reads. */
  @Test
  void aFileThatIsAlsoOfOnnxRuntimesOwnFormatIsRefused() throws Exception {
    byte[] head = {8, 8, 18, 4, 'O', 'R', 'T', 'M'}; // the version, and a producer of this name
    ModelProto.Builder rest = SmallDetector.complete().clearIrVersion();
    byte[] model = rest.build().toByteArray();
    byte[] both = Arrays.copyOf(head, head.length + model.length);
    System.arraycopy(model, 0, both, head.length, model.length);
    Path file = folder.resolve("polyglot.onnx");
    DetectorFile.write(both, file);
    assertRefused(file);
  }

  @Test
  void manyTestVectorsAreRefused() {
    float[] points = new float[2 * 65];
    byte[] model = SmallDetector.plain().build().toByteArray();
    try (Detector detector = DetectorDraft.open(model, "draft")) {
      Map<String, String> vectors = DetectorDraft.testVectors(detector, points);
      Path file = folder.resolve("many.onnx");
      ModelProto.Builder many = SmallDetector.plain();
      vectors.forEach(
          (key, value) ->
              many.addMetadataProps(
                  StringStringEntryProto.newBuilder().setKey(key).setValue(value)));
      DetectorFile.write(many.build().toByteArray(), file);
      assertThatThrownBy(() -> Detector.open(file))
          .isInstanceOf(DetectorFileException.class)
          .hasMessageContaining("there are 65, more than 64");
    }
  }

  @Test
  void furtherOperatorsAreOpenedWhenTheyAreAllowed() {
    Path file =
        SmallDetector.write(
            folder, model -> model.getGraphBuilder().addNode(node("Cos", "made", "x")));
    assertRefused(file);
    AllowedOperators cosine = AllowedOperators.OF_STRANGER.and(Set.of("Cos"));
    for (AllowedOperators operators : new AllowedOperators[] {cosine, AllowedOperators.ANY}) {
      try (Detector detector = Detector.open(file, OpenOptions.DEFAULT.with(operators))) {
        assertThat(detector.judge(new float[] {3, 4}).score()).isEqualTo(25);
      }
    }
  }
}
