package dev.stranger.train.engine;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.stranger.DataException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** All operators that detectors are made of, by their ONNX name. */
final class Operators {

  static final Map<String, Operator> ALL = all();

  private Operators() {}

  private static Map<String, Operator> all() {
    Map<String, Operator> all = new HashMap<>();
    List.of(
            Arithmetic.OPERATORS,
            Reductions.OPERATORS,
            Layouts.OPERATORS,
            Choices.OPERATORS,
            Layers.OPERATORS)
        .forEach(all::putAll);
    return Map.copyOf(all);
  }

  static Operator of(NodeProto node) {
    return Objects.requireNonNull(ALL.get(node.getOpType()), node.getOpType());
  }

  /**
   * @throws DataException when nobody here knows what a node means
   */
  static void requireKnown(NodeProto node, String place) {
    Operator operator = ALL.get(node.getOpType());
    if (operator == null) {
      throw unknown(place, node.getOpType());
    }
    for (AttributeProto attribute : node.getAttributeList()) {
      if (!operator.attributes().contains(attribute.getName())) {
        throw unknown(place, node.getOpType() + " with " + attribute.getName());
      }
    }
  }

  private static DataException unknown(String place, String what) {
    return unknown("%s uses the operator %s".formatted(place, what));
  }

  /**
   * @param what nobody here has taught libtorch
   */
  static DataException unknown(String what) {
    return new DataException(
        what
            + ", which is not known here; libtorch can neither judge with this detector nor attack"
            + " it, ONNX Runtime can judge");
  }
}
