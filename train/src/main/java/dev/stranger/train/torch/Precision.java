package dev.stranger.train.torch;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Context;
import org.bytedeco.pytorch.global.torch;

/**
 * How exactly a GPU multiplies. With TF32 it is several times as fast, and a factor has 10 bits
 * behind its first one: enough to learn a network, too few for a matrix that shall stay orthonormal
 * or for a verdict that shall be the same on every machine. The switch is one for the whole
 * process, so who sets it holds it.
 */
enum Precision {
  /** With TF32, and kernels chosen by trying them. */
  FAST,
  EXACT;

  private static final ReentrantLock SWITCH = new ReentrantLock();

  /** Does some work so; work inside of it may be done otherwise. */
  <T> T run(Supplier<T> work) {
    SWITCH.lock();
    Context context = torch.globalContext();
    boolean matrices = context.allowTF32CuBLAS();
    boolean convolutions = context.allowTF32CuDNN();
    boolean tried = context.benchmarkCuDNN();
    try {
      set(context, this == FAST, this == FAST, this == FAST);
      return work.get();
    } finally {
      set(context, matrices, convolutions, tried);
      SWITCH.unlock();
    }
  }

  private static void set(Context context, boolean matrices, boolean convolutions, boolean tried) {
    context.setAllowTF32CuBLAS(matrices);
    context.setAllowTF32CuDNN(convolutions);
    context.setBenchmarkCuDNN(tried);
  }
}
