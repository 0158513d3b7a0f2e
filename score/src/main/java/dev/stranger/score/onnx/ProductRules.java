package dev.stranger.score.onnx;

import java.util.Arrays;

/** The operators that multiply matrices. Their cost is not in the size of what they give. */
final class ProductRules {

  static final Rule MATMUL =
      Rule.of("", ProductRules::matMul)
          .withProducts(
              (call, result) -> {
                long[] a = call.input(0);
                return Math.multiplyExact(Call.elements(result), a[a.length - 1]);
              });

  static final Rule GEMM =
      Rule.of("alpha transB", ProductRules::gemm)
          .withProducts(
              (call, result) -> Math.multiplyExact(Call.elements(result), call.dim(0, 1)));

  static final Rule CONV =
      Rule.of("kernel_shape strides pads", ProductRules::conv)
          .withProducts((call, result) -> timesKernel(call, result))
          .withWorkspace((call, result) -> timesKernel(call, result) / call.dim(1, 0));

  static final Rule CONV_TRANSPOSE =
      Rule.of("kernel_shape strides pads output_padding", ProductRules::convTranspose)
          .withProducts((call, result) -> timesKernel(call, call.input(0)))
          .withWorkspace((call, result) -> timesKernel(call, call.input(0)) / call.dim(1, 0));

  static final Rule LSTM =
      Rule.of("hidden_size", ProductRules::lstm)
          .withProducts(
              (call, result) ->
                  Math.multiplyExact(
                      Math.multiplyExact(call.dim(0, 0), call.dim(0, 1)),
                      Math.addExact(Call.elements(call.input(1)), Call.elements(call.input(2)))))
          .withWorkspace((call, result) -> Math.multiplyExact(8, Call.elements(result)));

  private ProductRules() {}

  private static long timesKernel(Call call, long[] places) {
    long kernel = Call.elements(call.input(1)) / call.dim(1, 0);
    return Math.multiplyExact(Call.elements(places), kernel);
  }

  private static long[] matMul(Call call) {
    long[] a = call.input(0);
    long[] b = call.input(1);
    if (a.length < 2 || b.length < 2 || a[a.length - 1] != b[b.length - 2]) {
      throw call.wrong(1);
    }
    long[] all =
        ShapeRules.broadcast(Arrays.copyOf(a, a.length - 2), Arrays.copyOf(b, b.length - 2));
    long[] shape = Arrays.copyOf(all, all.length + 2);
    shape[all.length] = a[a.length - 2];
    shape[all.length + 1] = b[b.length - 1];
    return shape;
  }

  private static long[] gemm(Call call) {
    call.requireRank(0, 2);
    call.requireRank(1, 2);
    boolean transposed = call.number("transB", 0) != 0;
    long[] shape = {call.dim(0, 0), call.dim(1, transposed ? 0 : 1)};
    if (call.dim(0, 1) != call.dim(1, transposed ? 1 : 0)) {
      throw call.wrong(1);
    }
    if (call.has(2) && !Arrays.equals(ShapeRules.broadcast(shape, call.input(2)), shape)) {
      throw call.wrong(2);
    }
    return shape;
  }

  /** Of N x C x places with a kernel of M x C x window: N x M x places. */
  private static long[] conv(Call call) {
    long[] shape = call.input(0).clone();
    long[] kernel = kernel(call);
    if (kernel[1] != shape[1]) {
      throw call.wrong(1);
    }
    shape[1] = kernel[0];
    call.requireShapeIfThere(2, shape[1]);
    int axes = shape.length - 2;
    long[] strides = call.list("strides", axes, 1, 1);
    long[] pads = call.list("pads", 2 * axes, 0, 0);
    for (int i = 0; i < axes; i++) {
      long padded = Math.addExact(shape[i + 2], Math.addExact(pads[i], pads[axes + i]));
      if (padded < kernel[i + 2]) {
        throw call.wrong(0);
      }
      shape[i + 2] = (padded - kernel[i + 2]) / strides[i] + 1;
    }
    return shape;
  }

  /** Of N x C x places with a kernel of C x M x window: N x M x places. */
  private static long[] convTranspose(Call call) {
    long[] shape = call.input(0).clone();
    long[] kernel = kernel(call);
    if (kernel[0] != shape[1]) {
      throw call.wrong(1);
    }
    shape[1] = kernel[1];
    call.requireShapeIfThere(2, shape[1]);
    int axes = shape.length - 2;
    long[] strides = call.list("strides", axes, 1, 1);
    long[] pads = call.list("pads", 2 * axes, 0, 0);
    long[] more = call.list("output_padding", axes, 0, 0);
    for (int i = 0; i < axes; i++) {
      long moved = Math.multiplyExact(shape[i + 2] - 1, strides[i]);
      long full = Math.addExact(Math.addExact(moved, kernel[i + 2]), more[i]);
      shape[i + 2] = Math.subtractExact(full, Math.addExact(pads[i], pads[axes + i]));
      if (more[i] >= strides[i] || shape[i + 2] < 1) {
        throw call.wrong(0);
      }
    }
    return shape;
  }

  private static long[] kernel(Call call) {
    long[] kernel = call.input(1);
    call.requireRank(0, kernel.length);
    if (kernel.length < 3 || kernel.length > 4) {
      throw call.wrong(1);
    }
    long[] window = Arrays.copyOfRange(kernel, 2, kernel.length);
    long[] said = call.node().numbers("kernel_shape", window);
    if (!Arrays.equals(said, window) || Arrays.stream(window).anyMatch(length -> length < 1)) {
      throw call.wrong(1);
    }
    return kernel;
  }

  /** The outputs of all steps, in one direction: steps x 1 x batch x hidden. */
  private static long[] lstm(Call call) {
    call.requireRank(0, 3);
    long hidden = call.number("hidden_size", 0);
    long batch = call.dim(0, 1);
    call.requireShape(1, 1, Math.multiplyExact(4, hidden), call.dim(0, 2));
    call.requireShape(2, 1, Math.multiplyExact(4, hidden), hidden);
    call.requireShapeIfThere(3, 1, Math.multiplyExact(8, hidden));
    call.requireShapeIfThere(5, 1, batch, hidden);
    if (hidden < 1 || call.has(4) || call.count() > 6) {
      throw new MalformedModelException("LSTM has inputs that Stranger does not write");
    }
    return new long[] {call.dim(0, 0), 1, batch, hidden};
  }
}
