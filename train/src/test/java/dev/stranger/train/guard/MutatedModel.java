package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Models that are damaged at random, each by one kind of damage. */
final class MutatedModel {

  private static final long[] LENGTHS = {
    -1, 0, 1, 2, 3, 7, 27, 1 << 16, 1L << 31, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE
  };

  /** What is done to a model. */
  enum Damage {
    BYTES,
    CUT,
    FIELD_TWICE,
    INPUT_DIMENSION,
    WEIGHT_DIMENSION,
    NODE_REMOVED,
    NODES_SWAPPED,
    NAME,
    WEIGHT_SIZE,
    WEIGHT_TYPE,
    ATTRIBUTE,
    OPERATOR,
    NODE_INPUT
  }

  private final Random random;

  MutatedModel(long seed) {
    random = new Random(seed);
  }

  byte[] of(byte[] model, Damage damage) {
    return switch (damage) {
      case BYTES -> flipped(model);
      case CUT -> Arrays.copyOf(model, random.nextInt(model.length));
      case FIELD_TWICE -> doubled(model);
      default -> edited(model, damage);
    };
  }

  private byte[] flipped(byte[] model) {
    byte[] flipped = model.clone();
    int count = 1 + random.nextInt(20);
    for (int i = 0; i < count; i++) {
      flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return flipped;
  }

  /** The whole message again, or some field of it: parsers join them or take the last. */
  private byte[] doubled(byte[] model) {
    ModelProto whole = TestNetwork.proto(model);
    ModelProto.Builder again = ModelProto.newBuilder();
    GraphProto.Builder graph = again.getGraphBuilder();
    switch (random.nextInt(6)) {
      case 0 -> again.mergeFrom(whole);
      case 1 -> graph.addNode(pick(whole.getGraph().getNodeList()));
      case 2 -> graph.addInitializer(pick(whole.getGraph().getInitializerList()));
      case 3 -> graph.addOutput(pick(whole.getGraph().getOutputList()));
      case 4 -> graph.addInput(pick(whole.getGraph().getInputList()));
      default -> again.addOpsetImport(whole.getOpsetImport(0));
    }
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.writeBytes(model);
    both.writeBytes(again.build().toByteArray());
    return both.toByteArray();
  }

  private <T> T pick(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private long length() {
    return LENGTHS[random.nextInt(LENGTHS.length)];
  }

  private byte[] edited(byte[] model, Damage damage) {
    ModelProto.Builder edited = TestNetwork.proto(model).toBuilder();
    GraphProto.Builder graph = edited.getGraphBuilder();
    int node = random.nextInt(graph.getNodeCount());
    switch (damage) {
      case INPUT_DIMENSION -> setLength(pick(values(graph)));
      case WEIGHT_DIMENSION -> setLength(pick(graph.getInitializerBuilderList()));
      case NODE_REMOVED -> graph.removeNode(node);
      case NODES_SWAPPED -> swap(graph, node, random.nextInt(graph.getNodeCount()));
      case NAME -> rename(graph, node);
      case WEIGHT_SIZE -> resize(pick(graph.getInitializerBuilderList()));
      case WEIGHT_TYPE ->
          pick(graph.getInitializerBuilderList()).setDataType(random.nextInt(20) - 1);
      case ATTRIBUTE -> change(graph.getNodeBuilder(node));
      case OPERATOR -> graph.getNodeBuilder(node).setOpType(pick(graph.getNodeList()).getOpType());
      case NODE_INPUT -> changeInputs(graph, node);
      default -> throw new IllegalArgumentException(damage.toString());
    }
    return edited.build().toByteArray();
  }

  private static List<ValueInfoProto.Builder> values(GraphProto.Builder graph) {
    List<ValueInfoProto.Builder> values = new ArrayList<>(graph.getInputBuilderList());
    values.addAll(graph.getOutputBuilderList());
    return values;
  }

  private void setLength(ValueInfoProto.Builder value) {
    TensorShapeProto.Builder shape = Edited.shape(value);
    switch (random.nextInt(4)) {
      case 0 -> shape.clearDim();
      case 1 -> shape.addDim(TensorShapeProto.Dimension.newBuilder().setDimValue(length()));
      default ->
          shape.setDim(
              random.nextInt(shape.getDimCount()),
              TensorShapeProto.Dimension.newBuilder().setDimValue(length()));
    }
  }

  private void setLength(TensorProto.Builder tensor) {
    if (tensor.getDimsCount() == 0 || random.nextInt(4) == 0) {
      tensor.addDims(length());
    } else {
      tensor.setDims(random.nextInt(tensor.getDimsCount()), length());
    }
  }

  private static void swap(GraphProto.Builder graph, int a, int b) {
    NodeProto first = graph.getNode(a);
    graph.setNode(a, graph.getNode(b));
    graph.setNode(b, first);
  }

  private void rename(GraphProto.Builder graph, int node) {
    String[] names = {"", "input", "output", "score", "x\n\u0000y", "\u202e", "a".repeat(5000)};
    String name = names[random.nextInt(names.length)];
    switch (random.nextInt(4)) {
      case 0 -> graph.getNodeBuilder(node).setOutput(0, name);
      case 1 -> pick(values(graph)).setName(name);
      case 2 -> pick(graph.getInitializerBuilderList()).setName(name);
      default -> graph.getNodeBuilder(node).setName(name);
    }
  }

  private void resize(TensorProto.Builder tensor) {
    byte[] raw = tensor.getRawData().toByteArray();
    int length = random.nextBoolean() ? random.nextInt(raw.length + 1) : raw.length + 4;
    tensor.setRawData(ByteString.copyFrom(Arrays.copyOf(raw, length)));
    if (random.nextInt(3) == 0) {
      tensor.addFloatData(1);
    }
  }

  private void change(NodeProto.Builder node) {
    if (node.getAttributeCount() == 0) {
      node.addAttribute(NodeAttributes.of("axis", length()));
      return;
    }
    AttributeProto.Builder attribute = pick(node.getAttributeBuilderList());
    switch (random.nextInt(4)) {
      case 0 -> attribute.setI(length());
      case 1 -> attribute.addInts(length());
      case 2 -> attribute.setType(pick(List.of(AttributeProto.AttributeType.values())));
      default -> {
        if (attribute.getIntsCount() > 0) {
          attribute.setInts(random.nextInt(attribute.getIntsCount()), length());
        } else {
          attribute.setName("other");
        }
      }
    }
  }

  private void changeInputs(GraphProto.Builder graph, int index) {
    NodeProto.Builder node = graph.getNodeBuilder(index);
    if (node.getInputCount() == 0 || random.nextInt(4) == 0) {
      node.clearInput();
    } else {
      String other = pick(graph.getNodeList()).getOutput(0);
      node.setInput(random.nextInt(node.getInputCount()), random.nextBoolean() ? other : "");
    }
  }
}
