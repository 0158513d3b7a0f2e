package dev.stranger.train.neighbour;

import dev.stranger.train.onnx.OnnxGraph;
import java.util.Arrays;

/**
 * What a distance testifies: how unusual its logarithm is, in units of its deviation among training
 * samples. Its surprise is {@code -log p} of a logistic distribution, {@code log(1 + exp(1.7 z))}:
 * next to nothing for a usual distance, and in proportion to z for an unusual one. Surprises of
 * several distances add up, which is Fisher's way to combine tests.
 *
 * @param offset added to distances, which may be zero
 * @param mean of the logarithms
 * @param deviation of the logarithms
 */
record Testimony(float offset, float mean, float deviation) {

  /** Of the mean distance: what is nearer is as near as can be. */
  private static final double NEAREST = 0.01;

  /** Of a logarithm; less is rounding. */
  private static final double SMALLEST_DEVIATION = 1e-3;

  private static final double TINY = 1e-12;

  /**
   * @param distances of training samples to the others
   */
  static Testimony of(double[] distances) {
    double offset = NEAREST * Arrays.stream(distances).average().orElse(0) + TINY;
    double[] logarithms = Arrays.stream(distances).map(d -> Math.log(d + offset)).toArray();
    double mean = Arrays.stream(logarithms).average().orElse(0);
    double square = Arrays.stream(logarithms).map(l -> (l - mean) * (l - mean)).average().orElse(0);
    double deviation = Math.max(SMALLEST_DEVIATION, Math.sqrt(square));
    return new Testimony((float) offset, (float) mean, (float) deviation);
  }

  /** Of distances, N x 1. */
  String writeSurprise(OnnxGraph graph, String distances) {
    String logarithms = graph.node("Log", graph.add(distances, graph.constant(offset)));
    String centred = graph.sub(logarithms, graph.constant(mean));
    return graph.node(
        "Softplus", graph.mul(centred, graph.constant(Logistic.STEEPNESS / deviation)));
  }

  double surprise(double distance) {
    return Logistic.surprise((Math.log(distance + offset) - mean) / deviation);
  }
}
