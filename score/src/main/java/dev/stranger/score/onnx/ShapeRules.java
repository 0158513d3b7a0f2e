package dev.stranger.score.onnx;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The shape of what each operator computes that Stranger writes, and how many products it takes.
 * Knows the operators as they are written here: attributes that would change a shape and that
 * Stranger does not write are refused.
 */
final class ShapeRules {

  /** What an operator makes of its inputs. */
  @FunctionalInterface
  private interface Rule {
    long[] shape(Call call);
  }

  private static final Map<String, Rule> RULES = rules();

  private ShapeRules() {}

  private static Map<String, Rule> rules() {
    Map<String, Rule> rules = new LinkedHashMap<>();
    for (String each :
        "Abs Atanh Clip Exp Identity LeakyRelu Log LogSoftmax Neg Relu Sigmoid Sign Softmax"
            .concat(" Softplus Sqrt Tanh")
            .split(" ")) {
      rules.put(each, call -> call.input(0));
    }
    for (String each :
        "Add Sub Mul Div Pow Max Min Equal Greater GreaterOrEqual Less LessOrEqual PRelu Where"
            .split(" ")) {
      rules.put(each, ShapeRules::broadcast);
    }
    for (String each :
        "ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceSum ReduceSumSquare".split(" ")) {
      rules.put(each, ShapeRules::reduce);
    }
    rules.put("ArgMax", ShapeRules::argMax);
    rules.put("Cast", ShapeRules::cast);
    rules.put("Concat", ShapeRules::concat);
    rules.put("Conv", ShapeRules::conv);
    rules.put("ConvTranspose", ShapeRules::convTranspose);
    rules.put("Expand", call -> broadcast(call.input(0), call.numbers(1)));
    rules.put("Gather", ShapeRules::gather);
    rules.put("GatherElements", call -> call.input(1));
    rules.put("Gemm", ShapeRules::gemm);
    rules.put("LSTM", ShapeRules::lstm);
    rules.put("MatMul", ShapeRules::matMul);
    rules.put("Reshape", ShapeRules::reshape);
    rules.put("Shape", ShapeRules::shapeOf);
    rules.put("Slice", ShapeRules::slice);
    rules.put("Squeeze", ShapeRules::squeeze);
    rules.put("TopK", ShapeRules::topK);
    rules.put("Transpose", ShapeRules::transpose);
    rules.put("Unsqueeze", ShapeRules::unsqueeze);
    rules.put("ai.onnx.ml.TreeEnsembleRegressor", ShapeRules::trees);
    return Map.copyOf(rules);
  }

  /** The operators that are known, as {@link OnnxModel.Node#name()} gives them. */
  static Set<String> operators() {
    return RULES.keySet();
  }

  /**
   * @throws MalformedModelException when the operator does not take such inputs
   * @throws ArithmeticException when numbers are larger than any memory
   */
  static long[] shape(Call call) {
    return RULES.get(call.node().name()).shape(call);
  }

  /** How many products the result takes, roughly; 0 where each value takes one operation. */
  static long products(Call call, long[] result) {
    return switch (call.node().name()) {
      case "MatMul" -> Math.multiplyExact(Call.elements(result), call.last(0));
      case "Gemm" ->
          Math.multiplyExact(
              Call.elements(result), call.number("transA", 0) == 0 ? call.last(0) : call.dim(0, 0));
      case "Conv" ->
          Math.multiplyExact(
              Call.elements(result), Call.elements(call.input(1)) / Math.max(1, call.dim(1, 0)));
      case "ConvTranspose" ->
          Math.multiplyExact(
              Call.elements(call.input(0)),
              Call.elements(call.input(1)) / Math.max(1, call.dim(1, 0)));
      case "LSTM" ->
          Math.multiplyExact(
              Math.multiplyExact(call.dim(0, 0), call.dim(0, 1)),
              Math.addExact(Call.elements(call.input(1)), Call.elements(call.input(2))));
      default -> 0;
    };
  }

  private static long[] broadcast(Call call) {
    long[] shape = call.input(0);
    for (int i = 1; i < call.count(); i++) {
      shape = broadcast(shape, call.input(i));
    }
    return shape;
  }

  private static long[] broadcast(long[] a, long[] b) {
    long[] shape = new long[Math.max(a.length, b.length)];
    for (int i = 1; i <= shape.length; i++) {
      long one = i > a.length ? 1 : a[a.length - i];
      long other = i > b.length ? 1 : b[b.length - i];
      if (one != other && one != 1 && other != 1) {
        throw new MalformedModelException(
            "shapes %s and %s do not fit".formatted(Arrays.toString(a), Arrays.toString(b)));
      }
      shape[shape.length - i] = one == 1 ? other : one;
    }
    return shape;
  }

  private static long[] reduce(Call call) {
    call.refuse("noop_with_empty_axes");
    long[] shape = call.input(0);
    long[] axes = call.listed("axes", 1);
    if (axes.length == 0) {
      axes = LongStream.range(0, shape.length).toArray();
    }
    return without(shape, axes, call.number("keepdims", 1) != 0);
  }

  private static long[] argMax(Call call) {
    long[] axis = {call.number("axis", 0)};
    return without(call.input(0), axis, call.number("keepdims", 1) != 0);
  }

  /** To floats, whole numbers or truths; a text would take memory that its shape does not tell. */
  private static long[] cast(Call call) {
    long type = call.number("to", 0);
    if (type != OnnxModel.FLOAT && type != OnnxModel.INT64 && type != OnnxModel.BOOLEAN) {
      throw new MalformedModelException("Cast to the type " + type);
    }
    return call.input(0);
  }

  private static long[] squeeze(Call call) {
    long[] axes = call.listed("axes", 1);
    if (axes.length == 0) {
      throw new MalformedModelException("Squeeze names no axes");
    }
    return without(call.input(0), axes, false);
  }

  /** A shape after some of its axes became 1, or went away. */
  private static long[] without(long[] shape, long[] axes, boolean keep) {
    long[] result = shape.clone();
    for (long axis : axes) {
      result[Call.axis(axis, shape.length)] = keep ? 1 : -1;
    }
    return keep ? result : LongStream.of(result).filter(d -> d >= 0).toArray();
  }

  private static long[] unsqueeze(Call call) {
    long[] from = call.input(0);
    long[] axes = call.listed("axes", 1);
    long[] shape = new long[from.length + axes.length];
    Arrays.fill(shape, -1);
    for (long axis : axes) {
      shape[Call.axis(axis, shape.length)] = 1;
    }
    int next = 0;
    for (int i = 0; i < shape.length; i++) {
      if (shape[i] < 0 && next < from.length) {
        shape[i] = from[next++];
      }
    }
    return shape;
  }

  private static long[] concat(Call call) {
    long[] shape = call.input(0).clone();
    int axis = Call.axis(call.number("axis", 0), shape.length);
    for (int i = 1; i < call.count(); i++) {
      call.requireRank(i, shape.length);
      shape[axis] = Math.addExact(shape[axis], call.dim(i, axis));
    }
    return shape;
  }

  private static long[] conv(Call call) {
    call.refuse("auto_pad");
    long[] shape = call.input(0).clone();
    call.requireRank(1, shape.length);
    shape[1] = call.dim(1, 0);
    for (int i = 2; i < shape.length; i++) {
      long taken = call.window(i);
      shape[i] = (call.padded(i) - taken) / call.spatial("strides", i, 1) + 1;
    }
    return shape;
  }

  private static long[] convTranspose(Call call) {
    call.refuse("auto_pad");
    call.refuse("output_shape");
    long[] shape = call.input(0).clone();
    call.requireRank(1, shape.length);
    shape[1] = Math.multiplyExact(call.dim(1, 1), call.number("group", 1));
    for (int i = 2; i < shape.length; i++) {
      long moved = Math.multiplyExact(shape[i] - 1, call.spatial("strides", i, 1));
      long padding = Math.subtractExact(call.padded(i), shape[i]);
      long added = Math.addExact(call.window(i), call.spatial("output_padding", i, 0));
      shape[i] = Math.subtractExact(Math.addExact(moved, added), padding);
    }
    return shape;
  }

  private static long[] gather(Call call) {
    long[] data = call.input(0);
    long[] indices = call.input(1);
    int axis = Call.axis(call.number("axis", 0), data.length);
    return LongStream.concat(
            LongStream.concat(Arrays.stream(data, 0, axis), Arrays.stream(indices)),
            Arrays.stream(data, axis + 1, data.length))
        .toArray();
  }

  private static long[] gemm(Call call) {
    call.requireRank(0, 2);
    call.requireRank(1, 2);
    long rows = call.dim(0, call.number("transA", 0) == 0 ? 0 : 1);
    long columns = call.dim(1, call.number("transB", 0) == 0 ? 1 : 0);
    return new long[] {rows, columns};
  }

  private static long[] matMul(Call call) {
    long[] a = call.input(0);
    long[] b = call.input(1);
    if (a.length < 2 || b.length < 2) {
      throw new MalformedModelException("MatMul of vectors");
    }
    long[] all =
        broadcast(Arrays.copyOf(a, a.length - 2), Arrays.copyOf(b, b.length - 2)); // of a batch
    long[] shape = Arrays.copyOf(all, all.length + 2);
    shape[all.length] = a[a.length - 2];
    shape[all.length + 1] = b[b.length - 1];
    return shape;
  }

  /** The outputs of all steps: steps x directions x batch x hidden. */
  private static long[] lstm(Call call) {
    call.refuse("layout");
    call.requireRank(0, 3);
    call.requireRank(2, 3);
    return new long[] {call.dim(0, 0), call.dim(2, 0), call.dim(0, 1), call.dim(2, 2)};
  }

  private static long[] reshape(Call call) {
    call.refuse("allowzero");
    long[] from = call.input(0);
    long[] shape = call.numbers(1).clone();
    int free = -1;
    long others = 1;
    for (int i = 0; i < shape.length; i++) {
      if (shape[i] == -1 && free < 0) {
        free = i;
        continue;
      }
      shape[i] = shape[i] == 0 && i < from.length ? from[i] : shape[i];
      others = Math.multiplyExact(others, shape[i]);
    }
    long all = Call.elements(from);
    if (free >= 0 && others > 0) {
      shape[free] = all / others;
      others = Math.multiplyExact(others, shape[free]);
    }
    if (others != all) {
      throw new MalformedModelException(
          "%s cannot become %s".formatted(Arrays.toString(from), Arrays.toString(shape)));
    }
    return shape;
  }

  private static long[] shapeOf(Call call) {
    call.refuse("start");
    call.refuse("end");
    return new long[] {call.input(0).length};
  }

  private static long[] slice(Call call) {
    long[] shape = call.input(0).clone();
    long[] starts = call.numbers(1);
    long[] ends = call.numbers(2);
    long[] axes = call.count() > 3 ? call.numbers(3) : LongStream.range(0, starts.length).toArray();
    if (call.count() > 4 || ends.length != starts.length || axes.length != starts.length) {
      throw new MalformedModelException("Slice has steps, or lists of different lengths");
    }
    for (int i = 0; i < axes.length; i++) {
      int axis = Call.axis(axes[i], shape.length);
      long from = Call.within(starts[i], shape[axis]);
      shape[axis] = Math.max(0, Call.within(ends[i], shape[axis]) - from);
    }
    return shape;
  }

  private static long[] topK(Call call) {
    long[] shape = call.input(0).clone();
    long[] count = call.numbers(1);
    if (count.length != 1) {
      throw new MalformedModelException("TopK has no number");
    }
    shape[Call.axis(call.number("axis", -1), shape.length)] = count[0];
    return shape;
  }

  private static long[] transpose(Call call) {
    long[] from = call.input(0);
    long[] order = call.listed("perm", -1);
    if (order.length != from.length) {
      throw new MalformedModelException("Transpose names no order of all axes");
    }
    return LongStream.of(order).map(axis -> from[Call.axis(axis, from.length)]).toArray();
  }

  private static long[] trees(Call call) {
    long targets = call.number("n_targets", 1);
    call.requireRank(0, 2);
    TreeCheck.require(call.node(), call.dim(0, 1), targets);
    return new long[] {call.dim(0, 0), targets};
  }
}
