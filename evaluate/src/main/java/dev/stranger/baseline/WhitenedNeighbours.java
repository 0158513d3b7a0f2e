package dev.stranger.baseline;

import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Transform;
import dev.stranger.prepare.Standardise;
import java.util.Arrays;

/**
 * Distance of a sample to its fifth nearest training sample, where every direction counts in units
 * of its deviation: {@link NearestNeighbours} of columns of deviation 1 that are whitened with the
 * covariance of {@link MahalanobisDistance}. It sees what breaks a relation between columns.
 *
 * <p>Fitting takes memory and time quadratic and cubic in the values of a sample, seconds for a
 * thousand. Immutable and thread-safe.
 */
public final class WhitenedNeighbours implements Baseline {

  public static final String KEY = "whitened_neighbours";

  private final Whitening whitening;
  private final NearestNeighbours neighbours;
  private final Shape shape;

  private WhitenedNeighbours(Whitening whitening, NearestNeighbours neighbours, Shape shape) {
    this.whitening = whitening;
    this.neighbours = neighbours;
    this.shape = shape;
  }

  /**
   * @throws dev.stranger.DataException when samples have more than 4,096 values
   */
  public static WhitenedNeighbours fit(Dataset data) {
    Standardise standardise = Standardise.fit(data);
    PrincipalComponents components = PrincipalComponents.of(data.map(standardise));
    Whitening whitening = new Whitening(standardise, components.mean(), matrix(components));
    NearestNeighbours neighbours = NearestNeighbours.fit(data.map(whitening));
    return new WhitenedNeighbours(whitening, neighbours, data.shape());
  }

  /** A column for each direction, in units of its deviation. */
  private static double[][] matrix(PrincipalComponents components) {
    int size = components.variances().length;
    double ball = components.shrinkage() * components.total() / size;
    double least = Math.max(ball, MahalanobisDistance.LEAST_SHRINKAGE * components.total() / size);
    double[][] matrix = new double[size][size];
    for (int i = 0; i < size; i++) {
      double variance =
          (1 - components.shrinkage()) * Math.max(0, components.variances()[i]) + least;
      double scale = variance > 0 ? 1 / Math.sqrt(variance) : 1;
      for (int row = 0; row < size; row++) {
        matrix[row][i] = scale * components.directions()[i][row];
      }
    }
    return matrix;
  }

  /** Standardises, centres and turns a sample. */
  private record Whitening(Standardise standardise, Centre centre, double[][] matrix)
      implements Transform {

    @Override
    public Header describe(Header input) {
      return standardise.describe(input).withValues(input.shape(), Range.ANY);
    }

    @Override
    public void apply(Shape shape, float[] source, float[] target, int offset) {
      float[] standard = new float[shape.size()];
      standardise.apply(shape, source, standard, 0);
      double[][] whitened = new double[1][shape.size()];
      MatrixProduct.add(centre.centred(standard, 0, 1), matrix, whitened);
      for (int i = 0; i < whitened[0].length; i++) {
        target[offset + i] = (float) whitened[0][i];
      }
    }
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String title() {
    return "whitened neighbours";
  }

  @Override
  public int sampleSize() {
    return shape.size();
  }

  @Override
  public double[] score(float[] samples, int count) {
    float[] whitened = new float[count * sampleSize()];
    Blocks.forEach(
        samples,
        count,
        sampleSize(),
        (first, end) -> {
          for (int i = first; i < end; i++) {
            int from = i * sampleSize();
            float[] sample = Arrays.copyOfRange(samples, from, from + sampleSize());
            whitening.apply(shape, sample, whitened, from);
          }
        });
    return neighbours.score(whitened, count);
  }
}
