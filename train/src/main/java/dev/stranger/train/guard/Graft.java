package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts a graph of Stranger behind tensors of a network. The network's own nodes stay as they are.
 */
final class Graft {

  /** Before the names of tensors that are no outputs. */
  private static final String PREFIX = "stranger/";

  private static final String COLLISION_PREFIX = "stranger_";

  private Graft() {}

  /**
   * A network with further outputs.
   *
   * @param tail a graph whose inputs are the tensors
   * @param tensors of the network, by the names of the tail's inputs
   * @param outputPrefix before the names of the tail's outputs
   */
  static ModelProto join(
      ForeignModel network, OnnxGraph tail, Map<String, String> tensors, String outputPrefix) {
    GraphProto needed = pruned(graphOf(tail));
    GraphProto rewritten = OperatorVersions.rewrite(needed, network.operatorSet());
    String inner = innerPrefix(network);
    Map<String, String> names = new HashMap<>();
    names(rewritten).forEach(tensor -> names.put(tensor, inner + tensor));
    names.put("", ""); // an input that is left out
    names.putAll(tensors);
    rewritten
        .getOutputList()
        .forEach(output -> names.put(output.getName(), outputPrefix + output.getName()));
    GraphProto.Builder graph = network.proto().getGraph().toBuilder();
    for (TensorProto constant : rewritten.getInitializerList()) {
      graph.addInitializer(constant.toBuilder().setName(names.get(constant.getName())));
    }
    for (NodeProto node : rewritten.getNodeList()) {
      NodeProto.Builder renamed = node.toBuilder().setName(inner + node.getName());
      for (int i = 0; i < node.getInputCount(); i++) {
        renamed.setInput(i, names.get(node.getInput(i)));
      }
      for (int i = 0; i < node.getOutputCount(); i++) {
        renamed.setOutput(i, names.get(node.getOutput(i)));
      }
      graph.addNode(renamed);
    }
    for (ValueInfoProto output : rewritten.getOutputList()) {
      graph.addOutput(output.toBuilder().setName(names.get(output.getName())));
    }
    return network.proto().toBuilder().setGraph(graph).build();
  }

  private static GraphProto graphOf(OnnxGraph tail) {
    try {
      return ModelProto.parseFrom(tail.toModel("", Map.of())).getGraph();
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a graph that was just written can be read", e);
    }
  }

  /**
   * A prefix with which no tensor of a network has one of these names: none, where that will do.
   */
  static String prefix(ForeignModel network, Collection<String> names) {
    Set<String> taken = names(network.proto().getGraph());
    String prefix = "";
    while (names.stream().map(prefix::concat).anyMatch(taken::contains)) {
      prefix = prefix.isEmpty() ? COLLISION_PREFIX : prefix + "_";
    }
    return prefix;
  }

  /** A prefix that no tensor of a network has. */
  static String innerPrefix(ForeignModel network) {
    Set<String> taken = names(network.proto().getGraph());
    String prefix = PREFIX;
    while (isStartOfAny(taken, prefix)) {
      prefix += "/";
    }
    return prefix;
  }

  private static boolean isStartOfAny(Set<String> names, String prefix) {
    return names.stream().anyMatch(name -> name.startsWith(prefix));
  }

  /** Of all tensors, those within branches and loops too. */
  private static Set<String> names(GraphProto graph) {
    Set<String> names = new HashSet<>();
    graph.getInputList().forEach(input -> names.add(input.getName()));
    graph.getInitializerList().forEach(constant -> names.add(constant.getName()));
    for (NodeProto node : graph.getNodeList()) {
      names.addAll(node.getOutputList());
      for (AttributeProto attribute : node.getAttributeList()) {
        names.addAll(names(attribute.getG()));
        attribute.getGraphsList().forEach(within -> names.addAll(names(within)));
      }
    }
    return names;
  }

  /** With metadata behind that of the network. */
  static byte[] withProperties(ModelProto model, Map<String, String> properties) {
    ModelProto.Builder all = model.toBuilder();
    properties.forEach(
        (key, value) ->
            all.addMetadataProps(StringStringEntryProto.newBuilder().setKey(key).setValue(value)));
    return all.build().toByteArray();
  }

  /** Without what no output needs. */
  static ModelProto withOutputs(ModelProto model, List<String> outputs) {
    GraphProto.Builder graph = model.getGraph().toBuilder().clearOutput();
    model.getGraph().getOutputList().stream()
        .filter(output -> outputs.contains(output.getName()))
        .forEach(graph::addOutput);
    return model.toBuilder().setGraph(pruned(graph.build())).build();
  }

  private static GraphProto pruned(GraphProto graph) {
    Set<String> needed = new HashSet<>();
    graph.getOutputList().forEach(output -> needed.add(output.getName()));
    GraphProto.Builder pruned = graph.toBuilder().clearNode().clearInitializer().clearValueInfo();
    List<NodeProto> nodes = graph.getNodeList();
    boolean[] keep = new boolean[nodes.size()];
    for (int i = nodes.size() - 1; i >= 0; i--) {
      keep[i] = nodes.get(i).getOutputList().stream().anyMatch(needed::contains);
      if (keep[i]) {
        needed.addAll(TensorFinder.inputs(nodes.get(i)));
      }
    }
    for (int i = 0; i < keep.length; i++) {
      if (keep[i]) {
        pruned.addNode(nodes.get(i));
      }
    }
    graph.getInitializerList().stream()
        .filter(constant -> needed.contains(constant.getName()))
        .forEach(pruned::addInitializer);
    return pruned.build();
  }
}
