package dev.stranger.score.onnx;

import java.util.Arrays;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongBiFunction;

/**
 * What is known of an operator.
 *
 * @param attributes that Stranger writes; others may change what the operator does
 * @param shape of its results; refuses inputs that do not fit, as runtimes do not look at all of
 *     them and read beyond their ends
 * @param products how many of them a result takes, roughly; 0 where a value takes one operation
 */
record Rule(
    Set<String> attributes, Function<Call, long[]> shape, ToLongBiFunction<Call, long[]> products) {

  /**
   * @param attributes separated by blanks
   */
  static Rule of(String attributes, Function<Call, long[]> shape) {
    return of(attributes, shape, (call, result) -> 0);
  }

  static Rule of(
      String attributes, Function<Call, long[]> shape, ToLongBiFunction<Call, long[]> products) {
    return new Rule(Set.copyOf(Arrays.asList(attributes.split(" "))), shape, products);
  }

  /**
   * @throws MalformedModelException when Stranger would not write such a node
   * @throws ArithmeticException when numbers are larger than any memory
   */
  long[] shapeOf(Call call) {
    call.node().numbers().keySet().forEach(name -> requireKnown(call, name));
    call.node().others().keySet().forEach(name -> requireKnown(call, name));
    return shape.apply(call);
  }

  private void requireKnown(Call call, String attribute) {
    if (!attributes.contains(attribute)) {
      throw new MalformedModelException(
          "%s has the attribute '%s', which Stranger does not write"
              .formatted(call.node().operator(), attribute));
    }
  }
}
