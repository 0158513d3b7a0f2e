package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.NodeProto;

/** How an operator is written for another operator set. */
@FunctionalInterface
interface VersionRule {

  /** An operator that has meant the same since version 7. */
  VersionRule SAME = (node, graph) -> graph.add(node);

  /** Adds what does the same as a node to a graph. */
  void write(NodeProto node, RewrittenGraph graph);
}
