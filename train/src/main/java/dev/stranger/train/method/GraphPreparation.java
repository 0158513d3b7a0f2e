package dev.stranger.train.method;

import dev.stranger.train.loop.Scaling;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What is done to raw samples before a network sees them. Part of the graph, so that whoever uses
 * the detector hands over raw values.
 */
public sealed interface GraphPreparation extends Scaling permits Standardisation, TablePreparation {

  /** The unit that each column or channel is measured in. */
  List<Float> units();

  /** Values that columns of a table often have; empty where samples have no columns. */
  default List<List<Float>> usualValues() {
    return List.of();
  }

  /** Whether {@code NaN} is a gap. */
  boolean takesGaps();

  /** Adds its nodes behind {@code x}, raw samples. */
  String write(OnnxGraph graph, String x);

  /** Back to raw values. */
  String writeInverse(OnnxGraph graph, String prepared);

  /**
   * What the other columns of a table say of each; null where samples have no columns.
   *
   * @param x raw samples
   * @param prepared what {@link #write} made of them
   * @return raw samples
   */
  default @Nullable String writeExpected(OnnxGraph graph, String x, String prepared) {
    return null;
  }

  /**
   * Some raw value that says nothing of the training samples but what the graph tells anyway.
   *
   * @param position in a sample of so many values
   * @param normal a number around 0
   * @param random decides where there are no numbers
   */
  float generated(int position, int size, float normal, RandomGenerator random);
}
