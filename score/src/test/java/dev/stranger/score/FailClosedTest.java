package dev.stranger.score;

import static dev.stranger.score.SmallDetector.FLOAT;
import static dev.stranger.score.SmallDetector.INT64;
import static dev.stranger.score.SmallDetector.integers;
import static dev.stranger.score.SmallDetector.node;
import static dev.stranger.score.SmallDetector.number;
import static dev.stranger.score.SmallDetector.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.stranger.DetectorFileException;
import dev.stranger.score.onnx.AllowedOperators;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gate that cannot judge must never say that all is well. */
class FailClosedTest {

  @TempDir private Path folder;

  /** As of a model whose operators are trusted; of others it is known before they run. */
  @ParameterizedTest
  @ValueSource(strings = {"score", "p_value"})
  void anEmptyOutputIsRefused(String output) {
    OpenOptions trusting = OpenOptions.DEFAULT.with(AllowedOperators.ANY);
    Path file = SmallDetector.write(folder, model -> empty(model, output));
    assertThatThrownBy(() -> Detector.open(file, trusting))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageContainingAll(output, "0 numbers for 4 samples, 4 were expected");
    assertThatThrownBy(() -> Detector.open(file))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageContaining("has the shape [0]");
  }

  /** Takes no rows of what was computed. */
  private static void empty(ModelProto.Builder model, String output) {
    GraphProto.Builder graph = model.getGraphBuilder();
    rename(graph, output, "whole");
    graph.addInitializer(integers("zero", 0));
    graph.addNode(node("Slice", output, "whole", "zero", "zero", "zero"));
  }

  private static void rename(GraphProto.Builder graph, String output, String name) {
    for (NodeProto.Builder node : graph.getNodeBuilderList()) {
      if (node.getOutput(0).equals(output)) {
        node.setOutput(0, name);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"score", "p_value", "energies", "parts"})
  void anOutputOfAnotherTypeIsRefused(String output) {
    assertThatThrownBy(
            () -> Detector.open(SmallDetector.write(folder, model -> round(model, output))))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageContainingAll("no output " + output + " of floats");
  }

  private static void round(ModelProto.Builder model, String output) {
    GraphProto.Builder graph = model.getGraphBuilder();
    rename(graph, output, "whole");
    graph.addNode(node("Cast", output, "whole").addAttribute(number("to", INT64)));
    for (int i = 0; i < graph.getOutputCount(); i++) {
      if (graph.getOutput(i).getName().equals(output)) {
        boolean single = output.equals("score") || output.equals("p_value");
        graph.setOutput(i, single ? value(output, INT64, -1) : value(output, INT64, -1, 1));
      }
    }
  }

  @Test
  void aScoreOfSeveralNumbersIsRefused() {
    assertThatThrownBy(
            () ->
                Detector.open(
                    SmallDetector.write(
                        folder,
                        model -> {
                          GraphProto.Builder graph = model.getGraphBuilder();
                          rename(graph, "score", "narrow");
                          graph.addNode(node("Identity", "score", "squares"));
                          graph.setOutput(1, value("score", FLOAT, -1, 2));
                        })))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageContaining("gives a score of [-1, 2]");
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, 0, -1, 1.5f, Float.POSITIVE_INFINITY})
  void aPValueThatIsNoneIsNotJudgedBy(float wrong) {
    try (Detector detector = unverified(outputs -> outputs.put("p_value", new float[] {wrong}))) {
      assertThatThrownBy(() -> detector.judge(new float[] {3, 4}))
          .isInstanceOf(DetectorFileException.class)
          .hasMessageContaining("cannot judge: it gives " + wrong);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"score", "p_value", "energies"})
  void anOutputThatAnEngineLeavesOutIsMissed(String output) {
    try (Detector detector = unverified(outputs -> outputs.remove(output))) {
      assertThatThrownBy(() -> detector.judge(new float[] {3, 4}))
          .isInstanceOf(DetectorFileException.class)
          .hasMessageContaining("its %s has 0 numbers for 1 samples".formatted(output));
    }
  }

  private interface Spoil {
    void in(Map<String, float[]> outputs);
  }

  /** A detector whose engine judges the test vectors well, and later samples wrongly. */
  private static Detector unverified(Spoil spoil) {
    byte[] model = SmallDetector.complete().build().toByteArray();
    Engine engine = Engine.inOnnxRuntime(model, "small.onnx");
    return Detector.of(
        new Engine() {
          @Override
          public GraphFacts facts() {
            return engine.facts();
          }

          @Override
          public int batchSize() {
            return engine.batchSize();
          }

          @Override
          public Map<String, float[]> run(FloatBuffer samples, int count, Set<String> outputs) {
            Map<String, float[]> found = new HashMap<>(engine.run(samples, count, outputs));
            if (count == 1) {
              spoil.in(found);
            }
            return found;
          }

          @Override
          public void close() {
            engine.close();
          }
        },
        "small.onnx");
  }

  @Test
  void aValueThatOverflowsIsAStranger() {
    try (Detector detector = Detector.open(SmallDetector.write(folder))) {
      assertThat(detector.judge(new float[] {1e30f, -1e30f}).ood()).isTrue();
    }
  }
}
