package dev.stranger.train.engine;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.stranger.train.torch.Compute;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * One node at work: what it is given, and its attributes.
 *
 * @param values all tensors known so far, by name
 * @param numbers the whole numbers among the constants
 */
record Call(
    NodeProto node, Map<String, Tensor> values, Map<String, long[]> numbers, Compute compute) {

  /** Inputs at the end may be left out; others are left out by an empty name. */
  boolean has(int index) {
    return index < node.getInputCount() && !node.getInput(index).isEmpty();
  }

  Tensor input(int index) {
    return Objects.requireNonNull(values.get(node.getInput(index)), node.getName());
  }

  Tensor[] inputs() {
    return IntStream.range(0, node.getInputCount()).mapToObj(this::input).toArray(Tensor[]::new);
  }

  /** An input of whole numbers. */
  long[] longs(int index) {
    long[] known = numbers.get(node.getInput(index));
    return known == null ? read(input(index)) : known;
  }

  private static long[] read(Tensor tensor) {
    try (PointerScope scope = new PointerScope()) {
      Tensor plain = tensor.cpu().to(ScalarType.Long).contiguous();
      long[] values = new long[Math.toIntExact(plain.numel())];
      new LongPointer(plain.data_ptr()).get(values);
      return values;
    }
  }

  private Optional<AttributeProto> attribute(String name) {
    return node.getAttributeList().stream().filter(a -> a.getName().equals(name)).findFirst();
  }

  long integer(String name, long otherwise) {
    return attribute(name).map(AttributeProto::getI).orElse(otherwise);
  }

  float real(String name, float otherwise) {
    return attribute(name).map(AttributeProto::getF).orElse(otherwise);
  }

  long[] integers(String name, long... otherwise) {
    return attribute(name)
        .map(a -> a.getIntsList().stream().mapToLong(i -> i).toArray())
        .orElse(otherwise);
  }

  /** Axes are the second input or an attribute, depending on the operator and its age. */
  long[] axes() {
    return has(1) ? longs(1) : integers("axes");
  }
}
