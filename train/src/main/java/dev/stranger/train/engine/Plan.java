package dev.stranger.train.engine;

import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The nodes that some outputs need, in order, and how long what they compute is needed. */
record Plan(List<Step> steps) {

  /**
   * One node.
   *
   * @param finished what was computed by now and nobody needs any more
   */
  record Step(NodeProto node, Operator operator, List<String> finished) {}

  /**
   * @param nodes as ONNX lists them, after those that they need
   */
  static Plan of(List<NodeProto> nodes, Collection<String> outputs) {
    Set<String> computed = new HashSet<>();
    nodes.forEach(node -> computed.addAll(node.getOutputList()));
    Set<String> wanted = new HashSet<>(outputs);
    Deque<Step> steps = new ArrayDeque<>();
    for (int i = nodes.size() - 1; i >= 0; i--) {
      NodeProto node = nodes.get(i);
      if (node.getOutputList().stream().anyMatch(wanted::contains)) {
        List<String> finished = new ArrayList<>();
        for (String name : touched(node)) {
          if (wanted.add(name) && computed.contains(name)) {
            finished.add(name);
          }
        }
        steps.addFirst(new Step(node, Operators.of(node), finished));
      }
    }
    return new Plan(List.copyOf(steps));
  }

  private static List<String> touched(NodeProto node) {
    List<String> names = new ArrayList<>(node.getInputList());
    names.addAll(node.getOutputList());
    names.removeIf(String::isEmpty); // what is left out
    return names;
  }
}
