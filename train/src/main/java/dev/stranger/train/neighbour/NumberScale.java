package dev.stranger.train.neighbour;

import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How the numbers of one column count in distances: in units of their deviation, and where the
 * training values have heavy tails as a signed logarithm of these, in units of its deviation.
 * Otherwise a few huge values would stretch the unit, and all other differences would be nothing.
 *
 * @param first the plain units
 * @param second of the signed logarithm; null where the plain units count
 */
record NumberScale(Units first, boolean logarithmic, Units second) {

  /** Mean fourth power of values of deviation 1; 3 for a bell, 9 for its signed square. */
  private static final double HEAVY = 20;

  /** What is subtracted, and what the rest is divided by. */
  record Units(float mean, float deviation) {

    static final Units NONE = new Units(0, 1);

    static Units of(float[] values) {
      double mean =
          IntStream.range(0, values.length).mapToDouble(i -> values[i]).average().orElse(0);
      double squares = 0;
      for (float value : values) {
        squares += (value - mean) * (value - mean);
      }
      float deviation = (float) Math.sqrt(squares / values.length);
      return new Units((float) mean, deviation > 0 ? deviation : 1);
    }

    float apply(float value) {
      return (value - mean) / deviation;
    }
  }

  /** Of the training values of a column, which are not changed. */
  static NumberScale of(float[] column) {
    Units first = Units.of(column);
    double fourth = 0;
    float[] logarithms = new float[column.length];
    for (int i = 0; i < column.length; i++) {
      double value = first.apply(column[i]);
      fourth += value * value * value * value / column.length;
      logarithms[i] = signedLogarithm((float) value);
    }
    boolean heavy = fourth > HEAVY;
    return new NumberScale(first, heavy, heavy ? Units.of(logarithms) : Units.NONE);
  }

  private static float signedLogarithm(float value) {
    return (float) (Math.signum(value) * Math.log(Math.abs(value) + 1));
  }

  float apply(float value) {
    float plain = first.apply(value);
    return logarithmic ? second.apply(signedLogarithm(plain)) : plain;
  }

  /**
   * @param rows N x scales
   * @return the same, each column in its scale
   */
  static String write(OnnxGraph graph, String rows, List<NumberScale> scales) {
    String plain = in(graph, rows, scales.stream().map(NumberScale::first).toList());
    if (scales.stream().noneMatch(NumberScale::logarithmic)) {
      return plain;
    }
    String sizes = graph.add(graph.node("Abs", plain), graph.constant(1));
    String logarithms = graph.mul(graph.node("Sign", plain), graph.node("Log", sizes));
    float[] chosen = new float[scales.size()];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = scales.get(i).logarithmic ? 1 : 0;
    }
    String mask = graph.node("Greater", graph.constant(chosen, chosen.length), graph.constant(0));
    String mixed = graph.node("Where", mask, logarithms, plain);
    return in(graph, mixed, scales.stream().map(NumberScale::second).toList());
  }

  private static String in(OnnxGraph graph, String rows, List<Units> units) {
    float[] means = new float[units.size()];
    float[] deviations = new float[units.size()];
    for (int i = 0; i < means.length; i++) {
      means[i] = units.get(i).mean;
      deviations[i] = units.get(i).deviation;
    }
    String centred = graph.sub(rows, graph.constant(means, means.length));
    return graph.node("Div", centred, graph.constant(deviations, deviations.length));
  }
}
