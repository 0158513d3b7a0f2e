package dev.stranger.picture;

import dev.stranger.DataException;
import dev.stranger.prepare.Luma;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.awt.image.SampleModel;

/**
 * A decoded picture: levels from 0 to 255, channel by channel.
 *
 * @param values not copied; as many as height x width, in one channel or in three
 */
public record Picture(int height, int width, float[] values) {

  private static final int MAX_BITS = 16;

  /**
   * In one channel or in three. Transparency is ignored.
   *
   * @param name for the message, when the image stores no grey levels
   */
  public static Picture of(BufferedImage image, boolean grey, String name) {
    checkLevels(image.getColorModel(), image.getSampleModel(), name);
    float[] values = isGrey(image) ? greyPixels(image, grey) : colourPixels(image, grey);
    return new Picture(image.getHeight(), image.getWidth(), values);
  }

  /** Measurements in long or broken numbers have no white that grey levels could be relative to. */
  static void checkLevels(ColorModel colours, SampleModel samples, String name) {
    int bits = colours.getComponentSize(0);
    boolean whole =
        switch (samples.getDataType()) {
          case DataBuffer.TYPE_BYTE, DataBuffer.TYPE_USHORT, DataBuffer.TYPE_INT -> true;
          default -> false;
        };
    if (!whole || bits > MAX_BITS) {
      throw new DataException(
          "%s stores %s of %d bits, no grey levels; save it with 8 or 16 bits"
              .formatted(name, whole ? "numbers" : "signed or broken numbers", bits));
    }
  }

  private static boolean isGrey(BufferedImage image) {
    return image.getRaster().getNumBands() < 3
        && !(image.getColorModel() instanceof IndexColorModel);
  }

  /** Takes the stored levels: Java's own conversion of grey pictures to RGB would brighten them. */
  private static float[] greyPixels(BufferedImage image, boolean grey) {
    Raster raster = image.getRaster();
    int pixels = image.getWidth() * image.getHeight();
    int[] levels = raster.getSamples(0, 0, image.getWidth(), image.getHeight(), 0, new int[pixels]);
    int max = (1 << image.getColorModel().getComponentSize(0)) - 1;
    float[] values = new float[grey ? pixels : 3 * pixels];
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.round(levels[i % pixels] * 255f / max);
    }
    return values;
  }

  private static float[] colourPixels(BufferedImage image, boolean grey) {
    int width = image.getWidth();
    int pixels = width * image.getHeight();
    int[] row = new int[width];
    float[] values = new float[grey ? pixels : 3 * pixels];
    for (int i = 0; i < pixels; i++) {
      if (i % width == 0) {
        image.getRGB(0, i / width, width, 1, row, 0, width);
      }
      int rgb = row[i % width];
      int red = rgb >> 16 & 0xff;
      int green = rgb >> 8 & 0xff;
      int blue = rgb & 0xff;
      if (grey) {
        values[i] = Luma.luma(red, green, blue);
      } else {
        values[i] = red;
        values[pixels + i] = green;
        values[2 * pixels + i] = blue;
      }
    }
    return values;
  }
}
