package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.prepare.Luma;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.ImageTypeSpecifier;

/**
 * One picture in a file of any usual format. Transparency is ignored, animations show frame one.
 */
record ImageFile(Path path) {

  private static final Set<String> EXTENSIONS =
      Set.of("png", "jpg", "jpeg", "jfif", "gif", "bmp", "webp", "tif", "tiff");

  /** Pictures too, but of kinds that cannot be read here. */
  private static final Set<String> UNREADABLE =
      Set.of("avif", "heic", "heif", "jxl", "jp2", "svg", "ico", "psd");

  /** No picture format turns a byte into more pixels than this, blank pictures set aside. */
  private static final long MAX_PIXELS_A_BYTE = 4096;

  private static final long ALWAYS_PLAUSIBLE = 1 << 16;
  private static final long MAX_PIXELS = 1 << 27;

  /** What most formats allow; longer lines of pixels would be too many values on the way. */
  private static final int MAX_SIDE = 1 << 16;

  private static final int MAX_BITS = 16;

  /** What the head of the file says. */
  record Info(int height, int width, boolean grey) {}

  /** A decoded picture: grey levels, channel by channel. */
  record Picture(int height, int width, float[] values) {}

  private interface Job<T> {
    T with(ImageReader reader) throws IOException;
  }

  static boolean hasImageName(Path path) {
    return EXTENSIONS.contains(extension(path));
  }

  private static String extension(Path path) {
    String name = DataFiles.fileName(path);
    int dot = name.lastIndexOf('.');
    return dot < 1 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
  }

  /**
   * Whether a path in a folder is a picture, hidden ones left out. One that cannot be read is not
   * passed over without a word: whoever judges a folder wants to know of all that is in it.
   *
   * @throws DataException when it is a picture that cannot be read
   */
  static boolean isPicture(Path path) {
    if (DataFiles.fileName(path).startsWith(".") || Files.isDirectory(path)) {
      return false;
    }
    if (UNREADABLE.contains(extension(path))) {
      throw new DataException(
          path + " is a picture of a kind that cannot be read; save it as PNG, or remove it");
    }
    if (hasImageName(path) && !Files.isRegularFile(path)) {
      throw new DataException(path + " is no file that can be read; remove or replace it");
    }
    return hasImageName(path);
  }

  /** Reads only the head. */
  Info info() {
    return read(this::info);
  }

  private Info info(ImageReader reader) throws IOException {
    int height = reader.getHeight(0);
    int width = reader.getWidth(0);
    checkSize(height, width);
    Iterator<ImageTypeSpecifier> types = reader.getImageTypes(0);
    if (!types.hasNext()) {
      return new Info(height, width, false);
    }
    ImageTypeSpecifier type = types.next(); // the one it will be decoded to
    checkLevels(type);
    return new Info(height, width, type.getNumComponents() < 3);
  }

  private void checkSize(int height, int width) throws IOException {
    long pixels = (long) height * width;
    long plausible = ALWAYS_PLAUSIBLE + MAX_PIXELS_A_BYTE * Files.size(path);
    if (pixels < 1
        || pixels > Math.min(plausible, MAX_PIXELS)
        || Math.max(height, width) > MAX_SIDE) {
      throw new DataException(
          "%s claims %d x %d pixels, too many for a picture of %d bytes; remove or replace it"
              .formatted(path, height, width, Files.size(path)));
    }
  }

  /** Measurements in long or broken numbers have no white that grey levels could be relative to. */
  private void checkLevels(ImageTypeSpecifier type) {
    int bits = type.getColorModel().getComponentSize(0);
    boolean whole =
        switch (type.getSampleModel().getDataType()) {
          case DataBuffer.TYPE_BYTE, DataBuffer.TYPE_USHORT, DataBuffer.TYPE_INT -> true;
          default -> false;
        };
    if (!whole || bits > MAX_BITS) {
      throw new DataException(
          "%s stores %s of %d bits, no grey levels; save it with 8 or 16 bits"
              .formatted(path, whole ? "numbers" : "signed or broken numbers", bits));
    }
  }

  /** Decodes the picture, in one channel or in three. */
  Picture picture(boolean grey) {
    return read(
        reader -> {
          info(reader);
          BufferedImage image = reader.read(0);
          float[] values = isGrey(image) ? greyPixels(image, grey) : colourPixels(image, grey);
          return new Picture(image.getHeight(), image.getWidth(), values);
        });
  }

  private <T> T read(Job<T> job) {
    try (PictureBytes in = new PictureBytes(path)) {
      boolean complete = PictureStructure.check(in);
      Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
      if (!readers.hasNext()) {
        throw new DataException(path + " is not a picture; remove or replace it");
      }
      ImageReader reader = readers.next();
      try {
        reader.setInput(in, true, true); // a text of some kilobytes can unpack to gigabytes
        reader.addIIOReadWarningListener((source, warning) -> refuseMissingData(warning));
        T result = job.with(reader);
        if (!complete) { // the decoder of WebP reads ahead
          in.requireComplete();
        }
        return result;
      } finally {
        reader.dispose();
      }
    } catch (DataException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // Decoders of damaged pictures throw whatever their arithmetic runs into.
      throw new DataException(
          "%s cannot be decoded (%s); remove or replace it".formatted(path, reason(e)), e);
    }
  }

  /**
   * The decoder of JPEG fills with grey what is missing, and warns; its other warnings are small.
   */
  private static void refuseMissingData(String warning) {
    if (warning.contains("Truncated") || warning.contains("premature end")) {
      throw new IllegalStateException(PictureBytes.CUT_SHORT);
    }
  }

  private static String reason(Exception e) {
    if (e instanceof EOFException) {
      return PictureBytes.CUT_SHORT;
    }
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return message.lines().findFirst().orElse("damaged");
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
