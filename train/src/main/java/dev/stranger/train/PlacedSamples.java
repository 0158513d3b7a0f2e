package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.IndexedDataset;
import dev.stranger.score.Engine;
import dev.stranger.score.onnx.AllowedOperators;
import dev.stranger.score.onnx.CheckedModel;
import dev.stranger.train.engine.TorchEngine;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.loop.TrainingPlan;
import dev.stranger.train.loop.TrainingSet;
import dev.stranger.train.method.References;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.Libtorch;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Training samples as the very graph that will judge sees them. Each of several ranks places its
 * part of them.
 *
 * @param model the graph
 * @param fit positions of the training samples in the data
 */
record PlacedSamples(
    byte[] model, IndexedDataset data, int[] fit, Compute compute, TrainListener listener)
    implements References {

  private static final String PLACE = "the trained model";

  /** All ranks make the outputs that the first one asks for. */
  @Override
  public Map<String, float[]> outputs(Set<String> asked, IntPredicate counts) {
    byte[] first = compute.ranks().share(String.join(" ", asked).getBytes(StandardCharsets.UTF_8));
    Set<String> names = Set.of(new String(first, StandardCharsets.UTF_8).split(" "));
    int[] positions =
        IntStream.range(0, fit.length)
            .filter(counts)
            .limit(TrainingPlan.MOST_REFERENCES / compute.ranks().size())
            .map(i -> fit[i])
            .toArray();
    Placement placed =
        compute.isCuda() ? inLibtorch(names, positions) : inOnnxRuntime(names, positions);
    return joined(placed.outputs());
  }

  /** In the order of the names, which is that of all ranks. */
  private Map<String, float[]> joined(Map<String, float[]> own) {
    Map<String, float[]> all = new TreeMap<>(own);
    all.replaceAll((name, values) -> compute.ranks().join(values));
    return all;
  }

  Placement inOnnxRuntime(Set<String> names, int[] positions) {
    try (Engine engine = Engine.inOnnxRuntime(model, PLACE)) {
      return place(engine, names, positions);
    }
  }

  /** For GPUs. Places a few samples in ONNX Runtime too, and all of them if that differs. */
  Placement inLibtorch(Set<String> names, int[] positions) {
    int[] few = Arrays.copyOf(positions, Math.min(batch(), positions.length));
    try (Engine engine = TorchEngine.load(checked(), compute);
        Engine judge = Engine.inOnnxRuntime(model, PLACE)) {
      if (!place(engine, names, few).isCloseTo(place(judge, names, few))) {
        throw new DataException("libtorch and ONNX Runtime differ");
      }
      return place(engine, names, positions);
    } catch (RuntimeException e) { // also when a GPU has no memory left
      listener.note("training samples are placed without the GPU: " + Libtorch.reason(e));
      return inOnnxRuntime(names, positions);
    }
  }

  private CheckedModel checked() {
    return CheckedModel.of(model, PLACE, AllowedOperators.OF_STRANGER);
  }

  private Placement place(Engine engine, Set<String> names, int[] positions) {
    return Placement.of(
        engine,
        names,
        (from, count) -> Calibrator.samples(data, positions, from, count),
        positions.length,
        batch());
  }

  private int batch() {
    return TrainingSet.batchOf(data.shape().size());
  }
}
