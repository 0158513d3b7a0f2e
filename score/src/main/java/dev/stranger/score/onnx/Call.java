package dev.stranger.score.onnx;

import dev.stranger.score.onnx.OnnxModel.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node with what is known of its inputs.
 *
 * @param shapes of its inputs; null where one is left out
 * @param known the values of inputs that are whole numbers known beforehand; null for others
 */
record Call(Node node, List<long @Nullable []> shapes, List<long @Nullable []> known) {

  int count() {
    return shapes.size();
  }

  long[] input(int index) {
    return required(shapes, index, "input");
  }

  /** Values that the shape of the result depends on. */
  long[] numbers(int index) {
    return required(known, index, "constant input");
  }

  private long[] required(List<long @Nullable []> list, int index, String what) {
    long @Nullable [] found = index < list.size() ? list.get(index) : null;
    if (found == null) {
      throw new MalformedModelException(
          "%s lacks the %s %d".formatted(node.operator(), what, index));
    }
    return found;
  }

  long dim(int input, int axis) {
    long[] shape = input(input);
    if (axis >= shape.length) {
      throw new MalformedModelException(
          "input %d of %s has %d dimensions".formatted(input, node.operator(), shape.length));
    }
    return shape[axis];
  }

  long last(int input) {
    return dim(input, Math.max(0, input(input).length - 1));
  }

  void requireRank(int input, int rank) {
    if (input(input).length != rank || rank < 2) {
      throw new MalformedModelException(
          "input %d of %s has %d dimensions"
              .formatted(input, node.operator(), input(input).length));
    }
  }

  /** Refuses what Stranger does not write. */
  void refuse(String attribute) {
    if (node.numbers().containsKey(attribute) || node.others().containsKey(attribute)) {
      throw new MalformedModelException(
          "%s has the attribute %s".formatted(node.operator(), attribute));
    }
  }

  long number(String attribute, long usual) {
    long[] found = node.numbers().getOrDefault(attribute, new long[] {usual});
    return found.length == 1 ? found[0] : usual;
  }

  /** A list that is an attribute in older operators, and an input in newer ones. */
  long[] listed(String attribute, int input) {
    long[] found = node.numbers().getOrDefault(attribute, new long[0]);
    return input >= 0 && input < count() ? numbers(input) : found;
  }

  /** What an attribute says of an axis of a picture; axes 0 and 1 are batch and channels. */
  long spatial(String attribute, int axis, long usual) {
    long[] all = node.numbers().getOrDefault(attribute, new long[0]);
    long found = axis - 2 < all.length ? all[axis - 2] : usual;
    if (found < usual) {
      throw new MalformedModelException(
          "%s has %s of %d".formatted(node.operator(), attribute, found));
    }
    return found;
  }

  /** How far the kernel of a convolution reaches along an axis. */
  long window(int axis) {
    long reach = Math.multiplyExact(dim(1, axis) - 1, spatial("dilations", axis, 1));
    return Math.addExact(reach, 1);
  }

  /** The length of an axis of the input with its padding at both ends. */
  long padded(int axis) {
    long[] pads = node.numbers().getOrDefault("pads", new long[0]);
    int axes = input(0).length - 2;
    long before = axis - 2 < pads.length ? pads[axis - 2] : 0;
    long after = axes + axis - 2 < pads.length ? pads[axes + axis - 2] : 0;
    return Math.addExact(dim(0, axis), Math.addExact(before, after));
  }

  static int axis(long axis, int rank) {
    long found = axis < 0 ? axis + rank : axis;
    if (found < 0 || found >= rank) {
      throw new MalformedModelException("axis %d of %d".formatted(axis, rank));
    }
    return (int) found;
  }

  /** A position along an axis, which may be counted from its end. */
  static long within(long position, long length) {
    long found = position < 0 ? position + length : position;
    return Math.max(0, Math.min(length, found));
  }

  static long elements(long[] shape) {
    long elements = 1;
    for (long dimension : shape) {
      elements = Math.multiplyExact(elements, dimension);
    }
    return elements;
  }
}
