package dev.stranger.train.slope;

import dev.stranger.DataException;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorFile;
import dev.stranger.score.Engine;
import dev.stranger.score.GraphFacts;
import dev.stranger.train.torch.Compute;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * Judges in libtorch: for machines that have a GPU for training and no ONNX Runtime that knows it.
 * On a CPU, ONNX Runtime is faster. Full precision whatever training uses, so that verdicts are
 * those of ONNX Runtime but for rounding. Safe to use from several threads.
 */
public final class TorchEngine implements Engine {

  private static final int CPU_BATCH = 256;

  private final TorchGraph graph;

  private TorchEngine(TorchGraph graph) {
    this.graph = graph;
  }

  /**
   * Loads a model. A scope around it takes the weights along: close it before that ends.
   *
   * @param model the content of a detector file
   * @param place names the file in complaints
   * @throws DataException when it is no ONNX model, or has a node that is not known here
   */
  public static TorchEngine load(byte[] model, Compute compute, String place) {
    return new TorchEngine(TorchGraph.load(model, compute, place));
  }

  /**
   * Opens a detector file as {@link Detector#open(Path)} does, with all its checks.
   *
   * @throws DataException also when it has a node that is not known here
   */
  public static Detector open(Path file, Compute compute) {
    String place = file.toString();
    return Detector.of(load(DetectorFile.read(file), compute, place), place);
  }

  @Override
  public GraphFacts facts() {
    return graph.facts();
  }

  @Override
  public int batchSize() {
    return graph.compute().isCuda() ? graph.facts().gpuBatch() : CPU_BATCH;
  }

  @Override
  public Map<String, float[]> run(FloatBuffer samples, int count, Set<String> outputs) {
    try (PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      Map<String, float[]> found = new HashMap<>();
      graph
          .run(batch(samples, count), outputs)
          .forEach((name, tensor) -> found.put(name, Compute.floats(tensor)));
      return found;
    }
  }

  private Tensor batch(FloatBuffer samples, int count) {
    float[] values = new float[samples.remaining()];
    samples.duplicate().get(values);
    long[] shape = graph.facts().inputs().get(graph.input()).clone();
    shape[0] = count;
    return graph.compute().of(values, shape);
  }

  @Override
  public void close() {
    graph.close();
  }
}
