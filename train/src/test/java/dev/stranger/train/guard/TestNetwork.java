package dev.stranger.train.guard;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.score.ModelInput;
import dev.stranger.train.TestData;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A small network that PyTorch exported, with samples that it takes.
 *
 * @param name of the file without its ending
 */
public record TestNetwork(String name) {

  private static final int SIDE = 28;

  /** The content of the file. */
  public byte[] bytes() {
    String file = "/guard/" + name + ".onnx";
    try (InputStream in = TestNetwork.class.getResourceAsStream(file)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public ForeignModel model() {
    return ForeignModel.of(bytes(), name + ".onnx");
  }

  ModelProto proto() {
    return proto(bytes());
  }

  static ModelProto proto(byte[] model) {
    try {
      return ModelProto.parseFrom(model);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public ModelInput input() {
    boolean last = name.startsWith("nhwc") || isOfSeries();
    Map<String, Float> constants =
        name.startsWith("two-inputs") ? Map.of("temperature", 2f) : Map.of();
    return ModelInput.of("input").withChannelsLast(last).withConstants(constants);
  }

  private boolean isOfSeries() {
    return name.startsWith("lstm");
  }

  public MemoryDataset samples(int size, long seed) {
    return isOfSeries() ? TestData.heartbeats(size, seed) : strokes(size, seed);
  }

  /** Written strokes in [0,1], 28 x 28. */
  public static MemoryDataset strokes(int size, long seed) {
    return TestData.images("strokes:size=" + size + ",seed=" + seed, SIDE).inMemory();
  }

  /** All values of some samples, one after another. */
  public static float[] values(Dataset samples) {
    FloatBuffer values =
        FloatBuffer.allocate(Math.toIntExact(samples.size()) * samples.shape().size());
    samples.forEachBatch(1, batch -> values.put(batch.values()));
    return values.array();
  }

  /** A model that nobody here trained; the test is skipped where the data sets are not. */
  public static Path real(String file) {
    String folder = System.getenv("STRANGER_DATA");
    assumeTrue(folder != null, "STRANGER_DATA is not set");
    Path path = Path.of(folder, "models", file);
    assumeTrue(Files.isRegularFile(path), () -> "there is no " + path);
    return path;
  }
}
