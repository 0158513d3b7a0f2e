package dev.stranger.train.torch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;

class PrecisionTest {

  private static boolean isFast() {
    return torch.globalContext().allowTF32CuBLAS() && torch.globalContext().allowTF32CuDNN();
  }

  @Test
  void theSettingBeforeComesBack() {
    boolean matrices = torch.globalContext().allowTF32CuBLAS();
    boolean convolutions = torch.globalContext().allowTF32CuDNN();
    assertThat(Precision.FAST.run(PrecisionTest::isFast)).isTrue();
    assertThat(Precision.EXACT.run(PrecisionTest::isFast)).isFalse();
    assertThat(torch.globalContext().allowTF32CuBLAS()).isEqualTo(matrices);
    assertThat(torch.globalContext().allowTF32CuDNN()).isEqualTo(convolutions);
  }

  @Test
  void aPartOfFastWorkMayBeExact() {
    Precision.FAST.run(
        () -> {
          assertThat(Precision.EXACT.run(PrecisionTest::isFast)).isFalse();
          assertThat(isFast()).isTrue();
          return true;
        });
  }

  /** Two at once reach a point that each waits for the other at; fast work comes after both. */
  @Test
  void exactWorkIsDoneTogetherAndFastWorkAlone() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(3);
    CountDownLatch both = new CountDownLatch(2);
    CountDownLatch fastAsked = new CountDownLatch(1);
    Future<Boolean> one = threads.submit(() -> meet(both, fastAsked));
    Future<Boolean> other = threads.submit(() -> meet(both, fastAsked));
    both.await();
    Future<Boolean> fast =
        threads.submit(
            () -> {
              fastAsked.countDown();
              return Precision.FAST.run(() -> one.isDone() || isFast());
            });
    assertThat(one.get()).as("exact beside exact, whoever else asks").isTrue();
    assertThat(other.get()).isTrue();
    assertThat(fast.get()).isTrue();
    threads.shutdown();
  }

  private static boolean meet(CountDownLatch both, CountDownLatch fastAsked) {
    return Precision.EXACT.run(
        () -> {
          both.countDown();
          try {
            both.await();
            fastAsked.await();
          } catch (InterruptedException e) {
            return false;
          }
          return !isFast();
        });
  }
}
