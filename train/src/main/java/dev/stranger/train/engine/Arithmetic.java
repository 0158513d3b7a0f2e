package dev.stranger.train.engine;

import static java.util.Map.entry;

import java.util.Map;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Operators that take each value on its own. */
final class Arithmetic {

  static final Map<String, Operator> OPERATORS =
      Map.ofEntries(
          entry("Abs", Operator.unary(Tensor::abs)),
          entry("Add", Operator.binary(Tensor::add)),
          entry("Atanh", Operator.unary(Tensor::atanh)),
          entry("Cast", Operator.of(Arithmetic::cast, "to")),
          entry("Clip", Operator.of(Arithmetic::clip)),
          entry("Div", Operator.binary(Tensor::div)),
          entry("Equal", Operator.binary(Tensor::eq)),
          entry("Exp", Operator.unary(Tensor::exp)),
          entry("Floor", Operator.unary(Tensor::floor)),
          entry("Greater", Operator.binary(Tensor::gt)),
          entry("GreaterOrEqual", Operator.binary(Tensor::ge)),
          entry("Identity", Operator.unary(x -> x)),
          entry("IsNaN", Operator.unary(Tensor::isnan)),
          entry("LeakyRelu", Operator.of(Arithmetic::leakyRelu, "alpha")),
          entry("Less", Operator.binary(Tensor::lt)),
          entry("LessOrEqual", Operator.binary(Tensor::le)),
          entry("Log", Operator.unary(Tensor::log)),
          entry("Max", Operator.folded(torch::maximum)),
          entry("Min", Operator.folded(torch::minimum)),
          entry("Mul", Operator.binary(Tensor::mul)),
          entry("Neg", Operator.unary(Tensor::neg)),
          entry("PRelu", Operator.binary(Arithmetic::learnedRelu)),
          entry("Pow", Operator.binary(Tensor::pow)),
          entry("Relu", Operator.unary(Tensor::relu)),
          entry("Sigmoid", Operator.unary(Tensor::sigmoid)),
          entry("Sign", Operator.unary(Tensor::sign)),
          entry("Sin", Operator.unary(Tensor::sin)),
          entry("Softplus", Operator.unary(torch::softplus)),
          entry("Sqrt", Operator.unary(Arithmetic::sqrt)),
          entry("Sub", Operator.binary(Tensor::sub)),
          entry("Tanh", Operator.unary(Tensor::tanh)));

  private Arithmetic() {}

  /**
   * The root of zero is zero with the slope zero. The true slope there is infinite, and an infinite
   * slope times the slope zero of a square before it would be no number: a sample that lies on a
   * training sample has no direction that leads away from it.
   */
  static Tensor sqrt(Tensor x) {
    Tensor zeros = x.eq(new Scalar(0.0));
    Tensor roots = x.masked_fill(zeros, new Scalar(1.0)).sqrt();
    return roots.masked_fill(zeros, new Scalar(0.0));
  }

  private static Tensor leakyRelu(Call call) {
    return torch.leaky_relu(call.input(0), new Scalar(call.real("alpha", 0.01f)));
  }

  private static Tensor learnedRelu(Tensor x, Tensor slope) {
    return torch.where(x.ge(new Scalar(0.0)), x, x.mul(slope));
  }

  private static Tensor clip(Call call) {
    Tensor x = call.input(0);
    Tensor bounded = call.has(1) ? x.clamp_min(call.input(1)) : x;
    return call.has(2) ? bounded.clamp_max(call.input(2)) : bounded;
  }

  private static Tensor cast(Call call) {
    Tensor x = call.input(0);
    int type = (int) call.integer("to", 0);
    return switch (type) { // the numbers of ONNX
      case 1 -> call.compute().move(x);
      case 7 -> x.to(ScalarType.Long);
      case 9 -> x.to(ScalarType.Bool);
      default ->
          throw Operators.unknown(
              "%s casts to ONNX type %d".formatted(call.node().getName(), type));
    };
  }
}
