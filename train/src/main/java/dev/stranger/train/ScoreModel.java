package dev.stranger.train;

import dev.stranger.train.onnx.OnnxGraph;

/** How one number is made of what the St-RKM says of a sample. */
interface ScoreModel {

  /**
   * What there is to choose from, as names in a graph.
   *
   * @param fullEnergy N x 1
   * @param kpcaError N x 1
   * @param statistics N x (number of statistics)
   */
  record Ingredients(String fullEnergy, String kpcaError, String statistics) {}

  ScoreModel KPCA_ERROR = (graph, from) -> from.kpcaError();

  ScoreModel FULL_ENERGY = (graph, from) -> from.fullEnergy();

  /** Adds the score, N x 1: higher is stranger. */
  String write(OnnxGraph graph, Ingredients from);
}
