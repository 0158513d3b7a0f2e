package dev.stranger.score.onnx;

import dev.stranger.score.onnx.OnnxModel.Node;
import java.util.Arrays;
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

  boolean has(int input) {
    return input < count() && shapes.get(input) != null;
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
      throw wrong(input);
    }
    return shape[axis];
  }

  void requireRank(int input, int rank) {
    if (input(input).length != rank) {
      throw wrong(input);
    }
  }

  /** An input that must have one shape. */
  void requireShape(int input, long... expected) {
    if (!Arrays.equals(input(input), expected)) {
      throw wrong(input);
    }
  }

  /** An input that may be left out, and else must have one shape. */
  void requireShapeIfThere(int input, long... expected) {
    if (has(input)) {
      requireShape(input, expected);
    }
  }

  MalformedModelException wrong(int input) {
    return new MalformedModelException(
        "input %d of %s has the shape %s, which does not fit the others"
            .formatted(input, node.operator(), Arrays.toString(input(input))));
  }

  long number(String attribute, long usual) {
    long[] found = node.numbers(attribute, usual);
    if (found.length != 1) {
      throw new MalformedModelException(
          "%s has %d numbers of %s".formatted(node.operator(), found.length, attribute));
    }
    return found[0];
  }

  /** A list of numbers, so many of them and none below a least one; the usual one when missing. */
  long[] list(String attribute, int length, long least, long usual) {
    long[] usually = new long[length];
    Arrays.fill(usually, usual);
    long[] found = node.numbers(attribute, usually);
    if (found.length != length || Arrays.stream(found).anyMatch(number -> number < least)) {
      throw new MalformedModelException(
          "%s has %s of %s".formatted(node.operator(), attribute, Arrays.toString(found)));
    }
    return found;
  }

  /** A list that some operators take as an attribute, and others as an input. */
  long[] listed(String attribute, int input) {
    return has(input) ? numbers(input) : node.numbers(attribute);
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
