package dev.stranger.train;

import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;

/** How one number is made of what the St-RKM says of a sample. */
interface ScoreModel {

  /**
   * What there is to choose from, as names in a graph.
   *
   * @param kpcaError N x 1
   * @param weightedLoss lambda / 2 times the loss, N x 1
   * @param statistics N x (number of statistics)
   * @param coordinates in the subspace, in units of their deviation, N x m
   */
  record Ingredients(
      String kpcaError, String weightedLoss, String statistics, String coordinates) {}

  /**
   * A score in a graph.
   *
   * @param score N x 1: higher is stranger
   * @param parts N x (number of parts): what it is made of; without their signs they add up to the
   *     score
   */
  record Written(String score, String parts) {}

  ScoreModel KPCA_ERROR =
      new ScoreModel() {
        @Override
        public Written write(OnnxGraph graph, Ingredients from) {
          return new Written(from.kpcaError(), from.kpcaError());
        }

        @Override
        public List<String> parts() {
          return List.of("distance to the subspace");
        }
      };

  ScoreModel FULL_ENERGY =
      new ScoreModel() {
        @Override
        public Written write(OnnxGraph graph, Ingredients from) {
          return new Written(
              graph.add(from.kpcaError(), from.weightedLoss()),
              graph.concat(List.of(from.kpcaError(), from.weightedLoss())));
        }

        @Override
        public List<String> parts() {
          return List.of("distance to the subspace", "reconstruction loss");
        }
      };

  Written write(OnnxGraph graph, Ingredients from);

  /** What the parts are, in words. */
  List<String> parts();
}
