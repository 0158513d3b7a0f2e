package dev.stranger.train.engine;

import static java.util.Map.entry;

import java.util.Map;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;

/** Operators that make one value of many along some axes, or set them in relation. */
final class Reductions {

  static final Map<String, Operator> OPERATORS =
      Map.ofEntries(
          entry("LogSoftmax", Operator.of(c -> c.input(0).log_softmax(axis(c)), "axis")),
          entry("ReduceL1", reduction((x, axes, keep) -> sum(x.abs(), axes, keep))),
          entry("ReduceL2", reduction(Reductions::length)),
          entry("ReduceLogSumExp", reduction(Tensor::logsumexp)),
          entry("ReduceMax", reduction(Tensor::amax)),
          entry("ReduceMean", reduction(Reductions::mean)),
          entry("ReduceMin", reduction(Tensor::amin)),
          entry("ReduceSum", reduction(Reductions::sum)),
          entry("ReduceSumSquare", reduction((x, axes, keep) -> sum(x.square(), axes, keep))),
          entry("Softmax", Operator.of(c -> c.input(0).softmax(axis(c)), "axis")));

  private Reductions() {}

  @FunctionalInterface
  private interface Reduction {
    Tensor along(Tensor x, long[] axes, boolean keep);
  }

  private static Operator reduction(Reduction reduction) {
    return Operator.of(
        call -> {
          Tensor x = call.input(0);
          long[] axes = call.axes();
          boolean keep = call.integer("keepdims", 1) == 1;
          return reduction.along(x, axes.length == 0 ? all(x) : axes, keep);
        },
        "axes",
        "keepdims");
  }

  private static long[] all(Tensor x) {
    return LongStream.range(0, x.dim()).toArray();
  }

  private static long axis(Call call) {
    return call.integer("axis", -1);
  }

  private static Tensor sum(Tensor x, long[] axes, boolean keep) {
    return x.sum(axes, keep, new ScalarTypeOptional());
  }

  private static Tensor mean(Tensor x, long[] axes, boolean keep) {
    return x.mean(axes, keep, new ScalarTypeOptional());
  }

  private static Tensor length(Tensor x, long[] axes, boolean keep) {
    return Arithmetic.sqrt(sum(x.square(), axes, keep));
  }
}
