package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stranger.MemoryDataset;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.train.guard.TestNetwork;
import dev.stranger.train.loop.TrainListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Guarded files in another program: Node.js with onnxruntime-node, which {@code npm ci
 * --ignore-scripts} puts into src/test/node.
 */
@Tag("slow")
class GuardedInNodeTest {

  private static final Path NODE = Path.of("src", "test", "node");
  private static final int JUDGED = 40;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"cnn-7, 1 28 28", "cnn-20, 1 28 28", "lstm-9, 140 1", "vit-17, 1 28 28"})
  void verdictsAreTheSame(String name, String sample) throws Exception {
    assumeTrue(
        Files.isDirectory(NODE.resolve("node_modules")), "run npm ci --ignore-scripts in " + NODE);
    TestNetwork network = new TestNetwork(name);
    GuardOptions options = GuardOptions.of(network.input()).with(TestData.tiny(2));
    Path file = folder.resolve("guarded.onnx");
    Guard.fit(network.model(), network.samples(300, 1), options, TrainListener.NONE).save(file);
    MemoryDataset judged = network.samples(JUDGED, 2);
    List<String> said = judge(file, TestNetwork.values(judged), sample);
    try (Detector detector = Detector.open(file)) {
      List<Verdict> expected = detector.judge(TestNetwork.values(judged), JUDGED);
      assertThat(said).hasSize(JUDGED);
      for (int i = 0; i < JUDGED; i++) {
        String[] numbers = said.get(i).split(" ");
        float score = expected.get(i).score();
        assertThat(Float.parseFloat(numbers[0])).isCloseTo(score, within(1e-3f * (1 + score)));
        assertThat(Float.parseFloat(numbers[1])).isCloseTo(expected.get(i).pValue(), within(0.02f));
      }
    }
  }

  /** One line for each sample. */
  private List<String> judge(Path detector, float[] values, String sample)
      throws IOException, InterruptedException {
    ByteBuffer bytes =
        ByteBuffer.allocate(Float.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    Path samples = Files.write(folder.resolve("samples"), bytes.array());
    List<String> command = new ArrayList<>(List.of("node", "judge.js"));
    command.addAll(List.of(detector.toString(), "input", samples.toString()));
    command.add(Integer.toString(JUDGED));
    command.addAll(List.of(sample.split(" ")));
    Path said = folder.resolve("said.txt");
    Process node =
        new ProcessBuilder(command)
            .directory(NODE.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    if (!node.waitFor(2, TimeUnit.MINUTES)) {
      node.destroyForcibly();
      throw new IOException("Node.js did not end");
    }
    assertThat(node.exitValue()).as(Files.readString(said)).isZero();
    return Files.readAllLines(said);
  }
}
