package dev.stranger.train.baseline;

import dev.stranger.baseline.IsolationTree;
import dev.stranger.baseline.IsolationTree.Leaf;
import dev.stranger.baseline.IsolationTree.Split;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Trees as ONNX wants them: a row for each node, all trees in one table. */
final class TreeTable {

  private record Node(
      int tree, int id, String mode, int feature, float value, int whenTrue, int whenFalse) {}

  private final List<Node> nodes = new ArrayList<>();
  private final int trees;

  TreeTable(List<IsolationTree> trees) {
    this.trees = trees.size();
    for (int i = 0; i < trees.size(); i++) {
      add(i, trees.get(i), new int[1]);
    }
  }

  /** Adds a tree with the ids from {@code next[0]} on, its root first; returns the root's. */
  private int add(int tree, IsolationTree from, int[] next) {
    int id = next[0]++;
    int at = nodes.size();
    if (from instanceof Leaf leaf) {
      nodes.add(new Node(tree, id, "LEAF", 0, (float) leaf.pathLength(), 0, 0));
    } else if (from instanceof Split split) {
      nodes.add(new Node(tree, id, "BRANCH_LT", split.feature(), split.threshold(), 0, 0));
      int below = add(tree, split.below(), next);
      int above = add(tree, split.above(), next);
      Node node = nodes.get(at);
      nodes.set(at, new Node(tree, id, node.mode(), node.feature(), node.value(), below, above));
    }
    return id;
  }

  /** Of a TreeEnsembleRegressor that gives the mean over the trees. */
  Map<String, Object> attributes() {
    List<Node> leaves = nodes.stream().filter(node -> node.mode().equals("LEAF")).toList();
    Map<String, Object> attributes = new HashMap<>();
    attributes.put("n_targets", 1);
    attributes.put("nodes_treeids", numbers(nodes, Node::tree));
    attributes.put("nodes_nodeids", numbers(nodes, Node::id));
    attributes.put("nodes_featureids", numbers(nodes, Node::feature));
    attributes.put("nodes_truenodeids", numbers(nodes, Node::whenTrue));
    attributes.put("nodes_falsenodeids", numbers(nodes, Node::whenFalse));
    attributes.put("nodes_modes", nodes.stream().map(Node::mode).toArray(String[]::new));
    attributes.put("nodes_values", values(nodes, 1));
    attributes.put("target_treeids", numbers(leaves, Node::tree));
    attributes.put("target_nodeids", numbers(leaves, Node::id));
    attributes.put("target_ids", new long[leaves.size()]);
    attributes.put("target_weights", values(leaves, trees));
    return attributes;
  }

  private static long[] numbers(List<Node> nodes, ToLongFunction<Node> column) {
    return nodes.stream().mapToLong(column).toArray();
  }

  private static float[] values(List<Node> nodes, float divisor) {
    float[] values = new float[nodes.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = nodes.get(i).value() / divisor;
    }
    return values;
  }
}
