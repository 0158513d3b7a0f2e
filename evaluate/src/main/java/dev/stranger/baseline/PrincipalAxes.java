package dev.stranger.baseline;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.jspecify.annotations.Nullable;

/**
 * The eigenvectors of a covariance. Takes time cubic in its width: a second for 784, most of a
 * minute for 3,072.
 *
 * @param variances along the directions, the largest first
 * @param directions of length one, orthogonal to each other, each with its largest value positive
 */
public record PrincipalAxes(double[] variances, double[][] directions) {

  /**
   * @param covariance symmetric; not changed
   * @throws ArithmeticException when it has no eigenvectors, because a value is not finite
   */
  public static PrincipalAxes of(DMatrixRMaj covariance) {
    EigenDecomposition_F64<DMatrixRMaj> eigen = decomposed(covariance);
    return eigen == null ? shifted(covariance) : sorted(eigen, 0);
  }

  /**
   * With variances of zero, the iterations now and then do not end. Away from zero they do, with
   * the same directions.
   */
  private static PrincipalAxes shifted(DMatrixRMaj covariance) {
    double shift = CommonOps_DDRM.trace(covariance) / covariance.numRows;
    DMatrixRMaj shifted = CommonOps_DDRM.identity(covariance.numRows);
    CommonOps_DDRM.add(shift, shifted, covariance, shifted);
    EigenDecomposition_F64<DMatrixRMaj> eigen = decomposed(shifted);
    if (eigen == null) {
      throw new ArithmeticException("the eigenvectors of a covariance were not found");
    }
    return sorted(eigen, shift);
  }

  private static @Nullable EigenDecomposition_F64<DMatrixRMaj> decomposed(DMatrixRMaj symmetric) {
    EigenDecomposition_F64<DMatrixRMaj> eigen =
        DecompositionFactory_DDRM.eig(symmetric.numRows, true, true);
    DMatrixRMaj mayChange = eigen.inputModified() ? symmetric.copy() : symmetric;
    return eigen.decompose(mayChange) ? eigen : null;
  }

  private static PrincipalAxes sorted(EigenDecomposition_F64<DMatrixRMaj> eigen, double shift) {
    int[] order =
        IntStream.range(0, eigen.getNumberOfEigenvalues())
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -eigen.getEigenvalue(i).getReal()))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] variances = new double[order.length];
    double[][] directions = new double[order.length][];
    Arrays.setAll(variances, i -> eigen.getEigenvalue(order[i]).getReal() - shift);
    Arrays.setAll(directions, i -> upright(eigen.getEigenVector(order[i]).getData()));
    return new PrincipalAxes(variances, directions);
  }

  /** A direction or its opposite, which is as good: always the same of the two. */
  private static double[] upright(double[] direction) {
    double largest = 0;
    for (double value : direction) {
      largest = Math.abs(value) > Math.abs(largest) ? value : largest;
    }
    double sign = Math.signum(largest);
    return Arrays.stream(direction).map(value -> sign * value).toArray();
  }
}
