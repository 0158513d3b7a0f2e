package dev.stranger.data;

import dev.stranger.DataException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** Tells by their names which files are pictures. */
final class PictureNames {

  private static final Set<String> EXTENSIONS =
      Set.of("png", "jpg", "jpeg", "jpe", "jfif", "gif", "bmp", "webp", "tif", "tiff");

  /** Pictures too, also those of cameras, but of kinds that cannot be read here. */
  private static final Set<String> UNREADABLE =
      Set.of(
          "avif", "heic", "heif", "jxl", "jp2", "svg", "ico", "psd", "dng", "cr2", "cr3", "nef",
          "arw", "raf", "orf", "rw2");

  private PictureNames() {}

  static boolean hasImageName(Path path) {
    return EXTENSIONS.contains(extension(path));
  }

  private static String extension(Path path) {
    String name = DataFiles.fileName(path);
    int dot = name.lastIndexOf('.');
    return dot < 1 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
  }

  /** Whether a file in a folder is a picture, hidden ones left out. */
  static boolean isPicture(Path path) {
    return !DataFiles.fileName(path).startsWith(".")
        && (hasImageName(path) || UNREADABLE.contains(extension(path)));
  }

  /**
   * A picture that cannot be read is not passed over without a word: whoever judges a folder wants
   * to know of all that is in it.
   *
   * @throws DataException when it is of a kind that cannot be read, or no file
   */
  static void requireReadable(Path path) {
    if (UNREADABLE.contains(extension(path))) {
      throw new DataException(
          path + " is a picture of a kind that cannot be read; save it as PNG, or remove it");
    }
    if (!Files.isRegularFile(path)) {
      throw new DataException(path + " is no file that can be read; remove or replace it");
    }
  }
}
