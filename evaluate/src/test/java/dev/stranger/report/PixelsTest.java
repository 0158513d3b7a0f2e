package dev.stranger.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Range;
import dev.stranger.Shape;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PixelsTest {

  @Test
  void aGreyImageKeepsItsLevels() throws IOException {
    float[] values = {0, 100, 255, 300};
    BufferedImage image = image(Pixels.of(Shape.image(1, 2, 2), values).image(Range.GREY_LEVELS));
    assertThat(rgb(image, 0, 0)).isEqualTo(0);
    assertThat(rgb(image, 1, 0)).isEqualTo(0x646464);
    assertThat(rgb(image, 1, 1)).isEqualTo(0xffffff);
  }

  @Test
  void aColourImageKeepsItsColours() throws IOException {
    float[] values = {1, 0, 0, 0, 0, 1};
    BufferedImage image = image(Pixels.of(Shape.image(3, 1, 2), values).image(Range.UNIT));
    assertThat(rgb(image, 0, 0)).isEqualTo(0xff0000);
    assertThat(rgb(image, 1, 0)).isEqualTo(0x0000ff);
  }

  @Test
  void heatGrowsBrighterWithTheDifference() {
    double last = -1;
    for (int i = 0; i <= 100; i++) {
      int rgb = HeatColours.rgb(i / 100.0);
      double brightness =
          0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
      assertThat(brightness).isGreaterThan(last);
      last = brightness;
    }
  }

  @Test
  void theLargestDifferenceIsTheBrightest() throws IOException {
    Pixels differences = Pixels.of(Shape.image(3, 1, 2), new float[] {0, 3, 4, 0, 2, 0});
    double largest = differences.largestDifference();
    assertThat(largest).isEqualTo(Math.sqrt(2)); // of the means 2 and 1
    BufferedImage image = image(differences.heatMap(largest));
    assertThat(rgb(image, 0, 0)).isEqualTo(HeatColours.rgb(1));
    assertThat(rgb(image, 1, 0)).isEqualTo(HeatColours.rgb(Math.sqrt(0.5)));
  }

  private static double linear(int level) {
    return Math.pow((level & 255) / 255.0, 2.2);
  }

  @Test
  void largeImagesAreReducedToMeans() {
    float[] values = new float[2 * 300 * 200];
    for (int i = 0; i < values.length; i++) {
      values[i] = i < 300 * 200 ? i / 200 % 3 : 7;
    }
    Pixels small = Pixels.of(Shape.image(2, 300, 200), values).reduced();
    assertThat(small.height()).isEqualTo(100);
    assertThat(small.width()).isEqualTo(66);
    assertThat(small.values()[0]).isEqualTo(1);
    assertThat(small.values()[small.values().length - 1]).isEqualTo(7);
    assertThat(Pixels.of(Shape.image(1, 2, 2), new float[4]).reduced().height()).isEqualTo(2);
  }

  private static BufferedImage image(String uri) throws IOException {
    byte[] png = Base64.getDecoder().decode(uri.substring(uri.indexOf(',') + 1));
    return ImageIO.read(new ByteArrayInputStream(png));
  }

  private static int rgb(BufferedImage image, int x, int y) {
    return image.getRGB(x, y) & 0xffffff;
  }
}
