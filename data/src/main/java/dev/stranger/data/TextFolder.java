package dev.stranger.data;

import dev.stranger.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A folder of text files, which are recordings or the parts of one table. */
final class TextFolder {

  /** Other texts in a folder, such as descriptions in JSON, hold no rows. */
  private static final Pattern IN_FOLDER = Pattern.compile("(?is)[^.].*\\.(csv|tsv|txt)(\\.gz)?");

  private TextFolder() {}

  /** Whether a folder holds texts, and no pictures. */
  static boolean is(Path path) {
    return Files.isDirectory(path) && !files(path).isEmpty() && !PictureFiles.areIn(path);
  }

  /** Whether a file below the folder is one of them; those in folders of it are not. */
  static boolean holds(Path folder, Path file) {
    return isText(file)
        && folder
            .toAbsolutePath()
            .normalize()
            .equals(file.toAbsolutePath().normalize().getParent());
  }

  private static boolean isText(Path file) {
    return IN_FOLDER.matcher(DataFiles.fileName(file)).matches();
  }

  /** In the order of their names; hidden ones are left out. */
  static List<Path> files(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).filter(TextFolder::isText).sorted().toList();
    } catch (IOException e) {
      throw new DataException(
          "cannot read the folder %s (%s)".formatted(folder, e.getMessage()), e);
    }
  }
}
