package dev.stranger.baseline;

import dev.stranger.Cursor;
import dev.stranger.Dataset;

/**
 * The mean of training samples. Samples are judged by what they differ from it: in squares of
 * values far from zero, small differences would drown.
 */
record Centre(double[] values) {

  /** Takes centred samples, the first of which is the sample {@code first} of the batch. */
  interface CentredBlock {
    void accept(int first, double[][] samples);
  }

  static Centre of(Dataset data) {
    double[] mean = new double[data.shape().size()];
    float[] sample = new float[mean.length];
    try (Cursor cursor = data.open()) {
      while (cursor.next(sample, 0)) {
        for (int i = 0; i < mean.length; i++) {
          mean[i] += sample[i];
        }
      }
    }
    for (int i = 0; i < mean.length; i++) {
      mean[i] /= data.size();
    }
    return new Centre(mean);
  }

  /** How many values a sample has. */
  int size() {
    return values.length;
  }

  /** Hands all samples of a batch to {@code block}, from several threads. */
  void forEachBlock(float[] samples, int count, CentredBlock block) {
    Blocks.forEach(
        samples, count, size(), (first, end) -> block.accept(first, centred(samples, first, end)));
  }

  /** The samples from {@code first} to before {@code end}, less the centre. */
  double[][] centred(float[] samples, int first, int end) {
    double[][] centred = new double[end - first][size()];
    for (int row = 0; row < centred.length; row++) {
      int offset = (first + row) * size();
      for (int i = 0; i < size(); i++) {
        centred[row][i] = samples[offset + i] - values[i];
      }
    }
    return centred;
  }
}
