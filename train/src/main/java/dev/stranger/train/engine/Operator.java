package dev.stranger.train.engine;

import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.bytedeco.pytorch.Tensor;

/**
 * What a kind of node computes.
 *
 * @param computation from what a node is given to all of its outputs
 * @param attributes those it heeds; a node with another may mean something else
 */
record Operator(Function<Call, Tensor[]> computation, Set<String> attributes) {

  static Operator of(Function<Call, Tensor> computation, String... attributes) {
    return several(call -> new Tensor[] {computation.apply(call)}, attributes);
  }

  /** A node with several outputs. */
  static Operator several(Function<Call, Tensor[]> computation, String... attributes) {
    return new Operator(computation, Set.of(attributes));
  }

  static Operator unary(UnaryOperator<Tensor> computation) {
    return of(call -> computation.apply(call.input(0)));
  }

  static Operator binary(BinaryOperator<Tensor> computation) {
    return of(call -> computation.apply(call.input(0), call.input(1)));
  }

  /** Any number of inputs, taken two by two. */
  static Operator folded(BinaryOperator<Tensor> computation) {
    return of(
        call -> {
          Tensor[] inputs = call.inputs();
          Tensor result = inputs[0];
          for (int i = 1; i < inputs.length; i++) {
            result = computation.apply(result, inputs[i]);
          }
          return result;
        });
  }

  Tensor[] apply(Call call) {
    return computation.apply(call);
  }
}
