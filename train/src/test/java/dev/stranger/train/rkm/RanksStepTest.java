package dev.stranger.train.rkm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Shape;
import dev.stranger.train.loop.Learner.Rates;
import dev.stranger.train.loop.TrainingBatch;
import dev.stranger.train.method.ObjectiveOptions.Variant;
import dev.stranger.train.net.Loss;
import dev.stranger.train.net.Network;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.Ranks;
import dev.stranger.train.torch.Together;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/** Steps of several ranks, in double precision. */
class RanksStepTest {

  private static final Offset<Double> CLOSE = Offset.offset(1e-9);
  private static final int SAMPLES = 12;
  private static final int VALUES = 5;

  /**
   * What a few steps leave behind.
   *
   * @param state of everything that moved; the first moments are the gradients after one step
   */
  private record Steps(double[] values, List<double[]> state, double orthogonalityError) {}

  @Test
  void ranksMakeTheStepsOfTheWholeBatch() {
    for (boolean published : new boolean[] {false, true}) {
      for (int steps : new int[] {1, 5}) {
        Steps one = steps(Ranks.ALONE, steps, published);
        for (int size : new int[] {2, 3}) {
          for (Steps rank : Together.run(size, ranks -> steps(ranks, steps, published))) {
            assertThat(rank.values()).containsExactly(one.values(), CLOSE);
            for (int i = 0; i < one.state().size(); i++) {
              assertThat(rank.state().get(i))
                  .as("tensor %d after %d steps of %d ranks", i, steps, size)
                  .containsExactly(one.state().get(i), CLOSE);
            }
          }
        }
      }
    }
  }

  @Test
  void allRanksHaveTheSameOrthonormalU() {
    List<Steps> ranks = Together.run(3, some -> steps(some, 20, false));
    for (Steps rank : ranks) {
      assertThat(rank.orthogonalityError()).isLessThan(1e-6);
      for (int i = 0; i < rank.state().size(); i++) {
        assertThat(rank.state().get(i)).isEqualTo(ranks.get(0).state().get(i));
      }
    }
  }

  private static Steps steps(Ranks ranks, int count, boolean published) {
    try (PointerScope scope = new PointerScope()) {
      Compute compute = Compute.exact().among(ranks);
      compute.noise().begin(3);
      Network network = NetworkOptions.DEFAULT.withSizes(1, 7, 4).build(Shape.of(VALUES), compute);
      StRkmObjective objective = new StRkmObjective(Loss.SQUARED, 3, Variant.DETERMINISTIC, 0, 0);
      StRkmLearner learner = new StRkmLearner(network, objective, 2, published);
      learner.setRates(new Rates(1e-2, 1e-2));
      double[] values = new double[count];
      for (int step = 0; step < count; step++) {
        values[step] = learner.step(batch(compute, step)).item_double();
      }
      List<Tensor> state = learner.state();
      Tensor u = state.get(state.size() - 4);
      Tensor product = u.mm(u.t());
      Tensor unit = torch.eye(2).to(ScalarType.Double);
      return new Steps(
          values,
          state.stream().map(RanksStepTest::doubles).toList(),
          product.sub(unit).abs().max().item_double());
    }
  }

  /** This rank's part of the samples of a step. */
  private static TrainingBatch batch(Compute compute, int step) {
    int own = SAMPLES / compute.ranks().size();
    Random random = new Random(step);
    float[] all = new float[SAMPLES * VALUES];
    for (int i = 0; i < all.length; i++) {
      all[i] = (float) (random.nextGaussian() + i % VALUES);
    }
    Tensor samples = compute.of(all, SAMPLES, VALUES);
    Tensor part = samples.narrow(0, (long) own * compute.ranks().rank(), own);
    return new TrainingBatch(part, compute.integers(new int[own]));
  }

  private static double[] doubles(Tensor tensor) {
    Tensor plain = tensor.to(ScalarType.Double).contiguous();
    double[] values = new double[(int) plain.numel()];
    new DoublePointer(plain.data_ptr()).get(values);
    return values;
  }
}
