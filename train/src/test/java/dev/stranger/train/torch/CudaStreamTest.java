package dev.stranger.train.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.global.torch_cuda;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CudaStreamTest {

  private static final byte GPU = 0;

  @BeforeEach
  void requireGpu() {
    assumeTrue(Compute.hasCuda(), "there is no GPU");
  }

  private static long current() {
    return torch_cuda.getCurrentCUDAStream(GPU).id();
  }

  /** libtorch has 32 of them. */
  @Test
  void aQueueInUseIsNotGivenOutAgain() {
    long before = current();
    Compute.on("cuda")
        .alone(
            () -> {
              long own = current();
              assertThat(own).isNotEqualTo(before);
              for (int i = 0; i < 100; i++) {
                CUDAStream other = CudaStream.take(GPU).orElseThrow();
                assertThat(other.id()).isNotEqualTo(own);
                CudaStream.giveBack(other);
              }
              return own;
            });
    assertThat(current()).isEqualTo(before);
  }

  /** Libraries keep memory for every queue that they have worked in. */
  @Test
  void oneAfterAnotherGetsTheSameQueue() {
    Compute compute = Compute.on("cuda");
    long first = compute.alone(CudaStreamTest::current);
    for (int i = 0; i < 40; i++) {
      try (PointerScope scope = new PointerScope()) { // as around a training
        assertThat((long) compute.alone(CudaStreamTest::current)).isEqualTo(first);
      }
    }
  }

  /** A second of products or so. */
  private static Tensor longWork(Compute compute) {
    Tensor product = compute.filled(1e-4, 8192, 8192);
    for (int i = 0; i < 40; i++) {
      product = product.mm(product).fill_(new Scalar(1e-4));
    }
    return product.fill_(new Scalar(7));
  }

  @Test
  void whoGivesAQueueBackHasWaitedForIt() {
    Compute compute = Compute.on("cuda");
    CUDAStream used =
        compute.alone(
            () -> {
              longWork(compute);
              return torch_cuda.getCurrentCUDAStream(GPU);
            });
    assertThat(used.query()).as("nothing is left to do").isTrue();
  }

  /** Else the thread would go on with what the side is still writing. */
  @Test
  void theThreadWaitsForTheSideAlsoWhenWorkFails() {
    Compute compute = Compute.on("cuda");
    compute.forked(
        () -> {
          Tensor[] made = new Tensor[1];
          assertThatThrownBy(
                  () ->
                      compute.beside(
                          () -> made[0] = longWork(compute),
                          () -> {
                            throw new IllegalStateException("work failed");
                          }))
              .hasMessage("work failed");
          assertThat(made[0].select(0, 0).sum().item_double()).isEqualTo(7.0 * 8192);
          return made;
        });
  }

  /** Such as a training that a judgement asks for. */
  @Test
  void whoHasAQueueKeepsIt() {
    Compute.on("cuda")
        .alone(
            () -> {
              long own = current();
              assertThat((long) Compute.on("cuda").alone(CudaStreamTest::current)).isEqualTo(own);
              assertThat(current()).isEqualTo(own);
              return own;
            });
  }

  @Test
  void whoFindsNoSecondQueueDoesAllInOne() {
    Compute compute = Compute.on("cuda");
    compute.alone(
        () -> {
          List<CUDAStream> rest = new ArrayList<>();
          for (Optional<CUDAStream> next = CudaStream.take(GPU);
              next.isPresent();
              next = CudaStream.take(GPU)) {
            rest.add(next.get());
          }
          List<String> done = new ArrayList<>();
          compute.forked(
              () -> {
                compute.beside(() -> done.add("small"), () -> done.add("large"));
                return done;
              });
          assertThat(done).containsExactly("small", "large");
          rest.forEach(CudaStream::giveBack);
          return rest;
        });
  }
}
