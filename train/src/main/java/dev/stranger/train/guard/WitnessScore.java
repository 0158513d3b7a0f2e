package dev.stranger.train.guard;

import dev.stranger.train.method.ModelGraph.Outputs;
import dev.stranger.train.method.ScoreModel;
import dev.stranger.train.neighbour.Logistic;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The score of a guarded network. Independent witnesses testify: the direction of the features,
 * their length, and the doubt of the classifier. The testimony of a witness is the mean of its
 * statistics in units of their deviation among training samples, and its surprise is {@code -log p}
 * of a logistic distribution, {@code log(1 + exp(1.7 z))}. A length surprises from both sides. The
 * score is the sum of all surprises: Fisher's way to combine tests. Nothing but normal samples is
 * needed to set it up.
 *
 * @param witnesses in their order
 * @param weights from statistics to testimonies, row after row, one row a statistic
 * @param offsets of the testimonies
 */
record WitnessScore(List<Witness> witnesses, float[] weights, float[] offsets)
    implements ScoreModel {

  static final String KEY = "witnesses";
  static final String STATISTICS = "statistics";

  /**
   * Statistics are logarithms; what varies by less than a percent may be nothing but rounding, as
   * the lengths of features that the network itself brings to length one.
   */
  private static final double SMALLEST_DEVIATION = 0.01;

  /** Of the mean of statistics whose deviation is one; less would be rounding again. */
  private static final double SMALLEST_OF_MEAN = 0.1;

  /** Adds nothing to a testimony but a sign to zero, so that parts add up there too. */
  private static final float NEXT_TO_NOTHING = 1e-30f;

  /**
   * @param name in words
   * @param statistics how many columns it testifies by
   * @param twoSided whether too little is as strange as too much
   */
  record Witness(String name, int statistics, boolean twoSided) {}

  /**
   * @param statistics of training samples, row after row
   */
  static WitnessScore fit(List<Witness> witnesses, float[] statistics) {
    int width = witnesses.stream().mapToInt(Witness::statistics).sum();
    int rows = statistics.length / width;
    double[] means = new double[width];
    double[] deviations = new double[width];
    for (int i = 0; i < statistics.length; i++) {
      means[i % width] += statistics[i] / (double) rows;
    }
    for (int i = 0; i < statistics.length; i++) {
      double centred = statistics[i] - means[i % width];
      deviations[i % width] += centred * centred / rows;
    }
    for (int i = 0; i < width; i++) {
      deviations[i] = Math.max(SMALLEST_DEVIATION, Math.sqrt(deviations[i]));
    }
    float[] weights = new float[width * witnesses.size()];
    float[] offsets = new float[witnesses.size()];
    int from = 0;
    for (int witness = 0; witness < witnesses.size(); witness++) {
      int to = from + witnesses.get(witness).statistics();
      double deviation = deviationOfMean(statistics, means, deviations, from, to);
      for (int i = from; i < to; i++) {
        double weight = Logistic.STEEPNESS / ((to - from) * deviation * deviations[i]);
        weights[i * witnesses.size() + witness] = (float) weight;
        offsets[witness] -= (float) (weight * means[i]);
      }
      from = to;
    }
    return new WitnessScore(witnesses, weights, offsets);
  }

  /** Of the mean of some columns in units of their own deviations. */
  private static double deviationOfMean(
      float[] statistics, double[] means, double[] deviations, int from, int to) {
    int width = means.length;
    int rows = statistics.length / width;
    double squares = 0;
    for (int row = 0; row < rows; row++) {
      double mean = 0;
      for (int i = from; i < to; i++) {
        mean += (statistics[row * width + i] - means[i]) / deviations[i] / (to - from);
      }
      squares += mean * mean / rows;
    }
    return Math.max(SMALLEST_OF_MEAN, Math.sqrt(squares));
  }

  @Override
  public List<String> parts() {
    return witnesses.stream().map(Witness::name).toList();
  }

  /** The other side of a length is one more column: minus its testimony. */
  @Override
  public Written write(OnnxGraph graph, Outputs from) {
    int count = witnesses.size();
    List<Integer> twoSided =
        IntStream.range(0, count).filter(i -> witnesses.get(i).twoSided()).boxed().toList();
    int columns = count + twoSided.size();
    int rows = weights.length / count;
    float[] all = new float[rows * columns];
    float[] shifts = new float[columns];
    float[] leastSigns = new float[columns];
    float[] merged = new float[columns * count];
    float[] nudges = new float[columns];
    for (int i = 0; i < columns; i++) {
      int witness = i < count ? i : twoSided.get(i - count);
      int side = i < count ? 1 : -1;
      for (int row = 0; row < rows; row++) {
        all[row * columns + i] = side * weights[row * count + witness];
      }
      shifts[i] = side * offsets[witness];
      leastSigns[i] = twoSided.contains(witness) ? -1 : 1;
      merged[i * count + witness] = side;
      nudges[i] = side * NEXT_TO_NOTHING;
    }
    String testimonies =
        graph.node(
            "Gemm",
            from.other(STATISTICS),
            graph.constant(all, rows, columns),
            graph.constant(shifts, columns));
    String surprises = graph.node("Softplus", testimonies);
    String sided = graph.node("Sign", graph.add(testimonies, graph.constant(nudges, columns)));
    String signs = graph.node("Max", sided, graph.constant(leastSigns, columns));
    String parts =
        graph.matmul(graph.mul(surprises, signs), graph.constant(merged, columns, count));
    return new Written(graph.rowSum(surprises), parts);
  }
}
