package dev.stranger.data;

import org.jspecify.annotations.Nullable;

/**
 * What images of a folder are turned into.
 *
 * @param size all images are stretched to it; null keeps the size that all images must then share
 * @param colour grey, colour, or whatever the files are
 * @param fallback when no size is given, the size that images of differing sizes, or of more than
 *     twice its height or width, are stretched to; null refuses differing sizes
 */
public record ImageOptions(@Nullable Size size, Colour colour, @Nullable Size fallback) {

  /** {@code AUTO} is grey when every file is grey, else colour. */
  public enum Colour {
    AUTO,
    GREY,
    RGB
  }

  /** Height and width in pixels. */
  public record Size(int height, int width) {

    private static final int MAX = 4096;

    public Size {
      if (height < 1 || width < 1 || height > MAX || width > MAX) {
        throw new IllegalArgumentException(
            "an image size must be from 1 to %d, got %dx%d".formatted(MAX, height, width));
      }
    }

    /** Reads {@code 64} or {@code 48x64} (height first). */
    public static Size parse(String text) {
      if (!text.matches("\\d{1,4}(x\\d{1,4})?")) {
        throw new IllegalArgumentException("'" + text + "' is not a size such as 64 or 48x64");
      }
      String[] parts = text.split("x");
      return new Size(Integer.parseInt(parts[0]), Integer.parseInt(parts[parts.length - 1]));
    }

    /** Whether a picture of another size is small enough to be left alone. */
    boolean isNear(int height, int width) {
      return height <= 2 * this.height && width <= 2 * this.width;
    }

    @Override
    public String toString() {
      return height + "x" + width;
    }
  }

  public static final ImageOptions DEFAULT = new ImageOptions(null, Colour.AUTO, null);

  public ImageOptions withSize(int height, int width) {
    return new ImageOptions(new Size(height, width), colour, fallback);
  }

  public ImageOptions withColour(Colour colour) {
    return new ImageOptions(size, colour, fallback);
  }

  public ImageOptions withFallback(Size fallback) {
    return new ImageOptions(size, colour, fallback);
  }
}
