package dev.stranger.train.baseline;

import dev.stranger.DataException;
import dev.stranger.train.loop.TrainingSet;
import dev.stranger.train.onnx.FloatRows;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.bytedeco.pytorch.Tensor;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;

/** Finds the {@link ClassGaussians} of training samples, in double. */
final class GaussianFit {

  /**
   * Share of the mean variance that is added to every variance. Of 256 features some hardly vary:
   * without it, the covariance has no inverse or one that consists of rounding errors.
   */
  private static final double SHRINKAGE = 1e-3;

  private final int[] classes;
  private final DMatrixRMaj means;
  private final DMatrixRMaj scatter;

  private GaussianFit(int[] classes, int count, int width) {
    this.classes = classes;
    this.means = new DMatrixRMaj(count, width);
    this.scatter = new DMatrixRMaj(width, width);
  }

  /**
   * Streams all samples through a part of a network, twice.
   *
   * @param width how many numbers it gives for a sample
   * @param classes one a sample, from 0 to {@code count - 1}, each at least once
   */
  static ClassGaussians of(
      UnaryOperator<Tensor> part, int width, TrainingSet samples, int[] classes, int count) {
    GaussianFit fit = new GaussianFit(classes, count, width);
    samples.forEach(part, fit::addToMeans);
    fit.divideMeans();
    samples.forEach(part, fit::addToScatter);
    CommonOps_DDRM.divide(fit.scatter, classes.length);
    return of(fit.means, fit.scatter);
  }

  /**
   * @param labels one a row, any numbers
   */
  static ClassGaussians of(DMatrixRMaj rows, int[] labels) {
    int[] known = Arrays.stream(labels).sorted().distinct().toArray();
    int[] classes = Arrays.stream(labels).map(l -> Arrays.binarySearch(known, l)).toArray();
    GaussianFit fit = new GaussianFit(classes, known.length, rows.numCols);
    float[] values = FloatRows.of(rows);
    fit.addToMeans(0, values);
    fit.divideMeans();
    fit.addToScatter(0, values);
    CommonOps_DDRM.divide(fit.scatter, classes.length);
    return of(fit.means, fit.scatter);
  }

  private int width() {
    return means.numCols;
  }

  /**
   * Where in the means the number is that one of the rows from sample {@code first} on belongs to.
   */
  private int place(int first, int index) {
    return classes[first + index / width()] * width() + index % width();
  }

  private void addToMeans(int first, float[] rows) {
    for (int i = 0; i < rows.length; i++) {
      means.data[place(first, i)] += rows[i];
    }
  }

  private void divideMeans() {
    int[] sizes = new int[means.numRows];
    for (int number : classes) {
      sizes[number]++;
    }
    for (int i = 0; i < means.data.length; i++) {
      means.data[i] /= sizes[i / width()];
    }
  }

  private void addToScatter(int first, float[] rows) {
    DMatrixRMaj centred = new DMatrixRMaj(rows.length / width(), width());
    for (int i = 0; i < rows.length; i++) {
      centred.data[i] = rows[i] - means.data[place(first, i)];
    }
    CommonOps_DDRM.multAddTransA(centred, centred, scatter);
  }

  /**
   * @param means one row a class
   * @param covariance of the samples about the mean of their class
   */
  static ClassGaussians of(DMatrixRMaj means, DMatrixRMaj covariance) {
    DMatrixRMaj whitening = whitening(covariance);
    DMatrixRMaj centre = CommonOps_DDRM.sumCols(means, null);
    CommonOps_DDRM.divide(centre, means.numRows);
    DMatrixRMaj centred = means.copy();
    for (int i = 0; i < centred.data.length; i++) {
      centred.data[i] -= centre.data[i % means.numCols];
    }
    DMatrixRMaj whitened = new DMatrixRMaj(means.numRows, means.numCols);
    CommonOps_DDRM.multTransB(centred, whitening, whitened);
    return new ClassGaussians(
        FloatRows.of(centre), FloatRows.of(whitening), FloatRows.of(whitened));
  }

  /** With the Cholesky root {@code S = LL'}, the inverse of L. */
  private static DMatrixRMaj whitening(DMatrixRMaj covariance) {
    int width = covariance.numRows;
    double added = SHRINKAGE * CommonOps_DDRM.trace(covariance) / width;
    DMatrixRMaj shrunk = covariance.copy();
    for (int i = 0; i < width; i++) {
      shrunk.add(i, i, added);
    }
    CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_DDRM.chol(width, true);
    if (!(added > 0) || !cholesky.decompose(shrunk)) {
      throw new DataException(
          "the features of the classifier do not vary within its classes; train for fewer epochs,"
              + " or leave out the mahalanobis energies");
    }
    DMatrixRMaj root = cholesky.getT(null);
    CommonOps_DDRM.invert(root);
    return root;
  }
}
