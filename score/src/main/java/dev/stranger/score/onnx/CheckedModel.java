package dev.stranger.score.onnx;

import dev.stranger.DetectorFileException;
import dev.stranger.score.onnx.OnnxModel.Graph;
import dev.stranger.score.onnx.OnnxModel.Node;
import dev.stranger.score.onnx.OnnxModel.Tensor;
import dev.stranger.score.onnx.OnnxModel.Value;
import java.util.Arrays;
import java.util.Map;

/**
 * An ONNX model that may be given to a runtime: it reads no files, holds no operator that is not
 * allowed, and of Stranger's own operators needs no more memory and time than {@link #MOST_BYTES}
 * and {@link #MOST_WORK}. What a guarded network needs is not known. Checking takes milliseconds
 * and no memory to speak of. Immutable.
 */
public final class CheckedModel {

  /** What a graph may compute on the way for one sample, in bytes. */
  public static final long MOST_BYTES = 2L << 30;

  /** How many products of numbers, or what takes as long, one sample may take: some seconds. */
  public static final long MOST_WORK = 200_000_000_000L;

  /** Metadata key that a file with a guarded network has: the name of the network's input. */
  public static final String GUARDED = "stranger.input";

  /** What Stranger writes: in other versions some operators take other inputs. */
  private static final Map<String, Long> VERSIONS = Map.of("", 17L, "ai.onnx.ml", 3L);

  /** About a millisecond of a core. */
  private static final long QUICK_WORK = 100_000_000;

  private static final int CPU_BATCH = 256;
  private static final long CPU_MEMORY = 256L << 20;
  private static final int GPU_BATCH = 4096;
  private static final long GPU_MEMORY = 4L << 30;

  /** What is supposed of graphs that nothing is known of, for each value of a sample. */
  private static final int USUAL_BYTES_A_VALUE = 512;

  private final byte[] bytes;
  private final String place;
  private final Map<String, String> properties;
  private final Cost cost;

  private CheckedModel(byte[] bytes, String place, Map<String, String> properties, Cost cost) {
    this.bytes = bytes;
    this.place = place;
    this.properties = properties;
    this.cost = cost;
  }

  /**
   * Of a sample.
   *
   * @param products of numbers, or what takes as long
   */
  private record Cost(long bytes, long products) {}

  /**
   * @param bytes which nobody may change from now on
   * @param place names the model in complaints
   * @throws DetectorFileException when it may not be given to a runtime
   */
  public static CheckedModel of(byte[] bytes, String place, AllowedOperators operators) {
    try {
      OnnxModel model = ModelReader.read(bytes);
      AllowedOperators allowed = operators.in(model.properties().containsKey(GUARDED));
      require(model.main(), allowed);
      model.within().forEach(graph -> require(graph, allowed));
      Cost cost = allowed.areOfStranger() ? cost(model) : usualCost(model.main());
      return new CheckedModel(bytes, place, model.properties(), cost);
    } catch (MalformedModelException e) {
      throw new DetectorFileException(
          "%s is not opened: %s; get a new copy, or train it again"
              .formatted(place, e.getMessage()),
          e);
    }
  }

  private static void require(Graph graph, AllowedOperators operators) {
    graph.constants().values().forEach(CheckedModel::requireInside);
    graph.others().forEach(CheckedModel::requireInside);
    for (Node node : graph.nodes()) {
      if (!operators.allow(node.name())) {
        throw new MalformedModelException(
            "its graph has the operator %s, which Stranger does not write".formatted(node.name()));
      }
    }
  }

  private static void requireInside(Tensor tensor) {
    if (tensor.external()) {
      throw new MalformedModelException(
          "its tensor '%s' is to be read from another file".formatted(tensor.name()));
    }
  }

  /** What is computed for one sample. */
  private static Cost cost(OnnxModel model) {
    if (!model.within().isEmpty() || !model.main().others().isEmpty()) {
      throw new MalformedModelException("it holds graphs or tensors within nodes, or functions");
    }
    if (!VERSIONS.entrySet().containsAll(model.versions().entrySet())) {
      throw new MalformedModelException(
          "it has operators of the versions %s, a detector of %s"
              .formatted(model.versions(), VERSIONS));
    }
    if (model.main().inputs().size() != 1) {
      throw new MalformedModelException(
          "it has %d inputs, a detector has one".formatted(model.main().inputs().size()));
    }
    model.main().constants().values().forEach(CheckedModel::requireComplete);
    return cost(model.main());
  }

  /** What two samples take less what one takes, if every further one takes as much. */
  private static Cost cost(Graph graph) {
    GraphSize one = GraphSize.of(graph, 1);
    if (one.bytes() > MOST_BYTES || one.workspace() > MOST_BYTES || one.work() > MOST_WORK) {
      throw new MalformedModelException(
          "it computes %,d bytes beside %,d with %,d products for a sample; %,d and %,d are allowed"
              .formatted(one.bytes(), one.workspace(), one.work(), MOST_BYTES, MOST_WORK));
    }
    long further = GraphSize.of(graph, 2).bytes() - one.bytes();
    GraphSize many = GraphSize.of(graph, GPU_BATCH);
    if (many.bytes() - one.bytes() != further * (GPU_BATCH - 1)) {
      throw new MalformedModelException("what it computes does not grow with the samples alone");
    }
    return new Cost(Math.max(1, further), one.work());
  }

  /** A tensor may not claim more values than it brings. */
  private static void requireComplete(Tensor tensor) {
    int width =
        tensor.type() == OnnxModel.FLOAT
            ? Float.BYTES
            : tensor.type() == OnnxModel.INT64 ? Long.BYTES : 0;
    boolean positive = Arrays.stream(tensor.dimensions()).allMatch(d -> d > 0);
    try {
      long claimed = Math.multiplyExact(Call.elements(tensor.dimensions()), width);
      if (width > 0 && positive && claimed == tensor.values().remaining()) {
        return;
      }
    } catch (ArithmeticException e) {
      // more than any file holds
    }
    throw new MalformedModelException(
        "its tensor '%s' of type %d claims %s values and brings %,d bytes"
            .formatted(
                tensor.name(),
                tensor.type(),
                Arrays.toString(tensor.dimensions()),
                tensor.values().remaining()));
  }

  private static Cost usualCost(Graph graph) {
    long values = 1;
    for (Value input : graph.inputs().values()) {
      for (long dimension : input.dimensions()) {
        values = Math.min(1L << 40, values * Math.max(1, Math.min(1 << 20, dimension)));
      }
    }
    return new Cost(USUAL_BYTES_A_VALUE * values, Long.MAX_VALUE);
  }

  /** The content of the file; not a copy. */
  public byte[] bytes() {
    return bytes;
  }

  /** Names the model in complaints. */
  public String place() {
    return place;
  }

  /** The metadata, as it was read here and not as another parser reads it. */
  public Map<String, String> properties() {
    return properties;
  }

  /** Whether a sample takes a core less time than it takes to share it with others. */
  public boolean isQuick() {
    return cost.products <= QUICK_WORK;
  }

  /** How many samples a CPU takes at a time: more gain nothing, and large ones need memory. */
  public int cpuBatch() {
    return batch(CPU_BATCH, CPU_MEMORY);
  }

  /** The same for a GPU. */
  public int gpuBatch() {
    return batch(GPU_BATCH, GPU_MEMORY);
  }

  private int batch(int most, long memory) {
    return (int) Math.max(1, Math.min(most, memory / cost.bytes));
  }
}
