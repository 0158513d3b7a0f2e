package dev.stranger.train.engine;

import static java.util.Map.entry;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Operators that put the same values into another shape or order. */
final class Layouts {

  static final Map<String, Operator> OPERATORS =
      Map.ofEntries(
          entry("Concat", Operator.of(Layouts::concat, "axis")),
          entry("Expand", Operator.of(Layouts::expand)),
          entry("Reshape", Operator.of(Layouts::reshape)),
          entry("Shape", Operator.of(Layouts::shape)),
          entry("Slice", Operator.of(Layouts::slice)),
          entry("Squeeze", Operator.of(Layouts::squeeze, "axes")),
          entry("Transpose", Operator.of(Layouts::transpose, "perm")),
          entry("Unsqueeze", Operator.of(Layouts::unsqueeze, "axes")));

  private Layouts() {}

  private static Tensor concat(Call call) {
    return torch.cat(new TensorVector(call.inputs()), call.integer("axis", 0));
  }

  /** A length of 1, on either side, becomes that of the other side. */
  private static Tensor expand(Call call) {
    Tensor x = call.input(0);
    long[] wished = call.longs(1).clone();
    int more = wished.length - (int) x.dim();
    for (int i = Math.max(0, more); i < wished.length; i++) {
      wished[i] = wished[i] == 1 ? x.size(i - more) : wished[i];
    }
    long[] outer = Arrays.copyOf(x.shape(), Math.max(0, -more));
    return x.expand(LongStream.concat(Arrays.stream(outer), Arrays.stream(wished)).toArray());
  }

  /** A length of 0 stands for the length the input has there. */
  private static Tensor reshape(Call call) {
    Tensor x = call.input(0);
    long[] shape = call.longs(1).clone();
    for (int i = 0; i < shape.length; i++) {
      shape[i] = shape[i] == 0 ? x.size(i) : shape[i];
    }
    return x.reshape(shape);
  }

  private static Tensor shape(Call call) {
    long[] shape = call.input(0).shape();
    return call.compute().moveAsIs(Tensor.create(shape, shape.length));
  }

  /** Inputs: values, starts, ends, axes, steps; the last two may be missing. */
  private static Tensor slice(Call call) {
    Tensor part = call.input(0);
    long[] from = call.longs(1);
    long[] to = call.longs(2);
    for (int i = 0; i < from.length; i++) {
      long axis = call.has(3) ? call.longs(3)[i] : i;
      long step = call.has(4) ? call.longs(4)[i] : 1;
      part = part.slice(axis, new LongOptional(from[i]), new LongOptional(to[i]), step);
    }
    return part;
  }

  private static Tensor squeeze(Call call) {
    long[] axes = call.axes();
    return axes.length == 0 ? call.input(0).squeeze() : call.input(0).squeeze(axes);
  }

  private static Tensor transpose(Call call) {
    Tensor x = call.input(0);
    long last = x.dim() - 1;
    long[] reversed = LongStream.rangeClosed(0, last).map(i -> last - i).toArray();
    return x.permute(call.integers("perm", reversed));
  }

  /** Axes count in the result. */
  private static Tensor unsqueeze(Call call) {
    Tensor x = call.input(0);
    long[] axes = call.axes();
    long rank = x.dim() + axes.length;
    for (long axis : Arrays.stream(axes).map(a -> a < 0 ? a + rank : a).sorted().toArray()) {
      x = x.unsqueeze(axis);
    }
    return x;
  }
}
