package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.Shape;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThumbnailTest {

  @ParameterizedTest
  @CsvSource({
    "1x28x28, 1x28x28",
    "3x32x32, 3x32x32",
    "3x64x64, 3x32x32",
    "3x100x50, 3x32x16",
    "1x50x100, 1x16x32",
    "1x2000x3, 1x32x1",
    "2x140, 2x128",
    "1x24, 1x24",
    "30, 30",
    "5000, 5000"
  })
  void itsShapeFollowsFromThatOfTheSample(String sample, String thumbnail) {
    assertThat(Thumbnail.shapeOf(Shape.parse(sample))).hasToString(thumbnail);
  }

  @Test
  void whatIsSmallStaysAsItIs() {
    float[] row = {1, -2, 3e30f};
    assertThat(Thumbnail.of(row, Shape.of(3))).containsExactly(row).isNotSameAs(row);
    float[] picture = {0, 0.25f, 0.5f, 1};
    assertThat(Thumbnail.of(picture, Shape.of(1, 2, 2))).containsExactly(picture);
  }

  @Test
  void aPixelIsTheAverageOfThoseItStandsFor() {
    Shape shape = Shape.image(2, 64, 128); // to 2x16x32, four by four pixels each
    float[] picture = new float[shape.size()];
    for (int i = 0; i < picture.length; i++) {
      picture[i] = i % 997;
    }
    float[] small = Thumbnail.of(picture, shape);
    assertThat(small).hasSize(2 * 16 * 32);
    for (int i = 0; i < small.length; i++) {
      int first = (i / 32 * 4) * 128 + i % 32 * 4; // 16 lines of each channel, so 64 of the source
      double sum = 0;
      for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 4; x++) {
          sum += picture[first + y * 128 + x];
        }
      }
      assertThat(small[i]).as("pixel %d", i).isCloseTo((float) (sum / 16), within(1e-3f));
    }
  }

  /** 140 steps are not a multiple of 128: some are shared between two points. */
  @Test
  void theMeanAndTheRangeOfEachChannelAreKept() {
    Random random = new Random(7);
    Shape shape = Shape.of(3, 140);
    float[] series = new float[shape.size()];
    for (int i = 0; i < series.length; i++) {
      series[i] = 100 * (i / 140) + random.nextFloat();
    }
    float[] small = Thumbnail.of(series, shape);
    for (int channel = 0; channel < 3; channel++) {
      float[] before = Arrays.copyOfRange(series, 140 * channel, 140 * (channel + 1));
      float[] after = Arrays.copyOfRange(small, 128 * channel, 128 * (channel + 1));
      assertThat(mean(after)).isCloseTo(mean(before), within(1e-3));
      for (float value : after) {
        assertThat(value).isBetween(100f * channel, 100f * channel + 1);
      }
    }
  }

  private static double mean(float[] values) {
    double sum = 0;
    for (float value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  @Test
  void whiteStaysWhite() {
    Shape shape = Shape.image(1, 67, 91);
    float[] white = new float[shape.size()];
    Arrays.fill(white, 1);
    assertThat(Thumbnail.of(white, shape)).containsOnly(1);
  }
}
