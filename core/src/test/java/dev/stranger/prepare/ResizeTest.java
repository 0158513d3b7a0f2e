package dev.stranger.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Shape;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ResizeTest {

  /** The weight of pixel {@code from} in pixel {@code to}, times 2^22, as its definition says. */
  private static long[] weights(int size, int newSize, int to) {
    double scale = (double) size / newSize;
    double support = Math.max(1, scale);
    double centre = (to + 0.5) * scale;
    double[] raw = new double[size];
    double sum = 0;
    for (int from = (int) Math.max(0, centre - support + 0.5);
        from < (int) Math.min(size, centre + support + 0.5);
        from++) {
      raw[from] = Math.max(0, 1 - Math.abs(from + 0.5 - centre) / support);
      sum += raw[from];
    }
    long[] weights = new long[size];
    for (int from = 0; from < size; from++) {
      weights[from] = Math.round(raw[from] / sum * (1 << 22));
    }
    return weights;
  }

  private static float filtered(float[] source, int start, int step, long[] weights) {
    long sum = 1 << 21;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * (long) source[start + i * step];
    }
    return sum >> 22;
  }

  /** Rows, then columns, one pixel after another. */
  private static float[] expected(float[] source, Shape from, Shape to) {
    int rows = from.channels() * from.height();
    float[] wide = new float[rows * to.width()];
    for (int i = 0; i < wide.length; i++) {
      long[] weights = weights(from.width(), to.width(), i % to.width());
      wide[i] = filtered(source, i / to.width() * from.width(), 1, weights);
    }
    float[] target = new float[to.size()];
    int area = to.height() * to.width();
    for (int i = 0; i < target.length; i++) {
      int start = i / area * from.height() * to.width() + i % to.width();
      long[] weights = weights(from.height(), to.height(), i % area / to.width());
      target[i] = filtered(wide, start, to.width(), weights);
    }
    return target;
  }

  @Test
  void resizingIsItsDefinitionToTheLastBit() {
    Random random = new Random(7);
    for (int round = 0; round < 60; round++) {
      Shape from = Shape.image(1 + 2 * random.nextInt(2), side(random), side(random));
      Shape to = Shape.image(from.channels(), 1 + random.nextInt(40), 1 + random.nextInt(40));
      float[] source = new float[from.size()];
      for (int i = 0; i < source.length; i++) {
        source[i] = random.nextInt(256);
      }
      float[] resized = TransformTest.apply(Resize.to(to.height(), to.width()), from, source);
      assertThat(resized)
          .as("seed 7, round %d: %s to %s", round, from, to)
          .containsExactly(expected(source, from, to));
    }
  }

  private static int side(Random random) {
    return 1 + random.nextInt(random.nextBoolean() ? 12 : 130);
  }
}
