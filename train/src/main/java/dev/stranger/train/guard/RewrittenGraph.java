package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A graph that is being written for another operator set. Names of new tensors begin with that of
 * the tensor which they help to compute. The same calls give the same bytes.
 */
final class RewrittenGraph {

  private final int version;
  private final GraphProto original;
  private final GraphProto.Builder written;
  private final Map<String, TensorProto> constants = new HashMap<>();
  private final Set<String> names = new HashSet<>();
  private final Set<String> usedInOriginal;
  private final Map<TensorProto, String> added = new HashMap<>();
  private String helped = "";

  RewrittenGraph(GraphProto original, int version) {
    this.original = original;
    this.version = version;
    written = original.toBuilder().clearNode();
    original.getInitializerList().forEach(tensor -> constants.put(tensor.getName(), tensor));
    names.addAll(constants.keySet());
    original.getInputList().forEach(input -> names.add(input.getName()));
    for (NodeProto node : original.getNodeList()) {
      names.addAll(node.getInputList());
      names.addAll(node.getOutputList());
    }
    usedInOriginal = used(original.getNodeList());
  }

  /** Of the operator set. */
  int version() {
    return version;
  }

  /** Rewrites all nodes, in their order. */
  void writeEach(Function<NodeProto, VersionRule> rules) {
    for (NodeProto node : original.getNodeList()) {
      helped = node.getOutput(0);
      rules.apply(node).write(node, this);
    }
  }

  private Set<String> used(List<NodeProto> nodes) {
    Set<String> used = new HashSet<>();
    nodes.forEach(node -> used.addAll(node.getInputList()));
    original.getOutputList().stream().map(ValueInfoProto::getName).forEach(used::add);
    return used;
  }

  /** Whether anything needs a tensor of the original graph. */
  boolean isUsed(String tensor) {
    return usedInOriginal.contains(tensor);
  }

  boolean isConstant(String tensor) {
    return constants.containsKey(tensor);
  }

  TensorProto constant(String tensor) {
    TensorProto constant = constants.get(tensor);
    if (constant == null) {
      throw new IllegalStateException(
          "%s, which %s needs, must be a constant in operator set %d"
              .formatted(tensor, helped, version));
    }
    return constant;
  }

  /** Adds a node as it is. */
  void add(NodeProto node) {
    written.addNode(node);
  }

  /** Adds a node with a new output, and returns the name of that. */
  String node(String operator, List<AttributeProto> attributes, String... inputs) {
    String output = newName();
    add(
        NodeProto.newBuilder()
            .setOpType(operator)
            .setName("node_" + output)
            .addAllInput(List.of(inputs))
            .addOutput(output)
            .addAllAttribute(attributes)
            .build());
    return output;
  }

  String node(String operator, String... inputs) {
    return node(operator, List.of(), inputs);
  }

  /** Adds the node that computes what {@code original} did. */
  void last(NodeProto original, String operator, String... inputs) {
    add(
        NodeProto.newBuilder()
            .setOpType(operator)
            .setName(original.getName())
            .addAllInput(List.of(inputs))
            .addOutput(original.getOutput(0))
            .build());
  }

  /** Adds a constant, unless it is there already; returns its name. */
  String constant(TensorProto unnamed) {
    return added.computeIfAbsent(
        unnamed,
        unknown -> {
          String name = newName();
          written.addInitializer(unnamed.toBuilder().setName(name));
          return name;
        });
  }

  String newName() {
    int number = 1;
    while (!names.add(helped + "_" + number)) {
      number++;
    }
    return helped + "_" + number;
  }

  /** The graph, without constants that nothing needs any more. */
  GraphProto finished() {
    Set<String> used = used(written.getNodeList());
    List<TensorProto> needed =
        written.getInitializerList().stream().filter(t -> used.contains(t.getName())).toList();
    return written.clone().clearInitializer().addAllInitializer(needed).build();
  }
}
