package dev.stranger.report;

import dev.stranger.DataException;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Writes pictures. */
public final class PngFile {

  private PngFile() {}

  /** Writes {@code image} to {@code file}, making its folder when there is none. */
  public static void write(BufferedImage image, Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      ImageIO.write(image, "png", file.toFile());
    } catch (IOException e) {
      throw new DataException("cannot write %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
