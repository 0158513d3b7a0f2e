package dev.stranger.report;

import dev.stranger.DataException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import javax.imageio.ImageIO;

/** Writes pictures. */
public final class PngFile {

  private PngFile() {}

  /**
   * Writes {@code image} to {@code file}, making its folder when there is none. A failure leaves
   * what was there before.
   */
  public static void write(BufferedImage image, Path file) {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      ByteArrayOutputStream png = new ByteArrayOutputStream();
      ImageIO.write(image, "png", png);
      Files.createDirectories(file.toAbsolutePath().getParent());
      try {
        Files.write(part, png.toByteArray());
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      throw new DataException(
          "cannot write %s (%s); free some space or choose another folder"
              .formatted(file, e.getMessage()),
          e);
    }
  }
}
