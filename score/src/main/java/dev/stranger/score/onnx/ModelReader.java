package dev.stranger.score.onnx;

import dev.stranger.score.onnx.OnnxModel.Graph;
import dev.stranger.score.onnx.OnnxModel.Input;
import dev.stranger.score.onnx.OnnxModel.Node;
import dev.stranger.score.onnx.OnnxModel.Tensor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Reads the protobuf of an ONNX model. The numbers are those of the fields in onnx.proto. A field
 * that may occur once and occurs twice is refused: parsers differ in what they make of it.
 */
final class ModelReader {

  private static final int MOST_NODES = 10_000;
  private static final int DEEPEST = 8;
  private static final int EXTERNAL = 1;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final List<Graph> graphs = new ArrayList<>();
  private final Map<String, String> properties = new LinkedHashMap<>();
  private final Map<String, Long> versions = new HashMap<>();
  private int nodes;

  private ModelReader() {}

  /**
   * @throws MalformedModelException when it is no model, or one with too many nodes
   */
  static OnnxModel read(byte[] model) {
    ModelReader reader = new ModelReader();
    reader.readModel(new ProtoFields(ByteBuffer.wrap(model)));
    if (reader.graphs.isEmpty()) {
      throw new MalformedModelException("it has no graph");
    }
    return new OnnxModel(
        List.copyOf(reader.graphs), Map.copyOf(reader.properties), Map.copyOf(reader.versions));
  }

  private void readModel(ProtoFields model) {
    BitSet seen = new BitSet();
    while (model.next()) {
      switch (model.field()) {
        case 7 -> readGraph(once(model, seen), 0);
        case 8 -> readVersion(new ProtoFields(model.content()));
        case 14 -> readProperty(new ProtoFields(model.content()));
        case 20 -> throw new MalformedModelException("it holds a training graph");
        case 25 -> readFunction(new ProtoFields(model.content()));
        default -> {}
      }
    }
  }

  private static ProtoFields once(ProtoFields in, BitSet seen) {
    requireOnce(in, seen);
    return new ProtoFields(in.content());
  }

  private static String onceText(ProtoFields in, BitSet seen) {
    requireOnce(in, seen);
    return in.text();
  }

  private static void requireOnce(ProtoFields in, BitSet seen) {
    if (seen.get(in.field())) {
      throw new MalformedModelException("field %d occurs twice".formatted(in.field()));
    }
    seen.set(in.field());
  }

  private void readVersion(ProtoFields operators) {
    BitSet seen = new BitSet();
    String domain = "";
    long version = 0;
    while (operators.next()) {
      switch (operators.field()) {
        case 1 -> domain = plain(onceText(operators, seen));
        case 2 -> {
          requireOnce(operators, seen);
          version = operators.number();
        }
        default -> {}
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
    BitSet seen = new BitSet();
    String key = "";
    String value = "";
    while (entry.next()) {
      switch (entry.field()) {
        case 1 -> key = onceText(entry, seen);
        case 2 -> value = onceText(entry, seen);
        default -> {}
      }
    }
    if (properties.put(key, value) != null) {
      throw new MalformedModelException("its metadata has %s twice".formatted(key));
    }
  }

  private void readFunction(ProtoFields function) {
    List<Node> own = new ArrayList<>();
    List<Tensor> others = new ArrayList<>();
    while (function.next()) {
      if (function.field() == 7) {
        own.add(readNode(new ProtoFields(function.content()), others, 0));
      }
    }
    graphs.add(new Graph(own, Map.of(), Map.of(), others));
  }

  private void readGraph(ProtoFields graph, int depth) {
    if (depth > DEEPEST) {
      throw new MalformedModelException("its graphs lie too deep in each other");
    }
    Graph read =
        new Graph(new ArrayList<>(), new HashMap<>(), new LinkedHashMap<>(), new ArrayList<>());
    graphs.add(read);
    while (graph.next()) {
      switch (graph.field()) {
        case 1 ->
            read.nodes().add(readNode(new ProtoFields(graph.content()), read.others(), depth));
        case 5 -> addConstant(read, readTensor(new ProtoFields(graph.content())));
        case 11 -> readInput(new ProtoFields(graph.content()), read.inputs());
        case 15 -> readSparse(new ProtoFields(graph.content()), read.others());
        default -> {}
      }
    }
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
    BitSet seen = new BitSet();
    List<String> inputs = new ArrayList<>();
    List<String> outputs = new ArrayList<>();
    Map<String, long[]> numbers = new HashMap<>();
    Map<String, Integer> others = new HashMap<>();
    String operator = "";
    String domain = "";
    while (node.next()) {
      switch (node.field()) {
        case 1 -> inputs.add(node.text());
        case 2 -> outputs.add(node.text());
        case 4 -> operator = onceText(node, seen);
        case 5 -> {
          Attribute attribute = readAttribute(new ProtoFields(node.content()), tensors, depth);
          boolean isNew =
              attribute.isNumber()
                  ? numbers.put(attribute.name(), attribute.numbers()) == null
                  : others.put(attribute.name(), attribute.count()) == null;
          if (!isNew) {
            throw new MalformedModelException(
                "a node has the attribute '%s' twice".formatted(attribute.name()));
          }
        }
        case 7 -> domain = onceText(node, seen);
        default -> {}
      }
    }
    return new Node(
        domain.equals("ai.onnx") ? "" : domain, operator, inputs, outputs, numbers, others);
  }

  /**
   * @param count of values that are no whole numbers
   */
  private record Attribute(String name, boolean isNumber, long[] numbers, int count) {}

  private Attribute readAttribute(ProtoFields attribute, List<Tensor> tensors, int depth) {
    BitSet seen = new BitSet();
    String name = "";
    LongStream.Builder values = LongStream.builder();
    boolean isNumber = false;
    int count = 0;
    while (attribute.next()) {
      switch (attribute.field()) {
        case 1 -> name = onceText(attribute, seen);
        case 3, 8 -> {
          isNumber = true;
          attribute.numbers(values::add);
        }
        case 7 -> count += attribute.countFloats();
        case 9 -> count++;
        case 5, 10 -> tensors.add(readTensor(new ProtoFields(attribute.content())));
        case 6, 11 -> readGraph(new ProtoFields(attribute.content()), depth + 1);
        case 22, 23 -> readSparse(new ProtoFields(attribute.content()), tensors);
        default -> {}
      }
    }
    return new Attribute(name, isNumber, values.build().toArray(), count);
  }

  private static Tensor readTensor(ProtoFields tensor) {
    BitSet seen = new BitSet();
    LongStream.Builder dimensions = LongStream.builder();
    String name = "";
    int type = 0;
    boolean external = false;
    ByteBuffer values = NOTHING;
    while (tensor.next()) {
      switch (tensor.field()) {
        case 1 -> tensor.numbers(dimensions::add);
        case 2 -> {
          requireOnce(tensor, seen);
          type = (int) tensor.number();
        }
        case 8 -> name = onceText(tensor, seen);
        case 9 -> {
          requireOnce(tensor, seen);
          values = tensor.content();
        }
        case 13 -> external = true;
        case 14 -> external |= tensor.number() == EXTERNAL;
        default -> {}
      }
    }
    return new Tensor(name, type, dimensions.build().toArray(), external, values);
  }

  private static void readSparse(ProtoFields sparse, List<Tensor> others) {
    while (sparse.next()) {
      if (sparse.field() == 1 || sparse.field() == 2) {
        others.add(readTensor(new ProtoFields(sparse.content())));
      }
    }
  }

  private static void readInput(ProtoFields value, Map<String, Input> inputs) {
    BitSet seen = new BitSet();
    String name = "";
    Input input = new Input(0, new long[0]);
    while (value.next()) {
      switch (value.field()) {
        case 1 -> name = onceText(value, seen);
        case 2 -> input = readType(once(value, seen));
        default -> {}
      }
    }
    inputs.put(name, input);
  }

  /** Of a tensor; anything else has no type here. */
  private static Input readType(ProtoFields type) {
    BitSet seen = new BitSet();
    Input input = new Input(0, new long[0]);
    while (type.next()) {
      if (type.field() == 1) {
        input = readTensorType(once(type, seen));
      }
    }
    return input;
  }

  private static Input readTensorType(ProtoFields tensor) {
    BitSet seen = new BitSet();
    int type = 0;
    long[] dimensions = {};
    while (tensor.next()) {
      switch (tensor.field()) {
        case 1 -> {
          requireOnce(tensor, seen);
          type = (int) tensor.number();
        }
        case 2 -> dimensions = readShape(once(tensor, seen));
        default -> {}
      }
    }
    return new Input(type, dimensions);
  }

  private static long[] readShape(ProtoFields shape) {
    LongStream.Builder dimensions = LongStream.builder();
    while (shape.next()) {
      if (shape.field() == 1) {
        dimensions.add(readDimension(new ProtoFields(shape.content())));
      }
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
