package dev.stranger.train.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
