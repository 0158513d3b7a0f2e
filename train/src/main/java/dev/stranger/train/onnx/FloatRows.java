package dev.stranger.train.onnx;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/** Numbers of a fit as the floats of a graph. */
public final class FloatRows {

  private FloatRows() {}

  public static float[] row(double[] numbers) {
    float[] floats = new float[numbers.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) numbers[i];
    }
    return floats;
  }

  /** Row after row. */
  public static float[] of(DMatrixRMaj matrix) {
    return row(Arrays.copyOf(matrix.data, matrix.getNumElements())); // which may have more room
  }

  /** Row after row. */
  public static float[] of(double[][] rows) {
    int width = rows.length == 0 ? 0 : rows[0].length;
    float[] floats = new float[rows.length * width];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) rows[i / width][i % width];
    }
    return floats;
  }

  /** Row after row. */
  public static float[] of(float[][] rows) {
    int width = rows[0].length;
    float[] floats = new float[rows.length * width];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(rows[i], 0, floats, i * width, width);
    }
    return floats;
  }
}
