package dev.stranger.train.method;

import dev.stranger.train.method.ModelGraph.Outputs;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;

/** How one number is made of what a model says of a sample. */
public interface ScoreModel {

  /**
   * A score in a graph.
   *
   * @param score N x 1: higher is stranger
   * @param parts N x (number of parts): what it is made of; without their signs they add up to the
   *     score
   */
  record Written(String score, String parts) {}

  Written write(OnnxGraph graph, Outputs from);

  /** What the parts are, in words. */
  List<String> parts();
}
