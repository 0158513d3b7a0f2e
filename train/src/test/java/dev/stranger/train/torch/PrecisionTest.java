package dev.stranger.train.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

  @Test
  void fastWorkWithinExactWorkIsRefusedForItWouldWaitForItself() {
    assertThatThrownBy(() -> Precision.EXACT.run(() -> Precision.FAST.run(() -> true)))
        .isInstanceOf(IllegalStateException.class);
    assertThat(Precision.FAST.run(PrecisionTest::isFast)).as("free again").isTrue();
  }

  /** Two at once reach a point that each waits for the other at; fast work comes after both. */
  @Test
  @Timeout(20)
  void exactWorkIsDoneTogetherAndFastWorkAlone() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    CountDownLatch both = new CountDownLatch(2);
    CountDownLatch mayEnd = new CountDownLatch(1);
    AtomicInteger inside = new AtomicInteger();
    Callable<Boolean> exact =
        () ->
            Precision.EXACT.run(
                () -> {
                  inside.incrementAndGet();
                  both.countDown();
                  await(mayEnd);
                  boolean stillExact = !isFast();
                  inside.decrementAndGet();
                  return stillExact;
                });
    Future<Boolean> one = threads.submit(exact);
    Future<Boolean> other = threads.submit(exact);
    await(both);
    FutureTask<Boolean> fast =
        new FutureTask<>(() -> Precision.FAST.run(() -> inside.get() == 0 && isFast()));
    Thread impatient = new Thread(fast);
    impatient.start();
    while (impatient.getState() != Thread.State.WAITING && !fast.isDone()) {
      Thread.onSpinWait();
    }
    mayEnd.countDown();
    assertThat(one.get()).as("exact beside exact, whoever else asks").isTrue();
    assertThat(other.get()).isTrue();
    assertThat(fast.get()).as("fast when nobody is exact any more").isTrue();
    threads.shutdown();
  }

  /** Trying kernels waits for all that a GPU has to do, so that nothing may be added meanwhile. */
  @Test
  @Timeout(20)
  void recordedWorkIsNotStartedWhileAnotherThreadWorksFast() throws Exception {
    AtomicInteger started = new AtomicInteger();
    Thread replaying = new Thread(() -> Precision.start(started::incrementAndGet));
    Precision.FAST.run(
        () -> {
          replaying.start();
          while (replaying.getState() != Thread.State.WAITING && replaying.isAlive()) {
            Thread.onSpinWait();
          }
          assertThat(started).hasValue(0);
          return true;
        });
    replaying.join();
    assertThat(started).hasValue(1);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
