package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the tensors of a network that are worth watching: what its last layer decides by, and what
 * it decides. Looks at the outer graph alone; the bodies of If and Loop are closed to it.
 */
final class TensorFinder {

  /** Layers with weights. */
  private static final Set<String> LAYERS =
      Set.of(
          "Gemm",
          "MatMul",
          "Conv",
          "QLinearMatMul",
          "QLinearConv",
          "MatMulInteger",
          "ConvInteger",
          "QGemm",
          "FusedGemm",
          "FusedMatMul",
          "FusedConv",
          "MatMulNBits",
          "LinearClassifier",
          "LinearRegressor",
          "SVMClassifier",
          "SVMRegressor",
          "TreeEnsembleClassifier",
          "TreeEnsembleRegressor");

  /** What turns logits into probabilities or decisions. */
  private static final Set<String> DECISIONS =
      Set.of(
          "Softmax",
          "LogSoftmax",
          "Sigmoid",
          "Identity",
          "ArgMax",
          "ZipMap",
          "Normalizer",
          "TopK",
          "Cast",
          "Squeeze");

  private static final Set<String> QUANTISERS = Set.of("QuantizeLinear", "DynamicQuantizeLinear");
  private static final Set<String> POOLINGS =
      Set.of("GlobalAveragePool", "GlobalMaxPool", "ReduceMean", "AveragePool", "Flatten");

  private final GraphProto graph;
  private final Map<String, NodeProto> producers = new HashMap<>();
  private final Set<String> dependent = new HashSet<>();

  /**
   * @param input that takes the samples
   */
  TensorFinder(GraphProto graph, String input) {
    this.graph = graph;
    dependent.add(input);
    for (NodeProto node : graph.getNodeList()) {
      node.getOutputList().forEach(output -> producers.put(output, node));
      if (dataInput(node).isPresent()) {
        dependent.addAll(node.getOutputList());
      }
    }
    dependent.remove("");
  }

  /** The first input of a node that depends on the samples. */
  private Optional<String> dataInput(NodeProto node) {
    return inputs(node).stream().filter(dependent::contains).findFirst();
  }

  /** Those of graphs within it too. */
  static Set<String> inputs(NodeProto node) {
    Set<String> inputs = new LinkedHashSet<>(node.getInputList());
    for (AttributeProto attribute : node.getAttributeList()) {
      addInputs(attribute.getG(), inputs);
      attribute.getGraphsList().forEach(within -> addInputs(within, inputs));
    }
    inputs.remove("");
    return inputs;
  }

  private static void addInputs(GraphProto within, Set<String> inputs) {
    within.getNodeList().forEach(node -> inputs.addAll(inputs(node)));
    within.getOutputList().forEach(output -> inputs.add(output.getName()));
  }

  /** Whether a tensor is computed in the outer graph, or is an input or a constant of it. */
  boolean has(String tensor) {
    return producers.containsKey(tensor)
        || graph.getInputList().stream().anyMatch(input -> input.getName().equals(tensor))
        || graph.getInitializerList().stream().anyMatch(c -> c.getName().equals(tensor));
  }

  boolean dependsOnSamples(String tensor) {
    return dependent.contains(tensor);
  }

  /** What the last layer with weights decides by. */
  Optional<String> features() {
    return outputs().stream()
        .map(this::lastLayer)
        .flatMap(Optional::stream)
        .findFirst()
        .flatMap(this::dataInput)
        .map(this::unquantised);
  }

  private List<String> outputs() {
    return graph.getOutputList().stream()
        .map(ValueInfoProto::getName)
        .filter(dependent::contains)
        .toList();
  }

  /** The last of all layers that an output depends on, by whatever way. */
  private Optional<NodeProto> lastLayer(String output) {
    Set<String> before = before(output);
    return reversed().stream()
        .filter(node -> node.getOutputList().stream().anyMatch(before::contains))
        .filter(this::isLayer)
        .findFirst();
  }

  /** A tensor, and those that depend on the samples and are needed for it. */
  private Set<String> before(String tensor) {
    Set<String> found = new HashSet<>(Set.of(tensor));
    Deque<String> open = new ArrayDeque<>(found);
    while (!open.isEmpty()) {
      NodeProto producer = producers.get(open.remove());
      if (producer != null) {
        inputs(producer).stream().filter(dependent::contains).filter(found::add).forEach(open::add);
      }
    }
    return found;
  }

  private List<NodeProto> reversed() {
    List<NodeProto> nodes = new ArrayList<>(graph.getNodeList());
    Collections.reverse(nodes);
    return nodes;
  }

  /** Products of two tensors that both depend on the samples, as in attention, are no layers. */
  private boolean isLayer(NodeProto node) {
    boolean learnt =
        node.getInputCount() < 2 || node.getInputList().stream().filter(this::isData).count() == 1;
    return LAYERS.contains(node.getOpType()) && learnt && dataInput(node).isPresent();
  }

  /** Scales and zero points of dynamic quantisation depend on the samples, and hold no data. */
  private boolean isData(String tensor) {
    NodeProto producer = producers.get(tensor);
    boolean first =
        producer == null
            || !producer.getOpType().equals("DynamicQuantizeLinear")
            || producer.getOutput(0).equals(tensor);
    return dependent.contains(tensor) && first;
  }

  /** What a tensor of small whole numbers was made of. */
  private String unquantised(String tensor) {
    NodeProto producer = producers.get(tensor);
    return producer != null && QUANTISERS.contains(producer.getOpType())
        ? producer.getInput(0)
        : tensor;
  }

  /** What the network makes its decision of: the last output before a softmax. */
  Optional<String> logits() {
    return outputs().stream()
        .filter(output -> lastLayer(output).filter(TensorFinder::isOfNetwork).isPresent())
        .findFirst()
        .map(this::undecided);
  }

  private static boolean isOfNetwork(NodeProto layer) {
    return !layer.getDomain().equals("ai.onnx.ml");
  }

  private String undecided(String output) {
    String tensor = output;
    NodeProto producer = producers.get(tensor);
    while (producer != null && DECISIONS.contains(producer.getOpType())) {
      tensor = producer.getInput(0);
      producer = producers.get(tensor);
    }
    return tensor;
  }

  /** What may be watched, the nearest to the outputs first, with what it is in words. */
  Map<String, String> candidates() {
    Map<String, String> found = new LinkedHashMap<>();
    features().ifPresent(tensor -> found.put(tensor, "what the last layer decides by"));
    for (NodeProto node : reversed()) {
      Optional<String> data = dataInput(node).map(this::unquantised);
      if (data.isEmpty()) {
        continue;
      }
      if (isLayer(node) && !node.getOpType().contains("Conv")) {
        found.putIfAbsent(data.get(), "input of the fully connected layer " + name(node));
      } else if (POOLINGS.contains(node.getOpType())) {
        found.putIfAbsent(data.get(), "before the pooling " + name(node));
      } else if (isLayer(node)) {
        found.putIfAbsent(data.get(), "input of the convolution " + name(node));
      }
    }
    return found;
  }

  private static String name(NodeProto node) {
    return node.getName().isEmpty() ? node.getOutput(0) : node.getName();
  }
}
