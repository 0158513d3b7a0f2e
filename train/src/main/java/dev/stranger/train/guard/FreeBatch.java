package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Lets a model that was exported for a batch of fixed size take any number of samples. Exporters
 * write the size into the shapes of inputs and outputs and into the constants of Reshape nodes.
 * Nothing is proved: a graph may depend on the size elsewhere, so whoever uses the result has to
 * compare what it says of several samples with what the model says of each.
 */
final class FreeBatch {

  /** Older models list their constants among the inputs. */
  private static final int CONSTANTS_ARE_NO_INPUTS = 4;

  private final ModelProto model;
  private final GraphProto.Builder graph;
  private final long batch;
  private final Set<String> stored;
  private final Map<String, long[]> lists = new HashMap<>();
  private final Set<String> names = new HashSet<>();

  private FreeBatch(ModelProto model, long batch) {
    this.model = model;
    this.batch = batch;
    graph = model.getGraph().toBuilder();
    stored =
        graph.getInitializerList().stream()
            .map(TensorProto::getName)
            .collect(Collectors.toCollection(HashSet::new));
    graph.getInitializerList().forEach(tensor -> putList(tensor.getName(), tensor));
    graph.getNodeList().forEach(this::putConstant);
    names.addAll(stored);
    graph.getInputList().forEach(input -> names.add(input.getName()));
    graph.getNodeList().forEach(node -> names.addAll(node.getOutputList()));
  }

  /** Whether an input takes batches of one size only. */
  static boolean isFixed(ModelProto model, String input) {
    return batch(model, input) > 0;
  }

  /** The size of a batch; zero when it is free or not told. */
  static long batch(ModelProto model, String input) {
    ValueInfoProto found =
        model.getGraph().getInputList().stream()
            .filter(candidate -> candidate.getName().equals(input))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("the model has no input " + input));
    TensorShapeProto shape = found.getType().getTensorType().getShape();
    return shape.getDimCount() == 0 ? 0 : Math.max(0, shape.getDim(0).getDimValue());
  }

  /**
   * The model for batches of any size, or the model itself when its batch is free already. The
   * first dimension of inputs and outputs becomes a symbol where it is the size of the batch.
   *
   * @param input whose batch is to be free
   */
  static ModelProto of(ModelProto model, String input) {
    long batch = batch(model, input);
    return batch == 0 ? model : new FreeBatch(model, batch).freed();
  }

  private ModelProto freed() {
    mendReshapes();
    String symbol = symbol();
    for (ValueInfoProto.Builder input : graph.getInputBuilderList()) {
      if (!stored.contains(input.getName())) {
        free(input, symbol);
      }
    }
    graph.getOutputBuilderList().forEach(output -> free(output, symbol));
    graph.clearValueInfo(); // the shapes in between are of the old batch
    return model.toBuilder().setGraph(graph).build();
  }

  private String symbol() {
    Set<String> taken =
        Stream.concat(graph.getInputList().stream(), graph.getOutputList().stream())
            .flatMap(value -> value.getType().getTensorType().getShape().getDimList().stream())
            .map(TensorShapeProto.Dimension::getDimParam)
            .collect(Collectors.toSet());
    return unlike(taken, "N");
  }

  private static String unlike(Set<String> taken, String name) {
    String other = name;
    while (taken.contains(other)) {
      other += "_";
    }
    return other;
  }

  private void free(ValueInfoProto.Builder value, String symbol) {
    TensorShapeProto shape = value.getType().getTensorType().getShape();
    if (shape.getDimCount() > 0 && shape.getDim(0).getDimValue() == batch) {
      value
          .getTypeBuilder()
          .getTensorTypeBuilder()
          .getShapeBuilder()
          .setDim(0, TensorShapeProto.Dimension.newBuilder().setDimParam(symbol));
    }
  }

  private void putList(String name, TensorProto tensor) {
    if (TensorNumbers.areWhole(tensor) && tensor.getDimsCount() == 1) {
      lists.put(name, TensorNumbers.whole(tensor));
    }
  }

  private void putConstant(NodeProto node) {
    if (isConstant(node)) {
      NodeAttributes.find(node, "value").ifPresent(a -> putList(node.getOutput(0), a.getT()));
      NodeAttributes.find(node, "value_ints")
          .map(a -> a.getIntsList().stream().mapToLong(Long::longValue).toArray())
          .ifPresent(numbers -> lists.put(node.getOutput(0), numbers));
    }
  }

  private static boolean isConstant(NodeProto node) {
    return node.getOpType().equals("Constant") && node.getOutputCount() == 1;
  }

  /** Of all tensors that samples go into; weights may be reshaped as well, and stay as they are. */
  private void mendReshapes() {
    Set<String> ofSamples = new HashSet<>();
    graph.getInputList().forEach(input -> ofSamples.add(input.getName()));
    ofSamples.removeAll(stored);
    Map<String, String> mended = new HashMap<>();
    for (int i = 0; i < graph.getNodeCount(); i++) {
      NodeProto node = graph.getNode(i);
      if (isOfSamples(node, ofSamples)) {
        ofSamples.addAll(node.getOutputList());
        if (node.getOpType().equals("Reshape") && node.getInputCount() == 2) {
          graph.setNode(i, mended(node, mended));
        }
      }
    }
    dropUnused(mended.keySet());
  }

  /** A branch or loop may use any tensor from outside without listing it. */
  private static boolean isOfSamples(NodeProto node, Set<String> ofSamples) {
    return node.getInputList().stream().anyMatch(ofSamples::contains)
        || node.getAttributeList().stream().anyMatch(AttributeProto::hasG);
  }

  /**
   * @param mended names of mended shapes by those of the old ones
   */
  private NodeProto mended(NodeProto node, Map<String, String> mended) {
    String shape = node.getInput(1);
    long[] numbers = lists.get(shape);
    if (numbers == null || numbers.length == 0 || numbers[0] <= 0) {
      return node;
    }
    boolean oneIsOpen = LongStream.of(numbers).anyMatch(number -> number == -1);
    if (oneIsOpen && numbers[0] != batch) {
      return node;
    }
    String name = mended.computeIfAbsent(shape, old -> store(old, free(numbers, oneIsOpen)));
    // With this attribute a zero would not mean: as in the input.
    return NodeAttributes.without(node, "allowzero").setInput(1, name).build();
  }

  /**
   * A shape for any number of samples. Where no length is open, that of the batch, or else the
   * first, is: nothing else could hold more samples than before.
   */
  private long[] free(long[] shape, boolean oneIsOpen) {
    long[] free = shape.clone();
    if (oneIsOpen) {
      free[0] = 0; // as in the input
      return free;
    }
    int position = 0;
    while (position < shape.length && shape[position] != batch) {
      position++;
    }
    free[position < shape.length ? position : 0] = -1;
    return free;
  }

  /** Stores a mended shape beside the old one, which other nodes may need. */
  private String store(String old, long[] shape) {
    String name = unlike(names, old + "_free");
    names.add(name);
    stored.add(name);
    TensorProto tensor = TensorNumbers.list(name, shape);
    graph.addInitializer(tensor);
    if (model.getIrVersion() < CONSTANTS_ARE_NO_INPUTS) {
      graph.addInput(asInput(tensor));
    }
    return name;
  }

  private static ValueInfoProto asInput(TensorProto list) {
    TensorShapeProto.Dimension length =
        TensorShapeProto.Dimension.newBuilder().setDimValue(list.getDims(0)).build();
    TypeProto.Tensor type =
        TypeProto.Tensor.newBuilder()
            .setElemType(list.getDataType())
            .setShape(TensorShapeProto.newBuilder().addDim(length))
            .build();
    return ValueInfoProto.newBuilder()
        .setName(list.getName())
        .setType(TypeProto.newBuilder().setTensorType(type))
        .build();
  }

  private void dropUnused(Set<String> constants) {
    GraphProto whole = graph.build();
    Set<String> unused =
        constants.stream().filter(name -> !uses(whole, name)).collect(Collectors.toSet());
    graph.clearInitializer().clearInput().clearNode();
    for (TensorProto tensor : whole.getInitializerList()) {
      if (!unused.contains(tensor.getName())) {
        graph.addInitializer(tensor);
      }
    }
    for (ValueInfoProto input : whole.getInputList()) {
      if (!unused.contains(input.getName())) {
        graph.addInput(input);
      }
    }
    for (NodeProto node : whole.getNodeList()) {
      if (!isConstant(node) || !unused.contains(node.getOutput(0))) {
        graph.addNode(node);
      }
    }
  }

  private static boolean uses(GraphProto graph, String tensor) {
    return graph.getOutputList().stream().anyMatch(output -> output.getName().equals(tensor))
        || graph.getNodeList().stream().anyMatch(node -> uses(node, tensor));
  }

  private static boolean uses(NodeProto node, String tensor) {
    return node.getInputList().contains(tensor)
        || node.getAttributeList().stream()
            .map(AttributeProto::getG)
            .anyMatch(within -> uses(within, tensor));
  }
}
