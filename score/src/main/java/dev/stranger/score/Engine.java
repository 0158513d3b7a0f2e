package dev.stranger.score;

import dev.stranger.DetectorFileException;
import dev.stranger.score.onnx.AllowedOperators;
import dev.stranger.score.onnx.CheckedModel;
import java.nio.FloatBuffer;
import java.util.Map;
import java.util.Set;

/**
 * Runs the graph of one detector. {@link Detector} brings its own, ONNX Runtime; another may run
 * the same graph elsewhere, see {@link Detector#of}. Must be safe to use from any number of threads
 * at once, and treat each sample of a batch as if it were alone, but for rounding.
 */
public interface Engine extends AutoCloseable {

  /**
   * The graph of a model in ONNX Runtime on the CPU.
   *
   * @param place names the model in complaints
   * @throws DetectorFileException when the graph cannot be run
   */
  static Engine inOnnxRuntime(byte[] model, String place) {
    return OnnxEngine.open(
        CheckedModel.of(model, place, AllowedOperators.USUAL), OpenOptions.DEFAULT);
  }

  /** What goes in and what comes out. */
  GraphFacts facts();

  /** How many samples it takes at a time: more gain nothing and need more memory. */
  int batchSize();

  /**
   * Some outputs for samples that lie one after another from the buffer's position to its limit.
   * What none of the outputs needs should cost nothing.
   *
   * @param outputs some of those that {@link #facts()} lists
   * @return all numbers of each output, sample after sample
   * @throws DetectorFileException when the graph cannot be run on them
   */
  Map<String, float[]> run(FloatBuffer samples, int count, Set<String> outputs);

  /** Frees its memory outside of the Java heap. */
  @Override
  void close();
}
