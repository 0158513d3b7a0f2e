package dev.stranger.data;

import dev.stranger.DataException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The files of a folder, or a single one, in the order of their names.
 *
 * @param pictures by their names; some may be damaged or of a kind that cannot be read
 * @param others hidden files and those that are no pictures
 */
record PictureFiles(Path folder, List<Path> pictures, List<Path> others) {

  /**
   * @throws DataException when there are no pictures
   */
  static PictureFiles in(Path path) {
    PictureFiles files =
        Files.isRegularFile(path) ? new PictureFiles(path, List.of(path), List.of()) : list(path);
    if (files.pictures().isEmpty()) {
      throw new DataException(
          path
              + " holds no pictures and no text files; PNG, JPEG, GIF, BMP, WebP, TIFF, .csv, .tsv and .txt"
              + " can be read from a folder");
    }
    return files;
  }

  static boolean areIn(Path folder) {
    return !list(folder).pictures().isEmpty();
  }

  private static PictureFiles list(Path folder) {
    try (Stream<Path> paths = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
      Map<Boolean, List<Path>> files =
          paths
              .filter(path -> !Files.isDirectory(path))
              .sorted()
              .collect(
                  Collectors.partitioningBy(
                      path -> PictureNames.isPicture(path) && !isHidden(folder.relativize(path))));
      return new PictureFiles(folder, files.get(true), files.get(false));
    } catch (IOException | UncheckedIOException e) {
      throw new DataException(
          "cannot list the folder %s (%s); check that it may be read"
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  /** Thumbnails and copies of notebooks lie in hidden folders. */
  private static boolean isHidden(Path inside) {
    return StreamSupport.stream(inside.spliterator(), false)
        .anyMatch(name -> name.toString().startsWith("."));
  }

  /** What a person calls a file. */
  String name(Path file) {
    return file.equals(folder) ? DataFiles.fileName(file) : folder.relativize(file).toString();
  }

  /** The sub-folder that a picture is in, or empty. */
  String label(Path picture) {
    Path inside = folder.relativize(picture);
    return inside.getNameCount() < 2 ? "" : inside.getName(0).toString();
  }

  List<String> labels() {
    return pictures.stream().map(this::label).filter(name -> !name.isEmpty()).distinct().toList();
  }
}
