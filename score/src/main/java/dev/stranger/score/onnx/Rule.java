package dev.stranger.score.onnx;

import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongBiFunction;

/**
 * What is known of an operator.
 *
 * @param attributes that Stranger writes; others may change what the operator does
 * @param shape of its results; refuses inputs that do not fit, as runtimes do not look at all of
 *     them and read beyond their ends
 * @param products of numbers that a result takes; 0 where a value takes one operation
 * @param workspace values that runtimes keep beside inputs and results
 */
record Rule(
    Set<String> attributes,
    Function<Call, long[]> shape,
    ToLongBiFunction<Call, long[]> products,
    ToLongBiFunction<Call, long[]> workspace) {

  /**
   * @param attributes separated by blanks
   */
  static Rule of(String attributes, Function<Call, long[]> shape) {
    return new Rule(Set.of(attributes.split(" ")), shape, (call, result) -> 0, (call, result) -> 0);
  }

  Rule withProducts(ToLongBiFunction<Call, long[]> products) {
    return new Rule(attributes, shape, products, workspace);
  }

  Rule withWorkspace(ToLongBiFunction<Call, long[]> workspace) {
    return new Rule(attributes, shape, products, workspace);
  }

  /**
   * @throws MalformedModelException when Stranger would not write such a node
   * @throws ArithmeticException when numbers are larger than any memory
   */
  long[] shapeOf(Call call) {
    for (Attribute attribute : call.node().attributes().values()) {
      if (!attributes.contains(attribute.name()) || attribute.isReference()) {
        throw new MalformedModelException(
            "%s has the attribute '%s', which Stranger does not write"
                .formatted(call.node().operator(), attribute.name()));
      }
    }
    return shape.apply(call);
  }
}
