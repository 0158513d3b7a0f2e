package dev.stranger.score.onnx;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The operators that Stranger writes, as it writes them. {@link ProductRules} has those that
 * multiply matrices.
 */
final class ShapeRules {

  private static final Map<String, Rule> RULES = rules();

  private ShapeRules() {}

  private static Map<String, Rule> rules() {
    Map<String, Rule> rules = new HashMap<>();
    putAll(
        rules,
        "Abs Atanh Exp Floor Identity IsNaN LeakyRelu Log LogSoftmax Neg Relu Sigmoid Sign Sin"
            + " Softmax Softplus Sqrt Tanh",
        Rule.of("alpha axis", call -> call.input(0)));
    putAll(
        rules,
        "Add Sub Mul Div Pow Max Min Equal Greater GreaterOrEqual Less LessOrEqual Where",
        Rule.of("", ShapeRules::broadcast));
    putAll(
        rules,
        "ReduceL2 ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceSum ReduceSumSquare",
        Rule.of("axes keepdims", ShapeRules::reduce));
    rules.put("ArgMax", Rule.of("axis keepdims", ShapeRules::argMax));
    rules.put("Cast", Rule.of("to", ShapeRules::cast));
    rules.put("Clip", Rule.of("", ShapeRules::clip));
    rules.put("Concat", Rule.of("axis", ShapeRules::concat));
    rules.put("Conv", ProductRules.CONV);
    rules.put("ConvTranspose", ProductRules.CONV_TRANSPOSE);
    rules.put("Expand", Rule.of("", call -> broadcast(call.input(0), call.numbers(1))));
    rules.put("Gather", Rule.of("axis", ShapeRules::gather));
    rules.put("GatherElements", Rule.of("axis", ShapeRules::gatherElements));
    rules.put("Gemm", ProductRules.GEMM);
    rules.put("LSTM", ProductRules.LSTM);
    rules.put("MatMul", ProductRules.MATMUL);
    rules.put("PRelu", Rule.of("", ShapeRules::prelu));
    rules.put("Reshape", Rule.of("", ShapeRules::reshape));
    rules.put("Shape", Rule.of("", call -> new long[] {call.input(0).length}));
    rules.put("Slice", Rule.of("", ShapeRules::slice));
    rules.put("Squeeze", Rule.of("", ShapeRules::squeeze));
    rules.put(
        "TopK",
        Rule.of("axis largest sorted", ShapeRules::topK)
            .withProducts((call, result) -> sorting(call.input(0))));
    rules.put("Transpose", Rule.of("perm", ShapeRules::transpose));
    rules.put("Unsqueeze", Rule.of("", ShapeRules::unsqueeze));
    rules.put(
        "ai.onnx.ml.TreeEnsembleRegressor",
        Rule.of(TreeCheck.ATTRIBUTES, ShapeRules::trees)
            .withProducts(
                (call, result) ->
                    Math.multiplyExact(call.dim(0, 0), call.node().count("nodes_values"))));
    return Map.copyOf(rules);
  }

  private static void putAll(Map<String, Rule> rules, String operators, Rule rule) {
    for (String operator : operators.split(" ")) {
      rules.put(operator, rule);
    }
  }

  /** The operators that are known, as {@link OnnxModel.Node#name()} gives them. */
  static Set<String> operators() {
    return RULES.keySet();
  }

  static Rule of(OnnxModel.Node node) {
    return RULES.get(node.name());
  }

  private static long[] broadcast(Call call) {
    long[] shape = call.input(0);
    for (int i = 1; i < call.count(); i++) {
      shape = broadcast(shape, call.input(i));
    }
    return shape;
  }

  /** The shape of two together, where a length of one stands for any. */
  static long[] broadcast(long[] a, long[] b) {
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
    for (long axis : call.numbers(1)) {
      if (call.dim(0, Call.axis(axis, call.input(0).length)) != 1) {
        throw call.wrong(0);
      }
    }
    return without(call.input(0), call.numbers(1), false);
  }

  private static long[] clip(Call call) {
    call.requireShapeIfThere(1);
    call.requireShapeIfThere(2);
    return call.input(0);
  }

  private static long[] prelu(Call call) {
    if (!Arrays.equals(broadcast(call), call.input(0))) {
      throw call.wrong(1);
    }
    return call.input(0);
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
    long[] axes = call.numbers(1);
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
      long[] next = call.input(i).clone();
      call.requireRank(i, shape.length);
      long length = Math.addExact(shape[axis], next[axis]);
      next[axis] = shape[axis];
      if (!Arrays.equals(next, shape)) {
        throw call.wrong(i);
      }
      shape[axis] = length;
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

  private static long[] gatherElements(Call call) {
    long[] data = call.input(0);
    long[] indices = call.input(1);
    int axis = Call.axis(call.number("axis", 0), data.length);
    call.requireRank(1, data.length);
    for (int i = 0; i < data.length; i++) {
      if (i != axis && indices[i] > data[i]) {
        throw call.wrong(1);
      }
    }
    return indices;
  }

  private static long[] reshape(Call call) {
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
    int axis = Call.axis(call.number("axis", -1), shape.length);
    if (count.length != 1 || count[0] < 1 || count[0] > shape[axis]) {
      throw call.wrong(1);
    }
    shape[axis] = count[0];
    return shape;
  }

  /** It takes as long as some hundred products for each number. */
  private static long sorting(long[] shape) {
    return Math.multiplyExact(256, Call.elements(shape));
  }

  private static long[] transpose(Call call) {
    long[] from = call.input(0);
    long[] order = call.node().numbers("perm");
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
