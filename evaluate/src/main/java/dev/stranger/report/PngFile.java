package dev.stranger.report;

import dev.stranger.CompleteFile;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Writes pictures. */
public final class PngFile {

  private PngFile() {}

  /**
   * Writes {@code image} to {@code file}, making its folder when there is none. A failure leaves
   * what was there before.
   */
  public static void write(BufferedImage image, Path file) {
    CompleteFile.write(
        file,
        out -> {
          // Without this stream ImageIO would make a temporary file.
          try (ImageOutputStream memory = new MemoryCacheImageOutputStream(out)) {
            ImageIO.write(image, "png", memory);
          }
        });
  }
}
