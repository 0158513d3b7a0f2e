package dev.stranger.picture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.stranger.DataException;
import dev.stranger.Shape;
import dev.stranger.prepare.Resize;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.Semaphore;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.ImageTypeSpecifier;

/**
 * A picture in any usual format: PNG, JPEG, GIF, BMP and TIFF, and WebP where stranger-data or
 * another WebP plug-in for ImageIO is on the class path. Transparency is ignored, animations show
 * frame one, and a picture that its camera marked as turned is set upright. Damaged pictures, and
 * crafted ones that would take much memory or time, are refused. Thread-safe; every call reads the
 * bytes anew.
 */
public final class EncodedPicture {

  /** No picture format turns a byte into more pixels than this, blank pictures set aside. */
  private static final long MAX_PIXELS_A_BYTE = 4096;

  private static final long ALWAYS_PLAUSIBLE = 1 << 16;
  private static final long MAX_PIXELS = 1 << 27;

  private static final String NO_WEBP =
      " is WebP, which Java cannot decode by itself; add stranger-data (or imageio-webp of"
          + " com.twelvemonkeys.imageio) to the class path";

  /** What most formats allow; longer lines of pixels would be too many values on the way. */
  private static final int MAX_SIDE = 1 << 16;

  /** What a quarter of the heap has room for; a larger picture is decoded on its own. */
  private static final int PIXELS_AT_ONCE =
      (int) Math.min(MAX_PIXELS, Runtime.getRuntime().maxMemory() / 16);

  private static final Semaphore ROOM = new Semaphore(PIXELS_AT_ONCE, true);

  private final String name;
  private final Opener opener;

  /** What the head of the picture says; height and width are those of the upright picture. */
  public record Info(int height, int width, boolean grey) {}

  private interface Opener {
    ByteSource open() throws IOException;
  }

  private interface Job<T> {
    T with(ImageReader reader, PictureBytes bytes, Orientation stored) throws IOException;
  }

  private EncodedPicture(String name, Opener opener) {
    this.name = name;
    this.opener = opener;
  }

  public static EncodedPicture of(Path file) {
    return new EncodedPicture(file.toString(), () -> ByteSource.of(file));
  }

  /**
   * @param bytes not copied
   * @param name what messages call the picture
   */
  public static EncodedPicture of(byte[] bytes, String name) {
    return new EncodedPicture(name, () -> ByteSource.of(bytes));
  }

  /**
   * Reads only the head.
   *
   * @throws DataException when this is no sound picture
   */
  public Info info() {
    return read(this::info);
  }

  private Info info(ImageReader reader, PictureBytes bytes, Orientation stored) throws IOException {
    int height = stored.transposed() ? reader.getWidth(0) : reader.getHeight(0);
    int width = stored.transposed() ? reader.getHeight(0) : reader.getWidth(0);
    checkSize(height, width, bytes.length());
    Iterator<ImageTypeSpecifier> types = reader.getImageTypes(0);
    if (!types.hasNext()) {
      return new Info(height, width, false);
    }
    ImageTypeSpecifier type = types.next(); // the one it will be decoded to
    Picture.checkLevels(type.getColorModel(), type.getSampleModel(), name);
    return new Info(height, width, type.getNumComponents() < 3);
  }

  /** How many pixels a picture of so many bytes has at most; one that claims more is refused. */
  public static long mostPixels(long bytes) {
    return Math.min(ALWAYS_PLAUSIBLE + MAX_PIXELS_A_BYTE * bytes, MAX_PIXELS);
  }

  private void checkSize(int height, int width, long bytes) {
    long pixels = (long) height * width;
    if (pixels < 1 || pixels > mostPixels(bytes) || Math.max(height, width) > MAX_SIDE) {
      throw new DataException(
          "%s claims %d x %d pixels, too many for a picture of %d bytes; remove or replace it"
              .formatted(name, height, width, bytes));
    }
  }

  /**
   * Decodes the picture, in one channel or in three.
   *
   * @throws DataException when this is no sound picture
   */
  public Picture decode(boolean grey) {
    return read(
        (reader, bytes, stored) -> {
          info(reader, bytes, stored);
          return Picture.of(reader.read(0), grey, name).upright(stored);
        });
  }

  /**
   * Decodes the picture as a sample: in the channels of a shape, 1 or 3, and stretched to its
   * height and width, see {@link Resize}. Waits while other threads decode more pixels than there
   * is memory for.
   *
   * @throws DataException when this is no sound picture
   */
  public void decode(Shape shape, float[] target, int offset) {
    read(
        (reader, bytes, stored) -> {
          Info info = info(reader, bytes, stored);
          int pixels = Math.min(info.height() * info.width(), PIXELS_AT_ONCE);
          ROOM.acquireUninterruptibly(pixels);
          try {
            Picture.of(reader.read(0), shape.channels() == 1, name)
                .upright(stored)
                .resize(shape.height(), shape.width(), target, offset);
            return target;
          } finally {
            ROOM.release(pixels);
          }
        });
  }

  private <T> T read(Job<T> job) {
    try (PictureBytes in = new PictureBytes(opener.open())) {
      boolean complete = PictureStructure.check(in);
      Orientation stored = Orientation.read(in);
      Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
      if (!readers.hasNext()) {
        throw new DataException(
            name + (isWebp(in) ? NO_WEBP : " is not a picture; remove or replace it"));
      }
      ImageReader reader = readers.next();
      try {
        reader.setInput(in, true, true); // a text of some kilobytes can unpack to gigabytes
        reader.addIIOReadWarningListener((source, warning) -> refuseMissingData(warning));
        T result = job.with(reader, in, stored);
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
          "%s cannot be decoded (%s); remove or replace it".formatted(name, reason(e)), e);
    }
  }

  private static boolean isWebp(PictureBytes in) throws IOException {
    byte[] head = new byte[12];
    in.seek(0);
    return in.read(head) == head.length && new String(head, 8, 4, ISO_8859_1).equals("WEBP");
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
}
