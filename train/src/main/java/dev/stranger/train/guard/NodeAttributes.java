package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads, writes and removes the attributes of nodes. */
final class NodeAttributes {

  private NodeAttributes() {}

  static Optional<AttributeProto> find(NodeProto node, String name) {
    return node.getAttributeList().stream().filter(a -> a.getName().equals(name)).findFirst();
  }

  static long number(NodeProto node, String name, long missing) {
    return find(node, name).map(AttributeProto::getI).orElse(missing);
  }

  /** A copy without some attributes. */
  static NodeProto.Builder without(NodeProto node, String... names) {
    List<String> unwanted = Arrays.asList(names);
    return node.toBuilder()
        .clearAttribute()
        .addAllAttribute(
            node.getAttributeList().stream().filter(a -> !unwanted.contains(a.getName())).toList());
  }

  static AttributeProto of(String name, long number) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.INT)
        .setI(number)
        .build();
  }

  static AttributeProto of(String name, float number) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.FLOAT)
        .setF(number)
        .build();
  }

  static AttributeProto of(String name, long[] numbers) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.INTS)
        .addAllInts(Arrays.stream(numbers).boxed().toList())
        .build();
  }
}
