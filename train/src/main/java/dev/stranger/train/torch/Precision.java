package dev.stranger.train.torch;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Context;
import org.bytedeco.pytorch.global.torch;

/**
 * How exactly a GPU multiplies. With TF32 it is several times as fast, and a factor has 10 bits
 * behind its first one: enough to learn a network, too few for a matrix that shall stay orthonormal
 * or for a verdict that shall be the same on every machine. The switch is one for the whole
 * process: exact work is done by any number of threads at once, fast work by one alone.
 */
enum Precision {
  /** With TF32, and kernels chosen by trying them. */
  FAST,
  EXACT;

  private static final ReentrantReadWriteLock SWITCH = new ReentrantReadWriteLock();
  private static int exact;
  private static Setting beforeExact = new Setting(false, false, false);

  /** What libtorch may do. */
  private record Setting(boolean matrices, boolean convolutions, boolean trials) {

    static Setting now() {
      Context context = torch.globalContext();
      return new Setting(
          context.allowTF32CuBLAS(), context.allowTF32CuDNN(), context.benchmarkCuDNN());
    }

    void use() {
      Context context = torch.globalContext();
      context.setAllowTF32CuBLAS(matrices);
      context.setAllowTF32CuDNN(convolutions);
      context.setBenchmarkCuDNN(trials);
    }
  }

  /**
   * Does some work so; in fast work some may be exact.
   *
   * @throws IllegalStateException for fast work within exact work
   */
  <T> T run(Supplier<T> work) {
    return this == EXACT && !SWITCH.isWriteLockedByCurrentThread() ? together(work) : alone(work);
  }

  /** Whether the thread does fast work, and no exact work within it. */
  static boolean isFast() {
    return SWITCH.isWriteLockedByCurrentThread() && Setting.now().matrices();
  }

  private <T> T alone(Supplier<T> work) {
    if (SWITCH.getReadHoldCount() > 0) { // it would wait for itself for ever
      throw new IllegalStateException("fast work within exact work");
    }
    SWITCH.writeLock().lock();
    Setting before = Setting.now();
    try {
      new Setting(this == FAST, this == FAST, this == FAST).use();
      return work.get();
    } finally {
      before.use();
      SWITCH.writeLock().unlock();
    }
  }

  /**
   * Starts work that was recorded, which has its precision in it. Not while another thread works
   * fast: trying a kernel waits for all that the GPU has to do, and measures it along.
   */
  static void start(Runnable recorded) {
    SWITCH.readLock().lock();
    try {
      recorded.run();
    } finally {
      SWITCH.readLock().unlock();
    }
  }

  private static <T> T together(Supplier<T> work) {
    SWITCH.readLock().lock();
    try {
      enterExact();
      return work.get();
    } finally {
      leaveExact();
      SWITCH.readLock().unlock();
    }
  }

  private static synchronized void enterExact() {
    if (exact++ == 0) {
      beforeExact = Setting.now();
      new Setting(false, false, false).use();
    }
  }

  private static synchronized void leaveExact() {
    if (--exact == 0) {
      beforeExact.use();
    }
  }
}
