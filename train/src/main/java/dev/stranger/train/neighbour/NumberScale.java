package dev.stranger.train.neighbour;

import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How the numbers of one column count in distances: in units of their deviation near the mean, and
 * as a logarithm in the tails, {@code asinh}. Otherwise a few huge values would stretch the unit,
 * and one of them would decide a distance alone.
 *
 * @param raw what is subtracted from numbers, and the number of units from the mean, in units of
 *     the column, at which the logarithm begins
 * @param bent the mean of the results over the training values, and their deviation
 */
record NumberScale(Units raw, Units bent) {

  /** In deviations: where the logarithm begins. */
  private static final double USUAL_TAIL = 3;

  /** The same of a column with heavy tails, whose deviation is that of a few huge values. */
  private static final double EARLY_TAIL = 1;

  /** Mean fourth power of values of deviation 1; it is 3 for a bell. */
  private static final double HEAVY = 20;

  /** What is subtracted, and what the rest is divided by. */
  record Units(float mean, float unit) {

    static Units of(double[] values) {
      double mean = IntStream.range(0, values.length).mapToDouble(i -> values[i]).sum();
      mean /= values.length;
      double squares = 0;
      for (double value : values) {
        squares += (value - mean) * (value - mean) / values.length;
      }
      float deviation = (float) Math.sqrt(squares);
      return new Units((float) mean, deviation > 0 ? deviation : 1);
    }

    double apply(double value) {
      return (value - mean) / unit;
    }
  }

  /** Of the training values of a column. */
  static NumberScale of(double[] column) {
    Units plain = Units.of(column);
    double fourth = 0;
    for (double value : column) {
      fourth += Math.pow(plain.apply(value), 4) / column.length;
    }
    double tail = fourth > HEAVY ? EARLY_TAIL : USUAL_TAIL;
    Units raw = new Units(plain.mean, (float) (tail * plain.unit));
    double[] bent = new double[column.length];
    for (int i = 0; i < bent.length; i++) {
      bent[i] = asinh(raw.apply(column[i]));
    }
    return new NumberScale(raw, Units.of(bent));
  }

  private static double asinh(double value) {
    double size = Math.abs(value);
    return Math.signum(value) * Math.log(size + Math.sqrt(size * size + 1));
  }

  float apply(double value) {
    return (float) bent.apply(asinh(raw.apply(value)));
  }

  /**
   * @param rows N x scales
   * @return the same, each column in its scale
   */
  static String write(OnnxGraph graph, String rows, List<NumberScale> scales) {
    String plain = in(graph, rows, scales.stream().map(NumberScale::raw).toList());
    String squares = graph.add(graph.mul(plain, plain), graph.constant(1));
    String sum = graph.add(graph.node("Abs", plain), graph.node("Sqrt", squares));
    String asinh = graph.mul(graph.node("Sign", plain), graph.node("Log", sum));
    return in(graph, asinh, scales.stream().map(NumberScale::bent).toList());
  }

  private static String in(OnnxGraph graph, String rows, List<Units> units) {
    float[] means = new float[units.size()];
    float[] divisors = new float[units.size()];
    for (int i = 0; i < means.length; i++) {
      means[i] = units.get(i).mean;
      divisors[i] = units.get(i).unit;
    }
    String centred = graph.sub(rows, graph.constant(means, means.length));
    return graph.node("Div", centred, graph.constant(divisors, divisors.length));
  }
}
