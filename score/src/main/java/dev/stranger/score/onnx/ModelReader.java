package dev.stranger.score.onnx;

import dev.stranger.score.onnx.OnnxModel.Graph;
import dev.stranger.score.onnx.OnnxModel.Node;
import dev.stranger.score.onnx.OnnxModel.Tensor;
import dev.stranger.score.onnx.OnnxModel.Value;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Reads the protobuf of an ONNX model. The numbers are those of the fields in onnx.proto. */
final class ModelReader {

  private static final int MOST_NODES = 10_000;
  private static final int DEEPEST = 8;
  private static final int EXTERNAL = 1;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** Bytes 4 to 7 of a model in ONNX Runtime's own format, which is no protobuf. */
  private static final String ONNX_RUNTIME = "ORTM";

  private final List<Graph> within = new ArrayList<>();
  private @Nullable Graph main;
  private final Map<String, String> properties = new LinkedHashMap<>();
  private final Map<String, Long> versions = new HashMap<>();
  private int nodes;

  private ModelReader() {}

  /**
   * @throws MalformedModelException when it is no model, or one with too many nodes
   */
  static OnnxModel read(byte[] model) {
    String head = new String(model, 0, Math.min(8, model.length), StandardCharsets.ISO_8859_1);
    if (head.endsWith(ONNX_RUNTIME)) {
      throw new MalformedModelException("it is a model in ONNX Runtime's own format as well");
    }
    ModelReader reader = new ModelReader();
    reader.readModel(new ProtoFields(Message.MODEL, ByteBuffer.wrap(model)));
    if (reader.main == null) {
      throw new MalformedModelException("it has no graph");
    }
    return new OnnxModel(
        reader.main,
        List.copyOf(reader.within),
        Map.copyOf(reader.properties),
        Map.copyOf(reader.versions));
  }

  private void readModel(ProtoFields model) {
    while (model.next()) {
      switch (model.field()) {
        case 7 -> main = readGraph(model.inside(Message.GRAPH), 0);
        case 8 -> readVersion(model.inside(Message.OPERATOR_SET));
        case 14 -> readProperty(model.inside(Message.PROPERTY));
        case 25 -> within.add(readFunction(model.inside(Message.FUNCTION)));
        default -> {}
      }
    }
  }

  private void readVersion(ProtoFields operators) {
    String domain = "";
    long version = 0;
    while (operators.next()) {
      switch (operators.field()) {
        case 1 -> domain = plain(operators.text());
        default -> version = operators.number();
      }
    }
    if (versions.put(domain, version) != null) {
      throw new MalformedModelException("it names the operators of '%s' twice".formatted(domain));
    }
  }

  /** ONNX's own domain has two names. */
  private static String plain(String domain) {
    return domain.equals("ai.onnx") ? "" : domain;
  }

  private void readProperty(ProtoFields entry) {
    String key = "";
    String value = "";
    while (entry.next()) {
      switch (entry.field()) {
        case 1 -> key = entry.text();
        default -> value = entry.text();
      }
    }
    if (properties.put(key, value) != null) {
      throw new MalformedModelException("its metadata has '%s' twice".formatted(key));
    }
  }

  private Graph readFunction(ProtoFields function) {
    Graph read = Graph.empty();
    while (function.next()) {
      switch (function.field()) {
        case 7 -> read.nodes().add(readNode(function.inside(Message.NODE), read.others(), 0));
        case 11 -> readAttribute(function.inside(Message.ATTRIBUTE), read.others(), 0);
        default -> {}
      }
    }
    return read;
  }

  private Graph readGraph(ProtoFields graph, int depth) {
    if (depth > DEEPEST) {
      throw new MalformedModelException("its graphs lie too deep in each other");
    }
    Graph read = Graph.empty();
    while (graph.next()) {
      switch (graph.field()) {
        case 1 -> read.nodes().add(readNode(graph.inside(Message.NODE), read.others(), depth));
        case 5 -> addConstant(read, readTensor(graph.inside(Message.TENSOR)));
        case 11 -> addValue(read.inputs(), graph.inside(Message.VALUE));
        case 12 -> addValue(read.outputs(), graph.inside(Message.VALUE));
        case 15 -> readSparse(graph.inside(Message.SPARSE_TENSOR), read.others());
        default -> {}
      }
    }
    return read;
  }

  private static void addConstant(Graph graph, Tensor tensor) {
    if (graph.constants().put(tensor.name(), tensor) != null) {
      throw new MalformedModelException("it has two constants '%s'".formatted(tensor.name()));
    }
  }

  private Node readNode(ProtoFields node, List<Tensor> tensors, int depth) {
    if (++nodes > MOST_NODES) {
      throw new MalformedModelException("it has more than %,d nodes".formatted(MOST_NODES));
    }
    List<String> inputs = new ArrayList<>();
    List<String> outputs = new ArrayList<>();
    Map<String, Attribute> attributes = new HashMap<>();
    String operator = "";
    String domain = "";
    while (node.next()) {
      switch (node.field()) {
        case 1 -> inputs.add(node.text());
        case 2 -> outputs.add(node.text());
        case 4 -> operator = node.text();
        case 5 -> {
          Attribute attribute = readAttribute(node.inside(Message.ATTRIBUTE), tensors, depth);
          if (attributes.put(attribute.name(), attribute) != null) {
            throw new MalformedModelException(
                "a node has the attribute '%s' twice".formatted(attribute.name()));
          }
        }
        case 7 -> domain = plain(node.text());
        default -> {}
      }
    }
    return new Node(domain, operator, inputs, outputs, attributes);
  }

  private Attribute readAttribute(ProtoFields attribute, List<Tensor> tensors, int depth) {
    LongStream.Builder numbers = LongStream.builder();
    String name = "";
    long type = 0;
    int values = 0;
    int count = 0;
    boolean isReference = false;
    while (attribute.next()) {
      int field = attribute.field();
      switch (field) {
        case 1 -> name = attribute.text();
        case 3 -> numbers.add(attribute.number());
        case 5, 10 -> tensors.add(readTensor(attribute.inside(Message.TENSOR)));
        case 6, 11 -> within.add(readGraph(attribute.inside(Message.GRAPH), depth + 1));
        case 7 -> count += attribute.countFloats();
        case 8 -> attribute.numbers(numbers::add);
        case 9 -> count++;
        case 20 -> type = attribute.number();
        case 21 -> isReference = true;
        case 22, 23 -> readSparse(attribute.inside(Message.SPARSE_TENSOR), tensors);
        default -> {}
      }
      if (Attribute.isValue(field)) {
        if (values != 0 && values != field) {
          throw new MalformedModelException(
              "the attribute '%s' has values of two kinds".formatted(name));
        }
        values = field;
      }
    }
    return Attribute.of(name, type, values, numbers.build().toArray(), count, isReference);
  }

  private static Tensor readTensor(ProtoFields tensor) {
    LongStream.Builder dimensions = LongStream.builder();
    String name = "";
    int type = 0;
    boolean external = false;
    ByteBuffer values = NOTHING;
    while (tensor.next()) {
      switch (tensor.field()) {
        case 1 -> tensor.numbers(dimensions::add);
        case 2 -> type = (int) tensor.number();
        case 8 -> name = tensor.text();
        case 9 -> values = tensor.content();
        case 13 -> external = true;
        case 14 -> external |= (int) tensor.number() == EXTERNAL;
        default -> {}
      }
    }
    return new Tensor(name, type, dimensions.build().toArray(), external, values);
  }

  private static void readSparse(ProtoFields sparse, List<Tensor> others) {
    while (sparse.next()) {
      if (sparse.field() < 3) {
        others.add(readTensor(sparse.inside(Message.TENSOR)));
      }
    }
  }

  private static void addValue(Map<String, Value> values, ProtoFields value) {
    String name = "";
    Value type = Value.OTHER;
    while (value.next()) {
      switch (value.field()) {
        case 1 -> name = value.text();
        case 2 -> type = readType(value.inside(Message.TYPE));
        default -> {}
      }
    }
    if (values.put(name, type) != null) {
      throw new MalformedModelException("it has two inputs or outputs '%s'".formatted(name));
    }
  }

  private static Value readType(ProtoFields type) {
    Value found = Value.OTHER;
    while (type.next()) {
      if (type.field() == 1) {
        found = readTensorType(type.inside(Message.TENSOR_TYPE));
      }
    }
    return found;
  }

  private static Value readTensorType(ProtoFields tensor) {
    int type = 0;
    long[] dimensions = {};
    while (tensor.next()) {
      switch (tensor.field()) {
        case 1 -> type = (int) tensor.number();
        default -> dimensions = readShape(tensor.inside(Message.SHAPE));
      }
    }
    return new Value(type, dimensions);
  }

  private static long[] readShape(ProtoFields shape) {
    LongStream.Builder dimensions = LongStream.builder();
    while (shape.next()) {
      dimensions.add(readDimension(shape.inside(Message.DIMENSION)));
    }
    return dimensions.build().toArray();
  }

  private static long readDimension(ProtoFields dimension) {
    long value = 0;
    while (dimension.next()) {
      if (dimension.field() == 1) {
        value = dimension.number();
      }
    }
    return value;
  }
}
