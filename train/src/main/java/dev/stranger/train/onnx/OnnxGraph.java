package dev.stranger.train.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import dev.stranger.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A graph under construction. Every method that adds a node returns the name of its output, so that
 * formulas read from the inside out: {@code graph.sub(x, graph.constant(mean, 50))}. The same calls
 * give the same bytes.
 */
public final class OnnxGraph {

  private static final int OPERATOR_SET = 17;
  private static final int IR_VERSION = 8;
  private static final String BATCH = "N";
  private static final String VALUES = "_values";
  private static final String TREE_DOMAIN = "ai.onnx.ml";
  private static final int TREE_OPERATOR_SET = 3;

  private final GraphProto.Builder graph = GraphProto.newBuilder().setName("stranger");
  private final Map<List<Object>, String> constants = new HashMap<>();
  private final Map<List<Object>, String> slices = new HashMap<>();
  private final Map<String, String> outputs = new LinkedHashMap<>();
  private int names;
  private boolean hasTrees;

  private String newName(String prefix) {
    return prefix.toLowerCase(Locale.ROOT) + "_" + names++;
  }

  /** Declares the input: a batch of float samples. */
  public String input(String name, long... sampleShape) {
    graph.addInput(value(name, sampleShape));
    return name;
  }

  /** Declares an output, one float tensor of this shape a sample. */
  public void output(String name, String from, long... sampleShape) {
    outputs.put(name, from);
    graph.addOutput(value(name, sampleShape));
  }

  /** Declares an output of one truth a sample. */
  public void outputTruth(String name, String from) {
    outputs.put(name, from);
    ValueInfoProto.Builder value = value(name, new long[0]).toBuilder();
    value
        .getTypeBuilder()
        .getTensorTypeBuilder()
        .setElemType(TensorProto.DataType.BOOL.getNumber());
    graph.addOutput(value);
  }

  private static ValueInfoProto value(String name, long[] sampleShape) {
    TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
    shape.addDim(TensorShapeProto.Dimension.newBuilder().setDimParam(BATCH));
    for (long dimension : sampleShape) {
      shape.addDim(TensorShapeProto.Dimension.newBuilder().setDimValue(dimension));
    }
    TypeProto.Tensor tensor =
        TypeProto.Tensor.newBuilder()
            .setElemType(TensorProto.DataType.FLOAT.getNumber())
            .setShape(shape)
            .build();
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(TypeProto.newBuilder().setTensorType(tensor))
        .build();
  }

  /** Numbers that are part of the model; no shape makes a scalar. */
  public String constant(float[] values, long... shape) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return initializer(TensorProto.DataType.FLOAT, bytes.array(), shape);
  }

  public String constant(double value) {
    return constant(new float[] {(float) value});
  }

  /** Whole numbers, such as axes and shapes. */
  public String integers(long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(values);
    return initializer(TensorProto.DataType.INT64, bytes.array(), values.length);
  }

  /** One whole number without dimensions, which takes a dimension away when gathered. */
  public String constantIndex(long value) {
    ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value);
    return initializer(TensorProto.DataType.INT64, bytes.array());
  }

  /** Equal constants are stored once: a network may be passed through more than once. */
  private String initializer(TensorProto.DataType type, byte[] bytes, long... shape) {
    ByteString content = ByteString.copyFrom(bytes);
    List<Object> key = List.of(type, content, Arrays.stream(shape).boxed().toList());
    return constants.computeIfAbsent(key, unknown -> newInitializer(type, content, shape));
  }

  private String newInitializer(TensorProto.DataType type, ByteString content, long[] shape) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder()
            .setName(newName("constant"))
            .setDataType(type.getNumber())
            .setRawData(content);
    for (long dimension : shape) {
      tensor.addDims(dimension);
    }
    graph.addInitializer(tensor);
    return tensor.getName();
  }

  /** Adds a node with one output. */
  public String node(String operator, String... inputs) {
    return node(operator, Map.of(), inputs);
  }

  /**
   * @param attributes whole numbers, floats, and lists of these or of texts, by name
   */
  public String node(String operator, Map<String, Object> attributes, String... inputs) {
    return node("", operator, attributes, inputs);
  }

  private String node(
      String domain, String operator, Map<String, Object> attributes, String... inputs) {
    String output = newName(operator);
    NodeProto.Builder node =
        NodeProto.newBuilder()
            .setDomain(domain)
            .setOpType(operator)
            .setName("node_" + output)
            .addAllInput(List.of(inputs))
            .addOutput(output);
    new TreeMap<>(attributes).forEach((name, value) -> node.addAttribute(attribute(name, value)));
    graph.addNode(node);
    return output;
  }

  /**
   * What decision trees say of each row, N x 1.
   *
   * @param attributes of the operator TreeEnsembleRegressor
   */
  public String trees(Map<String, Object> attributes, String rows) {
    hasTrees = true;
    return node(TREE_DOMAIN, "TreeEnsembleRegressor", attributes, rows);
  }

  private static AttributeProto attribute(String name, Object value) {
    AttributeProto.Builder attribute = AttributeProto.newBuilder().setName(name);
    if (value instanceof Integer number) {
      attribute.setType(AttributeProto.AttributeType.INT).setI(number);
    } else if (value instanceof Float number) {
      attribute.setType(AttributeProto.AttributeType.FLOAT).setF(number);
    } else if (value instanceof long[] numbers) {
      attribute.setType(AttributeProto.AttributeType.INTS);
      for (long number : numbers) {
        attribute.addInts(number);
      }
    } else if (value instanceof float[] numbers) {
      attribute.setType(AttributeProto.AttributeType.FLOATS);
      for (float number : numbers) {
        attribute.addFloats(number);
      }
    } else if (value instanceof String[] texts) {
      attribute.setType(AttributeProto.AttributeType.STRINGS);
      for (String text : texts) {
        attribute.addStrings(ByteString.copyFromUtf8(text));
      }
    } else {
      throw new IllegalArgumentException("attribute " + name + " has the value " + value);
    }
    return attribute.build();
  }

  public String add(String a, String b) {
    return node("Add", a, b);
  }

  public String sub(String a, String b) {
    return node("Sub", a, b);
  }

  public String mul(String a, String b) {
    return node("Mul", a, b);
  }

  public String matmul(String a, String b) {
    return node("MatMul", a, b);
  }

  /** Truths and whole numbers as floats. */
  public String toFloat(String values) {
    return node("Cast", Map.of("to", TensorProto.DataType.FLOAT.getNumber()), values);
  }

  /** One row a sample: what follows the first dimension becomes one. */
  public String rows(String samples) {
    return node("Reshape", samples, integers(0, -1));
  }

  /** The opposite of {@link #rows}. */
  public String samples(String rows, Shape shape) {
    long[] full = new long[shape.rank() + 1];
    for (int i = 0; i < shape.rank(); i++) {
      full[i + 1] = shape.dimensions().get(i);
    }
    return node("Reshape", rows, integers(full)); // the first, 0, means: as it is
  }

  /** Columns of several batches beside each other. */
  public String concat(List<String> parts) {
    return node("Concat", Map.of("axis", 1), parts.toArray(String[]::new));
  }

  /**
   * The same of parts with known numbers of columns: a {@link #slice} that is one of them is not
   * cut out again.
   */
  public String concat(List<String> parts, List<Integer> widths) {
    String all = concat(parts);
    long from = 0;
    for (int i = 0; i < parts.size(); i++) {
      long to = from + widths.get(i);
      slices.put(List.of(all, from, to), parts.get(i));
      from = to;
    }
    return all;
  }

  /** The positions {@code from} to {@code to}, the latter not included, along an axis. */
  public String slice(String x, int axis, long from, long to) {
    String known = slices.get(List.of(x, from, to));
    if (axis == 1 && known != null) {
      return known;
    }
    return node("Slice", x, integers(from), integers(to), integers(axis));
  }

  /** The mean along an axis, which stays with the length 1. */
  public String mean(String x, int axis) {
    return node("ReduceMean", Map.of("axes", new long[] {axis}, "keepdims", 1), x);
  }

  /** Sums each sample of a batch of vectors to one number: N x D becomes N x 1. */
  public String rowSum(String rows) {
    return node("ReduceSum", Map.of("keepdims", 1), rows, integers(1));
  }

  /** The squared length of each sample of a batch of vectors: N x D becomes N x 1. */
  public String squaredNorm(String rows) {
    return node("ReduceSumSquare", Map.of("axes", new long[] {1}, "keepdims", 1), rows);
  }

  /** Where in each row its {@code count} smallest numbers are, the smallest first. */
  public String positionsOfSmallest(String rows, int count) {
    return topK(rows, count, 0);
  }

  /** The {@code count} smallest numbers of each row, the smallest first. */
  public String smallest(String rows, int count) {
    return topK(rows, count, 0) + VALUES;
  }

  /** The {@code count} largest numbers of each row, the largest first. */
  public String largest(String rows, int count) {
    return topK(rows, count, 1) + VALUES;
  }

  /** The name of the positions; that of the numbers themselves has {@link #VALUES} behind it. */
  private String topK(String rows, int count, int largest) {
    String output = newName("TopK");
    graph.addNode(
        NodeProto.newBuilder()
            .setOpType("TopK")
            .setName("node_" + output)
            .addInput(rows)
            .addInput(integers(count))
            .addOutput(output + VALUES)
            .addOutput(output)
            .addAttribute(attribute("axis", 1))
            .addAttribute(attribute("largest", largest))
            .addAttribute(attribute("sorted", 1)));
    return output;
  }

  /** With its outputs: a tensor gets the name of its output, and is copied for further ones. */
  private GraphProto finished() {
    GraphProto.Builder finished = graph.clone();
    Map<String, String> renamed = new HashMap<>();
    for (NodeProto node : graph.getNodeList()) {
      node.getOutputList().forEach(tensor -> renamed.put(tensor, tensor));
    }
    outputs.forEach((name, from) -> renamed.replace(from, from, name));
    for (NodeProto.Builder node : finished.getNodeBuilderList()) {
      for (int i = 0; i < node.getInputCount(); i++) {
        node.setInput(i, renamed.getOrDefault(node.getInput(i), node.getInput(i)));
      }
      for (int i = 0; i < node.getOutputCount(); i++) {
        node.setOutput(i, renamed.get(node.getOutput(i)));
      }
    }
    outputs.forEach(
        (name, from) -> {
          String tensor = renamed.getOrDefault(from, from);
          if (!tensor.equals(name)) {
            finished.addNode(
                NodeProto.newBuilder()
                    .setOpType("Identity")
                    .setName(name)
                    .addInput(tensor)
                    .addOutput(name));
          }
        });
    return finished.build();
  }

  /** The finished model. */
  public byte[] toModel(String producerVersion, Map<String, String> metadata) {
    ModelProto.Builder model =
        ModelProto.newBuilder()
            .setIrVersion(IR_VERSION)
            .setProducerName("stranger")
            .setProducerVersion(producerVersion)
            .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(OPERATOR_SET))
            .setGraph(finished());
    if (hasTrees) {
      model.addOpsetImport(
          OperatorSetIdProto.newBuilder().setDomain(TREE_DOMAIN).setVersion(TREE_OPERATOR_SET));
    }
    metadata.forEach(
        (key, value) ->
            model.addMetadataProps(
                StringStringEntryProto.newBuilder().setKey(key).setValue(value)));
    return model.build().toByteArray();
  }
}
