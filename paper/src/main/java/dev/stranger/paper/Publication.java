package dev.stranger.paper;

import dev.stranger.CompleteFile;
import dev.stranger.DataException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes what a run of the experiments measured as pages of a repository. */
public final class Publication {

  private static final String FOLDER = "results";

  private Publication() {}

  /** The page that {@link #write} makes. */
  public static Path page(Path docs) {
    return docs.resolve("results.md");
  }

  /** Where comparisons are kept beside the page. */
  public static Path comparisons(Path docs) {
    return docs.resolve(FOLDER).resolve("comparisons.csv");
  }

  /**
   * Writes {@code results.md} into a folder and all that belongs to it into {@code results} beside
   * it: {@code results.csv}, {@code curves.csv}, {@code provenance.json} and the pictures of the
   * page. Pictures of an earlier page that this one does not show are deleted.
   *
   * @return the page
   * @throws dev.stranger.DataException when a file cannot be written
   */
  public static Path write(Results results, Figures figures, Path docs) {
    Path folder = docs.resolve(FOLDER);
    CompleteFile.write(folder.resolve("results.csv"), out -> ResultsCsv.write(results, out));
    CompleteFile.write(
        folder.resolve("curves.csv"), out -> ResultsCsv.writeCurves(figures.curves(), out));
    CompleteFile.write(
        folder.resolve("provenance.json"), out -> ResultsJson.writeProvenance(results, out));
    ResultsPage page = new ResultsPage(results, figures, FOLDER);
    List<PictureFile> pictures = page.pictures();
    pictures.forEach(
        picture -> writeText(folder.resolve(picture.name()), picture.svg().toString()));
    writeText(page(docs), page.toString());
    deleteOthers(folder, pictures.stream().map(PictureFile::name).collect(Collectors.toSet()));
    return page(docs);
  }

  private static void deleteOthers(Path folder, Set<String> shown) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PictureFile.NAMES)) {
      for (Path file : files) {
        if (!shown.contains(file.getFileName().toString())) {
          Files.delete(file);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw new DataException(
          "cannot delete the pictures of an earlier page in %s (%s)"
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  private static void writeText(Path file, String text) {
    CompleteFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }
}
