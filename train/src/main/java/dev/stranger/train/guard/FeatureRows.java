package dev.stranger.train.guard;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.train.loop.SeededRandom;
import dev.stranger.train.method.ValueDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/** Features that a network gave normal samples, and what these samples are like on average. */
public final class FeatureRows implements Dataset {

  private static final int SAMPLES_A_CLASS = 10;

  private final Dataset samples;
  private final int width;
  private final int most;
  private final UniformRandomProvider random;
  private final List<float[]> rows = new ArrayList<>();
  private final List<Integer> labels = new ArrayList<>();
  private final double[] sums;
  private final double[] squares;
  private final ValueDigest digest = new ValueDigest();
  private int seen;

  /**
   * @param width of a row
   * @param most rows that are kept of a sample, which may have one for each of its places
   */
  FeatureRows(Dataset samples, int width, int most, long seed) {
    this.samples = samples;
    this.width = width;
    this.most = most;
    this.random = SeededRandom.ofEpoch(seed, -3);
    this.sums = new double[samples.shape().size()];
    this.squares = new double[samples.shape().size()];
  }

  /** A sample that is held out, or learnt from. */
  void see(float[] sample) {
    digest.add(sample);
    for (int i = 0; i < sums.length; i++) {
      sums[i] += sample[i];
      squares[i] += (double) sample[i] * sample[i];
    }
    seen++;
  }

  /**
   * The features of a sample that is learnt from.
   *
   * @param all its rows, one after another
   */
  void add(float[] all, int label, long position) {
    int count = all.length / width;
    int[] chosen =
        count <= most
            ? IntStream.range(0, count).toArray()
            : Arrays.copyOf(SeededRandom.permutation(count, random), most);
    for (int row : chosen) {
      float[] values = Arrays.copyOfRange(all, row * width, (row + 1) * width);
      requireFinite(values, position);
      rows.add(values);
      labels.add(label);
    }
  }

  private void requireFinite(float[] row, long position) {
    for (float value : row) {
      if (!Float.isFinite(value)) {
        throw new DataException(
            "the network gives sample %s of %s the feature %s; check mean, deviation and range of the input"
                .formatted(samples.sampleName(position), samples.name(), value));
      }
    }
  }

  void requireVariety() {
    if (rows.stream().allMatch(row -> Arrays.equals(row, rows.get(0)))) {
      throw new DataException(
          "the network gives all %,d samples of %s the same features; watch another tensor"
              .formatted(seen, samples.name()));
    }
  }

  /** Whether every sample has a label, and labels have many samples. */
  public boolean hasClasses() {
    long classes = labels.stream().distinct().count();
    return !labels.contains(Cursor.NO_LABEL)
        && classes > 1
        && classes * SAMPLES_A_CLASS <= labels.size();
  }

  /** Of all values of all samples in their order. */
  public String sha256() {
    return digest.sha256();
  }

  float mean(int position) {
    return (float) (sums[position] / seen);
  }

  float deviation(int position) {
    double mean = sums[position] / seen;
    return (float) Math.sqrt(Math.max(0, squares[position] / seen - mean * mean));
  }

  @Override
  public Header header() {
    return samples.header().withValues(Shape.of(width), Range.ANY).withSize(rows.size());
  }

  @Override
  public Cursor open() {
    return new Cursor() {
      private int next;

      @Override
      public boolean next(float[] target, int offset) {
        if (next == rows.size()) {
          return false;
        }
        System.arraycopy(rows.get(next++), 0, target, offset, width);
        return true;
      }

      @Override
      public int label() {
        return labels.get(next - 1);
      }

      @Override
      public void close() {}
    };
  }
}
