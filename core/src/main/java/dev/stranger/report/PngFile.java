package dev.stranger.report;

import dev.stranger.CompleteFile;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Writes pictures. */
public final class PngFile {

  private PngFile() {}

  /**
   * Writes {@code image} to {@code file}, making its folder when there is none. A failure leaves
   * what was there before.
   */
  public static void write(BufferedImage image, Path file) {
    CompleteFile.write(file, out -> ImageIO.write(image, "png", out));
  }
}
