package dev.stranger.train.method;

import dev.stranger.IndexedDataset;
import dev.stranger.Shape;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.torch.Ranks;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Brings values of unknown range to mean 0 and deviation 1: the columns of rows each on their own,
 * the channels of a series or an image each as a whole.
 *
 * @param shape of the statistics, one number for every column or channel
 */
public record Standardisation(float[] means, float[] deviations, long[] shape)
    implements GraphPreparation {

  private static final double FARTHEST = 1e6;

  /** Of raw values: sums of their squares are finite. */
  private static final double FARTHEST_RAW = 1e15;

  /**
   * @param ranks each of which has some of the samples
   */
  static Standardisation fit(IndexedDataset data, int[] samples, Ranks ranks) {
    Shape shape = data.shape();
    int groups = shape.dimensions().get(0);
    int groupSize = shape.size() / groups;
    double count = ranks.sum((double) samples.length * groupSize)[0];
    double[] sums = new double[groups];
    forEach(data, samples, (i, value) -> sums[i / groupSize] += value);
    double[] means = ranks.sum(sums);
    Arrays.setAll(means, group -> means[group] / count);
    double[] own = new double[groups];
    forEach(
        data,
        samples,
        (i, value) -> {
          double centred = value - means[i / groupSize];
          own[i / groupSize] += centred * centred;
        });
    double[] squares = ranks.sum(own);
    float[] centres = new float[groups];
    float[] deviations = new float[groups];
    for (int group = 0; group < groups; group++) {
      centres[group] = (float) means[group];
      float deviation = (float) Math.sqrt(squares[group] / count);
      deviations[group] = deviation > 0 ? deviation : 1; // a constant column is only centred
    }
    long[] broadcast = new long[shape.rank()];
    Arrays.fill(broadcast, 1);
    broadcast[0] = groups;
    return new Standardisation(centres, deviations, broadcast);
  }

  /** Takes a value and where it stands in its sample. */
  private interface Visitor {
    void visit(int index, float value);
  }

  private static void forEach(IndexedDataset data, int[] samples, Visitor visitor) {
    for (int sample : samples) {
      float[] values = data.sample(sample);
      for (int i = 0; i < values.length; i++) {
        visitor.visit(i, values[i]);
      }
    }
  }

  @Override
  public float[] apply(float[] sample) {
    float[] standard = new float[sample.length];
    int groupSize = sample.length / means.length;
    for (int i = 0; i < sample.length; i++) {
      standard[i] = (sample[i] - means[i / groupSize]) / deviations[i / groupSize];
    }
    return standard;
  }

  @Override
  public Shape shapeOf(Shape samples) {
    return samples;
  }

  /** The value that becomes {@code normal}. */
  @Override
  public float generated(int position, int size, float normal, RandomGenerator random) {
    int group = position / (size / means.length);
    return means[group] + normal * deviations[group];
  }

  @Override
  public boolean takesGaps() {
    return false;
  }

  /** The deviations as a list. */
  @Override
  public List<Float> units() {
    return IntStream.range(0, deviations.length).mapToObj(i -> deviations[i]).toList();
  }

  @Override
  public String write(OnnxGraph graph, String x) {
    String centred = graph.sub(x, graph.constant(means, shape));
    String standard = graph.node("Div", centred, graph.constant(deviations, shape));
    // Squares of what lies beyond would not be finite; it is as strange as can be already.
    return graph.node("Clip", standard, graph.constant(-FARTHEST), graph.constant(FARTHEST));
  }

  /** Values as they are, but for those that are so far away that their squares are not finite. */
  static String writeBounds(OnnxGraph graph, String x) {
    return graph.node("Clip", x, graph.constant(-FARTHEST_RAW), graph.constant(FARTHEST_RAW));
  }

  @Override
  public String writeInverse(OnnxGraph graph, String x) {
    String scaled = graph.mul(x, graph.constant(deviations, shape));
    return graph.add(scaled, graph.constant(means, shape));
  }
}
