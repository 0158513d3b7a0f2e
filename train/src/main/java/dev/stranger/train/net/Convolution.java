package dev.stranger.train.net;

import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.torch.Compute;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * A convolution over one dimension (series) or two (images), or its transpose.
 *
 * @param outputPadding of the transpose, which is also the way back of gradients: brings odd
 *     lengths back
 */
record Convolution(
    Window window,
    boolean transposed,
    Tensor weight,
    Tensor bias,
    TensorOptional optionalBias,
    long[] outputPadding)
    implements Layer {

  /** Size and step of the kernel, the same in all dimensions. */
  record Window(int kernel, int stride, int padding) {

    /** The length that a line of {@code length} has after the convolution. */
    int shrink(int length) {
      return (length + 2 * padding - kernel) / stride + 1;
    }

    /** The length that a line of {@code length} has after the transposed convolution. */
    int grow(int length) {
      return (length - 1) * stride - 2 * padding + kernel;
    }
  }

  /** Makes shorter lines out of lines of {@code large}. */
  static Convolution of(Parameters parameters, Window window, int[] large, int from, int to) {
    int[] small = Arrays.stream(large).map(window::shrink).toArray();
    return make(parameters, window, false, outputPadding(window, small, large), from, to);
  }

  /** Undoes a convolution that made lines of {@code small} out of lines of {@code large}. */
  static Convolution transposed(
      Parameters parameters, Window window, int[] small, int[] large, int from, int to) {
    return make(parameters, window, true, outputPadding(window, small, large), from, to);
  }

  private static long[] outputPadding(Window window, int[] small, int[] large) {
    long[] padding = new long[small.length];
    for (int i = 0; i < small.length; i++) {
      padding[i] = large[i] - window.grow(small[i]);
    }
    return padding;
  }

  private static Convolution make(
      Parameters parameters,
      Window window,
      boolean transposed,
      long[] outputPadding,
      int from,
      int to) {
    long[] shape = new long[2 + outputPadding.length];
    Arrays.fill(shape, window.kernel());
    shape[0] = transposed ? from : to;
    shape[1] = transposed ? to : from;
    // libtorch counts the fan-in of a transposed weight along its second dimension as well.
    long fanIn = shape[1] * (long) Math.pow(window.kernel(), outputPadding.length);
    Tensor weight = parameters.uniform(fanIn, shape);
    Tensor bias = parameters.uniform(fanIn, to);
    return new Convolution(
        window, transposed, weight, bias, new TensorOptional(bias), outputPadding);
  }

  private int dimensions() {
    return outputPadding.length;
  }

  private long[] each(long value) {
    long[] values = new long[dimensions()];
    Arrays.fill(values, value);
    return values;
  }

  @Override
  public Tensor forward(Tensor x) {
    return hasNoFastKernel(x) ? asProduct(x) : convolved(x);
  }

  /**
   * Libraries are slow with a single channel, as grey pictures have. Only where no gradient goes
   * further back: that of the places, which overlap, would be slow again.
   */
  private boolean hasNoFastKernel(Tensor x) {
    return dimensions() == 2 && !transposed && x.size(1) == 1 && !x.requires_grad();
  }

  /** A product of matrices instead, a row for each place of the window. */
  private Tensor asProduct(Tensor x) {
    long kernel = window.kernel();
    long padding = window.padding();
    Tensor padded = torch.constant_pad_nd(x, new long[] {padding, padding, padding, padding});
    Tensor places = padded.unfold(2, kernel, window.stride()).unfold(3, kernel, window.stride());
    Tensor rows = places.reshape(-1, kernel * kernel);
    Tensor products = torch.addmm(bias, rows, weight.reshape(-1, kernel * kernel).t());
    return products
        .view(x.size(0), places.size(2), places.size(3), bias.size(0))
        .permute(0, 3, 1, 2);
  }

  Tensor convolved(Tensor x) {
    long[] stride = each(window.stride());
    long[] padding = each(window.padding());
    long[] one = each(1);
    if (dimensions() == 1) {
      return transposed
          ? torch.conv_transpose1d(x, weight, optionalBias, stride, padding, outputPadding, 1, one)
          : torch.conv1d(x, weight, optionalBias, stride, padding, one, 1);
    }
    return transposed
        ? torch.conv_transpose2d(x, weight, optionalBias, stride, padding, outputPadding, 1, one)
        : torch.conv2d(x, weight, optionalBias, stride, padding, one, 1);
  }

  @Override
  public String write(OnnxGraph graph, String x) {
    String b = graph.constant(Compute.floats(bias), bias.size(0));
    return transposed && window.stride() == 1
        ? write(graph, false, window.kernel() - 1 - window.padding(), x, writeTurned(graph), b)
        : write(graph, transposed, window.padding(), x, writeWeight(graph), b);
  }

  /** The transpose with the same weights. */
  @Override
  public String writeGradient(OnnxGraph graph, String x, String gradient) {
    return write(graph, !transposed, window.padding(), gradient, writeWeight(graph));
  }

  private String writeWeight(OnnxGraph graph) {
    return graph.constant(Compute.floats(weight), weight.shape());
  }

  /**
   * The weights with which a convolution does what the transposed one does with a stride of 1. ONNX
   * Runtime spreads a convolution over its threads, but not a transposed one.
   */
  private String writeTurned(OnnxGraph graph) {
    long[] sides = LongStream.range(2, weight.dim()).toArray();
    Tensor turned = weight.transpose(0, 1).flip(sides);
    return graph.constant(Compute.floats(turned), turned.shape());
  }

  private String write(OnnxGraph graph, boolean transpose, int padding, String... inputs) {
    long[] bothSides = new long[2 * dimensions()];
    Arrays.fill(bothSides, padding);
    Map<String, Object> attributes =
        new HashMap<>(
            Map.of(
                "kernel_shape", each(window.kernel()),
                "strides", each(window.stride()),
                "pads", bothSides));
    if (transpose) {
      attributes.put("output_padding", outputPadding);
    }
    return graph.node(transpose ? "ConvTranspose" : "Conv", attributes, inputs);
  }
}
