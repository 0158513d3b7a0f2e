package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Consumer;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/** Makes small pictures in the formats that Java writes. */
final class TestPictures {

  private TestPictures() {}

  static BufferedImage colour(int width, int height) {
    return drawn(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB));
  }

  static BufferedImage palette(int width, int height) {
    return drawn(new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED));
  }

  static BufferedImage grey(int width, int height) {
    return drawn(new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY));
  }

  private static BufferedImage drawn(BufferedImage image) {
    for (int i = 0; i < image.getWidth() * image.getHeight(); i++) {
      image.setRGB(i % image.getWidth(), i / image.getWidth(), i * i * 0x030507);
    }
    return image;
  }

  static byte[] write(String format, BufferedImage image) throws IOException {
    return write(format, image, options -> {});
  }

  /** With lines or details in several passes. */
  static byte[] progressive(String format, BufferedImage image) throws IOException {
    return write(
        format, image, options -> options.setProgressiveMode(ImageWriteParam.MODE_DEFAULT));
  }

  static byte[] compressed(String format, BufferedImage image, String type) throws IOException {
    return write(
        format,
        image,
        options -> {
          options.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
          options.setCompressionType(type);
        });
  }

  private static byte[] write(String format, BufferedImage image, Consumer<ImageWriteParam> change)
      throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName(format).next();
    ImageWriteParam options = writer.getDefaultWriteParam();
    change.accept(options);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
      writer.setOutput(out);
      writer.write(null, new IIOImage(image, null, null), options);
    } finally {
      writer.dispose();
    }
    assertThat(bytes.size()).as("bytes of " + format).isPositive();
    return bytes.toByteArray();
  }
}
