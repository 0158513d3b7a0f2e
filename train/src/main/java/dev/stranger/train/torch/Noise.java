package dev.stranger.train.torch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.GeneratorOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Random numbers for one training. They depend on the seed alone, whatever else is trained in the
 * same process.
 *
 * <p>A {@link CudaGraph} cannot draw. So what a recorded step draws is kept, and the beginning of
 * the next one draws all of it anew, outside of the graph: a step that asks for the same numbers in
 * the same order finds them where the graph reads them, and they are those it would have drawn.
 */
public final class Noise {

  private final Compute compute;
  private final Generator host = torch.createCPUGenerator();
  private final Generator device;
  private final GeneratorOptional fromHost;
  private final GeneratorOptional fromDevice;
  private final @Nullable PointerScope home = PointerScope.getInnerScope();
  private final List<Kept> kept = new ArrayList<>();
  private boolean keeping;
  private int asked;

  /**
   * @param kind tells numbers from others of the same shape
   */
  private record Kept(String kind, Tensor numbers, UnaryOperator<Tensor> draw) {

    boolean is(String other, long[] shape) {
      return kind.equals(other) && Arrays.equals(numbers.shape(), shape);
    }
  }

  Noise(Compute compute) {
    this.compute = compute;
    this.device = compute.isCuda() ? CudaStream.generator(compute.index()) : host;
    this.fromHost = new GeneratorOptional(host);
    this.fromDevice = new GeneratorOptional(device);
  }

  /** From now on the numbers are those of a seed. */
  public void begin(long seed) {
    host.set_current_seed(seed);
    device.set_current_seed(seed);
    keeping = false;
  }

  /** The same for a step that is recorded, or was. */
  public void beginRecorded(long seed) {
    begin(seed);
    keeping = true;
    asked = 0;
    kept.forEach(old -> old.draw.apply(old.numbers));
  }

  /** What was recorded is void. */
  public void forget() {
    kept.clear();
  }

  /** Normally distributed numbers. */
  public Tensor normal(long... shape) {
    return numbers(
        "normal", () -> compute.zeros(shape), numbers -> numbers.normal_(0, 1, fromDevice), shape);
  }

  /** Whole numbers from zero up to a bound, which is not one of them. */
  public Tensor positions(long count, long bound) {
    return numbers(
        "below " + bound,
        () -> compute.moveAsIs(torch.zeros(new long[] {count}).to(ScalarType.Long)),
        numbers -> numbers.random_(bound, fromDevice),
        count);
  }

  /** First values of parameters, the same on every device: between -bound and bound. */
  public Tensor startEven(double bound, long... shape) {
    return compute.move(torch.empty(shape).uniform_(-bound, bound, fromHost));
  }

  /** The same, normally distributed. */
  public Tensor startNormal(long... shape) {
    return compute.move(torch.empty(shape).normal_(0, 1, fromHost));
  }

  private Tensor numbers(
      String kind, Supplier<Tensor> empty, UnaryOperator<Tensor> draw, long... shape) {
    if (!keeping) {
      return draw.apply(empty.get());
    }
    if (asked == kept.size()) {
      Tensor numbers = outlivingTheStep(empty.get());
      draw.apply(numbers);
      kept.add(new Kept(kind, numbers, draw));
    }
    Kept mine = kept.get(asked++);
    if (!mine.is(kind, shape)) {
      throw new IllegalStateException("a recorded step asks for other numbers than before");
    }
    return mine.numbers;
  }

  private Tensor outlivingTheStep(Tensor numbers) {
    numbers.retainReference();
    PointerScope step = PointerScope.getInnerScope();
    if (step != null) {
      step.detach(numbers);
    }
    if (home != null) {
      home.attach(numbers);
      numbers.releaseReference();
    }
    return numbers;
  }
}
