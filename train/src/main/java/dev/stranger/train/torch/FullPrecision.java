package dev.stranger.train.torch;

import org.bytedeco.pytorch.Context;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.Float32Backend;
import org.bytedeco.pytorch.global.torch.Float32Op;
import org.bytedeco.pytorch.global.torch.Float32Precision;

/**
 * While one of these is open, products on a GPU keep all bits of a float: what training gains from
 * fewer costs verdicts their third digit. libtorch knows one setting for the whole process, which
 * is put back when the last is closed.
 */
public final class FullPrecision implements AutoCloseable {

  private static final Float32Op[] PRODUCTS = {Float32Op.CONV, Float32Op.RNN, Float32Op.MATMUL};
  private static final Float32Precision[] BEFORE = new Float32Precision[PRODUCTS.length];
  private static int open;

  private FullPrecision() {}

  public static FullPrecision begin() {
    synchronized (FullPrecision.class) {
      if (open++ == 0) {
        Context context = torch.globalContext();
        for (int i = 0; i < PRODUCTS.length; i++) {
          BEFORE[i] = context.float32Precision(Float32Backend.CUDA, PRODUCTS[i]);
          context.setFloat32Precision(Float32Backend.CUDA, PRODUCTS[i], Float32Precision.IEEE);
        }
      }
    }
    return new FullPrecision();
  }

  @Override
  public void close() {
    synchronized (FullPrecision.class) {
      if (--open == 0) {
        for (int i = 0; i < PRODUCTS.length; i++) {
          torch.globalContext().setFloat32Precision(Float32Backend.CUDA, PRODUCTS[i], BEFORE[i]);
        }
      }
    }
  }
}
