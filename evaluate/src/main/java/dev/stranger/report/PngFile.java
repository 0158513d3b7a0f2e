package dev.stranger.report;

import dev.stranger.CompleteFile;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Base64;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Pictures as PNG. */
public final class PngFile {

  private PngFile() {}

  /**
   * Writes {@code image} to {@code file}, making its folder when there is none. A failure leaves
   * what was there before.
   */
  public static void write(BufferedImage image, Path file) {
    CompleteFile.write(file, out -> encode(image, out));
  }

  /** The picture inside of a page. */
  static String dataUri(BufferedImage image) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      encode(image, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory cannot fail", e);
    }
    return "data:image/png;base64," + Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  /** Without a stream of its own ImageIO would make a temporary file. */
  private static void encode(BufferedImage image, OutputStream out) throws IOException {
    try (ImageOutputStream memory = new MemoryCacheImageOutputStream(out)) {
      ImageIO.write(image, "png", memory);
    }
  }
}
