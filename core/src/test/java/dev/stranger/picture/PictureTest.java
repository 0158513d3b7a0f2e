package dev.stranger.picture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.prepare.Luma;
import dev.stranger.prepare.Resize;
import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** However an image is stored, its levels are those that Java names pixel by pixel. */
class PictureTest {

  private static final int WIDTH = 37;
  private static final int HEIGHT = 23;

  private record Stored(String name, BufferedImage image) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Stored> images() {
    Stream<Stored> usual =
        IntStream.rangeClosed(BufferedImage.TYPE_INT_RGB, BufferedImage.TYPE_BYTE_INDEXED)
            .mapToObj(type -> new Stored("type " + type, new BufferedImage(WIDTH, HEIGHT, type)));
    ColorSpace rgb = ColorSpace.getInstance(ColorSpace.CS_sRGB);
    ColorSpace linear = ColorSpace.getInstance(ColorSpace.CS_LINEAR_RGB);
    ColorSpace grey = ColorSpace.getInstance(ColorSpace.CS_GRAY);
    BufferedImage larger = new BufferedImage(WIDTH + 9, HEIGHT + 5, BufferedImage.TYPE_3BYTE_BGR);
    noise(larger);
    return Stream.concat(
            usual,
            Stream.of(
                new Stored("RGB as in PNG", interleaved(rgb, 3, DataBuffer.TYPE_BYTE)),
                new Stored("RGBA as in PNG", interleaved(rgb, 4, DataBuffer.TYPE_BYTE)),
                new Stored("16 bit RGB", interleaved(rgb, 3, DataBuffer.TYPE_USHORT)),
                new Stored("16 bit RGBA", interleaved(rgb, 4, DataBuffer.TYPE_USHORT)),
                new Stored("linear RGB", interleaved(linear, 3, DataBuffer.TYPE_BYTE)),
                new Stored("grey with alpha", interleaved(grey, 2, DataBuffer.TYPE_BYTE)),
                new Stored("16 bit grey with alpha", interleaved(grey, 2, DataBuffer.TYPE_USHORT)),
                new Stored("one array a channel", banded(rgb)),
                new Stored("a part of an image", larger.getSubimage(4, 3, WIDTH, HEIGHT))))
        .peek(stored -> noise(stored.image()));
  }

  private static BufferedImage interleaved(ColorSpace space, int bands, int type) {
    boolean alpha = bands > space.getNumComponents();
    int transparency = alpha ? Transparency.TRANSLUCENT : Transparency.OPAQUE;
    ColorModel colours = new ComponentColorModel(space, alpha, false, transparency, type);
    int[] offsets = IntStream.range(0, bands).toArray();
    return of(
        colours,
        Raster.createInterleavedRaster(type, WIDTH, HEIGHT, bands * WIDTH, bands, offsets, null));
  }

  private static BufferedImage banded(ColorSpace space) {
    ColorModel colours =
        new ComponentColorModel(space, false, false, Transparency.OPAQUE, DataBuffer.TYPE_BYTE);
    return of(colours, Raster.createBandedRaster(DataBuffer.TYPE_BYTE, WIDTH, HEIGHT, 3, null));
  }

  private static BufferedImage of(ColorModel colours, WritableRaster raster) {
    return new BufferedImage(colours, raster, false, null);
  }

  private static void noise(BufferedImage image) {
    Random random = new Random(image.getType());
    for (int i = 0; i < image.getWidth() * image.getHeight(); i++) {
      image.setRGB(i % image.getWidth(), i / image.getWidth(), random.nextInt());
    }
  }

  /** The same in the plainest way. */
  private static float[] expected(BufferedImage image, boolean grey) {
    int pixels = image.getWidth() * image.getHeight();
    float[] values = new float[grey ? pixels : 3 * pixels];
    for (int i = 0; i < pixels; i++) {
      int[] level = levels(image, i % image.getWidth(), i / image.getWidth());
      if (grey) {
        values[i] = level.length == 1 ? level[0] : Luma.luma(level[0], level[1], level[2]);
      } else {
        for (int channel = 0; channel < 3; channel++) {
          values[channel * pixels + i] = level[level.length == 1 ? 0 : channel];
        }
      }
    }
    return values;
  }

  private static int[] levels(BufferedImage image, int x, int y) {
    boolean palette = image.getColorModel() instanceof IndexColorModel;
    if (image.getRaster().getNumBands() < 3 && !palette) {
      int max = (1 << image.getColorModel().getComponentSize(0)) - 1;
      return new int[] {Math.round(image.getRaster().getSample(x, y, 0) * 255f / max)};
    }
    int rgb = image.getRGB(x, y);
    return new int[] {rgb >> 16 & 0xff, rgb >> 8 & 0xff, rgb & 0xff};
  }

  @ParameterizedTest
  @MethodSource("images")
  void levelsAreThoseOfEveryPixel(Stored stored) {
    for (boolean grey : new boolean[] {true, false}) {
      Picture picture = Picture.of(stored.image(), grey, "x");
      assertThat(picture.height()).isEqualTo(HEIGHT);
      assertThat(picture.width()).isEqualTo(WIDTH);
      assertThat(picture.values()).containsExactly(expected(stored.image(), grey));
    }
  }

  @ParameterizedTest
  @MethodSource("images")
  void resizingALargePictureIsResizingItsLevels(Stored stored) {
    for (boolean grey : new boolean[] {true, false}) {
      int channels = grey ? 1 : 3;
      float[] plain = new float[channels * 8 * 6 + 5];
      float[] fast = plain.clone();
      Resize.to(8, 6).apply(channels, HEIGHT, WIDTH, expected(stored.image(), grey), plain, 5);
      Picture.of(stored.image(), grey, "x").resize(8, 6, fast, 5);
      assertThat(fast).containsExactly(plain);
    }
  }

  @Test
  void bytesAreDecodedToTheSameLevels() throws IOException {
    BufferedImage image = interleaved(ColorSpace.getInstance(ColorSpace.CS_sRGB), 4, 0);
    noise(image);
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    assertThat(ImageIO.write(image, "png", png)).isTrue();
    assertThat(EncodedPicture.of(png.toByteArray(), "x").decode(false).values())
        .containsExactly(expected(image, false));
  }
}
