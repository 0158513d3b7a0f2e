package dev.stranger.picture;

import dev.stranger.DataException;
import dev.stranger.prepare.Luma;
import dev.stranger.prepare.Resize;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.ComponentColorModel;
import java.awt.image.ComponentSampleModel;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.awt.image.SampleModel;
import java.util.Arrays;

/**
 * A decoded picture: levels from 0 to 255, in one channel or in three. Most decoded images are read
 * where they are, without a copy. Immutable and thread-safe as long as nobody draws into the image.
 */
public final class Picture {

  private static final int MAX_BITS = 16;

  /** Where the levels are: each channel begins at a position, and goes on in equal steps. */
  private record Layout(byte[] levels, int[] starts, int pixelStep, int lineStep) {

    private Layout moved(int by, int pixelStep, int lineStep) {
      int[] moved = Arrays.stream(starts).map(start -> start + by).toArray();
      return new Layout(levels, moved, pixelStep, lineStep);
    }
  }

  private final int height;
  private final int width;
  private final int channels;
  private final Layout layout;

  private Picture(int height, int width, int channels, Layout layout) {
    this.height = height;
    this.width = width;
    this.channels = channels;
    this.layout = layout;
  }

  /**
   * In one channel or in three. Transparency is ignored.
   *
   * @param name for the message, when the image stores no grey levels
   */
  public static Picture of(BufferedImage image, boolean grey, String name) {
    checkLevels(image.getColorModel(), image.getSampleModel(), name);
    return new Picture(image.getHeight(), image.getWidth(), grey ? 1 : 3, layout(image));
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

  private static Layout layout(BufferedImage image) {
    boolean grey =
        image.getRaster().getNumBands() < 3 && !(image.getColorModel() instanceof IndexColorModel);
    if (hasBytes(image, grey)) {
      return asStored(image, grey ? 1 : 3);
    }
    return grey ? greyLevels(image) : colourLevels(image);
  }

  /** Whether each level is a byte that means what Java's conversion to RGB makes of it. */
  private static boolean hasBytes(BufferedImage image, boolean grey) {
    ColorModel colours = image.getColorModel();
    return colours.getClass() == ComponentColorModel.class
        && (grey || colours.getColorSpace().isCS_sRGB() && !colours.isAlphaPremultiplied())
        && Arrays.stream(colours.getComponentSize()).allMatch(bits -> bits == 8)
        && image.getSampleModel() instanceof ComponentSampleModel
        && image.getRaster().getDataBuffer() instanceof DataBufferByte data
        && data.getNumBanks() == 1;
  }

  private static Layout asStored(BufferedImage image, int channels) {
    Raster raster = image.getRaster();
    ComponentSampleModel model = (ComponentSampleModel) raster.getSampleModel();
    DataBufferByte data = (DataBufferByte) raster.getDataBuffer();
    int x = -raster.getSampleModelTranslateX();
    int y = -raster.getSampleModelTranslateY();
    int[] starts = new int[channels];
    for (int channel = 0; channel < channels; channel++) {
      starts[channel] = data.getOffset() + model.getOffset(x, y, channel);
    }
    return new Layout(data.getData(), starts, model.getPixelStride(), model.getScanlineStride());
  }

  /** Takes the stored levels: Java's own conversion of grey pictures to RGB would brighten them. */
  private static Layout greyLevels(BufferedImage image) {
    int width = image.getWidth();
    int max = (1 << image.getColorModel().getComponentSize(0)) - 1;
    int[] line = new int[width];
    byte[] levels = new byte[width * image.getHeight()];
    for (int y = 0; y < image.getHeight(); y++) {
      image.getRaster().getSamples(0, y, width, 1, 0, line);
      for (int x = 0; x < width; x++) {
        levels[y * width + x] = (byte) Math.round(line[x] * 255f / max);
      }
    }
    return new Layout(levels, new int[] {0}, 1, width);
  }

  private static Layout colourLevels(BufferedImage image) {
    int width = image.getWidth();
    int[] line = new int[width];
    byte[] levels = new byte[3 * width * image.getHeight()];
    for (int y = 0, at = 0; y < image.getHeight(); y++) {
      image.getRGB(0, y, width, 1, line, 0, width);
      for (int rgb : line) {
        levels[at++] = (byte) (rgb >> 16);
        levels[at++] = (byte) (rgb >> 8);
        levels[at++] = (byte) rgb;
      }
    }
    return new Layout(levels, new int[] {0, 1, 2}, 3, 3 * width);
  }

  /** Set upright. The levels stay where they are, and are read in another order. */
  Picture upright(Orientation stored) {
    int toRight = stored.fromRight() ? (width - 1) * layout.pixelStep() : 0;
    int toBottom = stored.fromBottom() ? (height - 1) * layout.lineStep() : 0;
    int across = stored.fromRight() ? -layout.pixelStep() : layout.pixelStep();
    int down = stored.fromBottom() ? -layout.lineStep() : layout.lineStep();
    int by = toRight + toBottom;
    return stored.transposed()
        ? new Picture(width, height, channels, layout.moved(by, down, across))
        : new Picture(height, width, channels, layout.moved(by, across, down));
  }

  public int height() {
    return height;
  }

  public int width() {
    return width;
  }

  /** The levels channel by channel, in a new array. */
  public float[] values() {
    float[] values = new float[channels * height * width];
    int[] line = new int[width];
    for (int i = 0; i < channels * height; i++) {
      read(i / height, i % height, line);
      for (int x = 0; x < width; x++) {
        values[i * width + x] = line[x];
      }
    }
    return values;
  }

  /**
   * Stretches the picture to a height and a width, see {@link Resize}, and puts the levels channel
   * by channel to {@code target[offset ...]}.
   */
  public void resize(int height, int width, float[] target, int offset) {
    Resize.to(height, width).apply(channels, this.height, this.width, this::read, target, offset);
  }

  private void read(int channel, int y, int[] line) {
    boolean colour = layout.starts().length == 3;
    if (channels == 1 && colour) {
      readLuma(y, line);
      return;
    }
    byte[] levels = layout.levels();
    int step = layout.pixelStep();
    int at = layout.starts()[colour ? channel : 0] + y * layout.lineStep();
    for (int x = 0; x < width; x++, at += step) {
      line[x] = levels[at] & 0xff;
    }
  }

  private void readLuma(int y, int[] line) {
    byte[] levels = layout.levels();
    int[] starts = layout.starts();
    int at = y * layout.lineStep();
    for (int x = 0; x < width; x++, at += layout.pixelStep()) {
      line[x] =
          Luma.luma(
              levels[starts[0] + at] & 0xff,
              levels[starts[1] + at] & 0xff,
              levels[starts[2] + at] & 0xff);
    }
  }
}
