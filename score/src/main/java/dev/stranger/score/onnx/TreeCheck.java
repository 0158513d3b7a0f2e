package dev.stranger.score.onnx;

import dev.stranger.score.onnx.OnnxModel.Node;

/**
 * Refuses trees that Stranger does not write. A runtime goes down a tree by calling itself, and
 * looks up columns and targets without asking whether they are there: deep trees and wrong numbers
 * end the process.
 */
final class TreeCheck {

  static final String ATTRIBUTES =
      "n_targets nodes_treeids nodes_nodeids nodes_featureids nodes_truenodeids nodes_falsenodeids"
          + " nodes_values nodes_modes target_treeids target_nodeids target_ids target_weights";

  private static final int DEEPEST = 64;

  private final Node node;

  private TreeCheck(Node node) {
    this.node = node;
  }

  /**
   * The nodes of a tree are numbered from zero, each before its children; a leaf has none, which is
   * written as zero.
   *
   * @param columns of a row
   */
  static void require(Node node, long columns, long targets) {
    TreeCheck check = new TreeCheck(node);
    check.requireTrees(columns);
    check.requireTargets(targets);
  }

  private void requireTrees(long columns) {
    long[] trees = numbers("nodes_treeids");
    long[] ids = numbers("nodes_nodeids", trees.length);
    long[] lower = numbers("nodes_truenodeids", trees.length);
    long[] higher = numbers("nodes_falsenodeids", trees.length);
    requireAll("nodes_featureids", trees.length, columns);
    requireCount("nodes_values", trees.length);
    requireCount("nodes_modes", trees.length);
    byte[] depths = new byte[trees.length];
    int root = 0;
    for (int i = 0; i < trees.length; i++) {
      root = i > 0 && trees[i] == trees[i - 1] ? root : i;
      if (ids[i] != i - root) {
        throw new MalformedModelException("the nodes of a tree are not in their order");
      }
      descend(depths, trees, i, root, lower[i]);
      descend(depths, trees, i, root, higher[i]);
    }
  }

  private static void descend(byte[] depths, long[] trees, int from, int root, long child) {
    if (child == 0) {
      return;
    }
    long to = root + child;
    if (to <= from || to >= trees.length || trees[(int) to] != trees[from]) {
      throw new MalformedModelException("a tree does not lead from its root to its leaves");
    }
    if (depths[from] == DEEPEST) {
      throw new MalformedModelException("a tree has more than %d levels".formatted(DEEPEST));
    }
    depths[(int) to] = (byte) Math.max(depths[(int) to], depths[from] + 1);
  }

  private void requireTargets(long targets) {
    int count = numbers("target_nodeids").length;
    numbers("target_treeids", count);
    requireAll("target_ids", count, targets);
    requireCount("target_weights", count);
  }

  private void requireAll(String attribute, int count, long below) {
    for (long number : numbers(attribute, count)) {
      if (number < 0 || number >= below) {
        throw new MalformedModelException(
            "%s of a tree has %d, which is not among %d".formatted(attribute, number, below));
      }
    }
  }

  private long[] numbers(String attribute, int count) {
    long[] found = numbers(attribute);
    requireSame(attribute, found.length, count);
    return found;
  }

  private long[] numbers(String attribute) {
    return node.numbers(attribute);
  }

  private void requireCount(String attribute, int count) {
    requireSame(attribute, node.count(attribute), count);
  }

  private static void requireSame(String attribute, int found, int count) {
    if (found != count) {
      throw new MalformedModelException(
          "%s of a tree has %d values instead of %d".formatted(attribute, found, count));
    }
  }
}
