package dev.stranger.train.engine;

import static java.util.Map.entry;

import dev.stranger.train.torch.CudnnLstm;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.T_TensorTensorTensor_T;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Operators with weights. */
final class Layers {

  static final Map<String, Operator> OPERATORS =
      Map.ofEntries(
          entry("Conv", convolution(false)),
          entry("ConvTranspose", convolution(true)),
          entry("Gemm", Operator.of(Layers::gemm, "alpha", "beta", "transA", "transB")),
          entry("LSTM", Operator.several(Layers::lstm, "hidden_size")),
          entry("MatMul", Operator.binary(Tensor::matmul)));

  /** cuDNN computes slopes in this mode only; without dropout nothing else depends on it. */
  private static final boolean TRAINING = true;

  private Layers() {}

  private static Operator convolution(boolean transposed) {
    return Operator.of(
        call -> convolution(call, transposed),
        "dilations",
        "group",
        "kernel_shape",
        "output_padding",
        "pads",
        "strides");
  }

  private static Tensor convolution(Call call, boolean transposed) {
    int sides = (int) call.input(0).dim() - 2;
    return torch.convolution(
        call.input(0),
        call.input(1),
        call.has(2) ? new TensorOptional(call.input(2)) : new TensorOptional(),
        call.integers("strides", each(sides, 1)),
        padding(call, sides),
        call.integers("dilations", each(sides, 1)),
        transposed,
        call.integers("output_padding", each(sides, 0)),
        call.integer("group", 1));
  }

  private static long[] each(int sides, long value) {
    long[] values = new long[sides];
    Arrays.fill(values, value);
    return values;
  }

  /** ONNX gives the padding of both ends of all sides, libtorch wants the ends alike. */
  private static long[] padding(Call call, int sides) {
    long[] pads = call.integers("pads", each(2 * sides, 0));
    long[] start = Arrays.copyOf(pads, sides);
    if (!Arrays.equals(start, Arrays.copyOfRange(pads, sides, 2 * sides))) {
      throw Operators.unknown(
          "%s is padded by %s, unevenly".formatted(call.node().getName(), Arrays.toString(pads)));
    }
    return start;
  }

  private static Tensor gemm(Call call) {
    Tensor a = call.integer("transA", 0) == 1 ? call.input(0).t() : call.input(0);
    Tensor b = call.integer("transB", 0) == 1 ? call.input(1).t() : call.input(1);
    Scalar alpha = new Scalar(call.real("alpha", 1));
    Scalar beta = new Scalar(call.real("beta", 1));
    return call.has(2) ? torch.addmm(call.input(2), a, b, beta, alpha) : a.mm(b).mul(alpha);
  }

  /** One layer in one direction. Inputs: x, w, r, biases, lengths, first hidden, first cell. */
  private static Tensor[] lstm(Call call) {
    if (call.has(4) || call.has(7)) {
      throw Operators.unknown(call.node().getName() + " is an LSTM with lengths or peepholes");
    }
    Tensor x = call.input(0);
    Tensor[] weights = lstmWeights(call);
    if (x.is_cuda()) {
      CudnnLstm.join(List.of(weights), 1);
    }
    long hidden = weights[1].size(1);
    TensorVector state = new TensorVector(first(call, 5, hidden), first(call, 6, hidden));
    TensorVector parameters = new TensorVector(weights);
    T_TensorTensorTensor_T found =
        torch.lstm(x, state, parameters, call.has(3), 1, 0, TRAINING, false, false);
    return new Tensor[] {found.get0().unsqueeze(1), found.get1(), found.get2()};
  }

  private static Tensor[] lstmWeights(Call call) {
    Tensor ofInputs = gates(call.input(1).select(0, 0));
    Tensor ofState = gates(call.input(2).select(0, 0));
    if (!call.has(3)) {
      return new Tensor[] {ofInputs, ofState};
    }
    Tensor[] biases = call.input(3).select(0, 0).chunk(2).get();
    return new Tensor[] {ofInputs, ofState, gates(biases[0]), gates(biases[1])};
  }

  private static Tensor first(Call call, int index, long hidden) {
    return call.has(index)
        ? call.input(index)
        : call.input(0).new_zeros(1, call.input(0).size(1), hidden);
  }

  /**
   * ONNX keeps the gates as input, output, forget, cell; libtorch as input, forget, cell, output.
   */
  private static Tensor gates(Tensor weight) {
    Tensor[] gates = weight.chunk(4).get();
    return torch.cat(new TensorVector(gates[0], gates[2], gates[3], gates[1]));
  }
}
