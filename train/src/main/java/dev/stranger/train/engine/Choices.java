package dev.stranger.train.engine;

import static java.util.Map.entry;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.T_TensorTensor_T;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Operators that choose some values. The slope is that of what was chosen; that another choice is
 * near does not show in it.
 */
final class Choices {

  static final Map<String, Operator> OPERATORS =
      Map.ofEntries(
          entry("ArgMax", Operator.of(Choices::argMax, "axis", "keepdims")),
          entry("Gather", Operator.of(Choices::gather, "axis")),
          entry("GatherElements", Operator.of(Choices::gatherElements, "axis")),
          entry("TopK", Operator.several(Choices::topK, "axis", "largest", "sorted")),
          entry("Where", Operator.of(c -> torch.where(c.input(0), c.input(1), c.input(2)))));

  private Choices() {}

  private static Tensor argMax(Call call) {
    LongOptional axis = new LongOptional(call.integer("axis", 0));
    return call.input(0).argmax(axis, call.integer("keepdims", 1) == 1);
  }

  /** The axis becomes the shape of the positions; a single position takes the axis away. */
  private static Tensor gather(Call call) {
    Tensor x = call.input(0);
    int axis = axis(call, x, 0);
    Tensor positions = call.input(1);
    Tensor found = x.index_select(axis, fromStart(positions.reshape(-1), x.size(axis)));
    long[] before = Arrays.copyOf(x.shape(), axis);
    long[] after = Arrays.copyOfRange(x.shape(), axis + 1, (int) x.dim());
    long[] shape =
        Stream.of(before, positions.shape(), after).flatMapToLong(Arrays::stream).toArray();
    return found.reshape(shape);
  }

  private static Tensor gatherElements(Call call) {
    Tensor x = call.input(0);
    int axis = axis(call, x, 0);
    return x.gather(axis, fromStart(call.input(1), x.size(axis)));
  }

  /** Negative positions count from the end. */
  private static Tensor fromStart(Tensor positions, long length) {
    return positions.remainder(new Scalar(length));
  }

  private static Tensor[] topK(Call call) {
    Tensor x = call.input(0);
    T_TensorTensor_T found =
        x.topk(
            call.longs(1)[0],
            axis(call, x, -1),
            call.integer("largest", 1) == 1,
            call.integer("sorted", 1) == 1);
    return new Tensor[] {found.get0(), found.get1()};
  }

  private static int axis(Call call, Tensor x, long otherwise) {
    return Math.floorMod((int) call.integer("axis", otherwise), (int) x.dim());
  }
}
