package dev.stranger.train.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;

class CoresTest {

  private final Compute compute = Compute.on("cpu");

  @Test
  void sharesDivideTheThreadsOfLibtorch() {
    int cores = Runtime.getRuntime().availableProcessors();
    assertThat(torch.get_num_threads()).isEqualTo(cores);
    List<List<Tensor>> numbers =
        compute.inShares(20, i -> List.of(compute.integers(torch.get_num_threads())));
    assertThat(numbers)
        .allMatch(made -> made.get(0).item_long() * compute.shares() <= cores)
        .hasSize(20);
  }

  @Test
  void whatSharesMakeGoesWithTheScopeOfTheCaller() {
    List<List<Tensor>> made;
    try (PointerScope scope = new PointerScope()) {
      made = compute.inShares(3, i -> List.of(compute.filled(1, 2).mul(new Scalar(i))));
      assertThat(made.get(2).get(0).sum().item_double()).isEqualTo(4);
    }
    assertThat(made).allMatch(tensors -> tensors.get(0).isNull());
  }

  @Test
  void aFailureIsToldAfterTheOtherSharesAreDone() {
    AtomicInteger done = new AtomicInteger();
    assertThatThrownBy(() -> compute.inShares(4, i -> failAtFirst(i, done)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("share 0");
    assertThat(done).hasValue(3);
  }

  private static List<Tensor> failAtFirst(int share, AtomicInteger done) {
    if (share == 0) {
      throw new IllegalArgumentException("share 0");
    }
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    done.incrementAndGet();
    return List.of();
  }
}
