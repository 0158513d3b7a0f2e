package dev.stranger.train.engine;

import dev.stranger.DataException;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorFile;
import dev.stranger.score.Engine;
import dev.stranger.score.GraphFacts;
import dev.stranger.score.OpenOptions;
import dev.stranger.score.onnx.CheckedModel;
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

  private final TorchGraph graph;
  private final int batchSize;

  private TorchEngine(TorchGraph graph, int batchSize) {
    this.graph = graph;
    this.batchSize = batchSize;
  }

  /**
   * Loads a model. A scope around it takes the weights along: close it before that ends.
   *
   * @throws DataException when it has a node that is not known here
   */
  public static TorchEngine load(CheckedModel model, Compute compute) {
    return new TorchEngine(
        TorchGraph.load(model.bytes(), compute, model.place()),
        compute.isCuda() ? model.gpuBatch() : model.cpuBatch());
  }

  /**
   * Opens a detector file as {@link Detector#open(Path)} does, with all its checks.
   *
   * @throws DataException also when it has a node that is not known here
   */
  public static Detector open(Path file, Compute compute) {
    return open(file, compute, OpenOptions.DEFAULT);
  }

  /**
   * @param options of which the device means nothing here
   */
  public static Detector open(Path file, Compute compute, OpenOptions options) {
    return Detector.of(load(DetectorFile.read(file, options), compute), file.toString());
  }

  @Override
  public GraphFacts facts() {
    return graph.facts();
  }

  @Override
  public int batchSize() {
    return batchSize;
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
