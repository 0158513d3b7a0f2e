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

  static Path results(Path folder) {
    return folder.resolve("results.csv");
  }

  static Path provenance(Path folder) {
    return folder.resolve("provenance.json");
  }

  /**
   * Writes {@code results.md} into a folder and all that belongs to it into {@code results} beside
   * it: {@code results.csv}, {@code curves.csv}, {@code provenance.json} and the pictures of the
   * page. Results that are there and were not measured again are kept, and the page says which
   * these are, and what is to be known of the runs that measured them. Pictures are kept where this
   * run drew none of their kind. Other pictures of an earlier page are deleted.
   *
   * @return the page
   * @throws dev.stranger.DataException when a file cannot be read or written
   */
  public static Path write(Results measured, Figures figures, Path docs) {
    Path folder = docs.resolve(FOLDER);
    EarlierPage earlier = EarlierPage.in(folder);
    KeptPictures pictures = earlier.picturesBeside(figures);
    Results all = measured.with(earlier.results());
    List<String> runs = earlier.runsBehind(all, pictures);
    Results results = all.withNotes(EarlierPage.caveats(runs));
    // All is made before anything is written over.
    ResultsPage page = new ResultsPage(results, figures, pictures, FOLDER);
    List<PictureFile> shown = page.pictures();
    String text = page.toString();
    CompleteFile.write(results(folder), out -> ResultsCsv.write(results, out));
    Path curves = folder.resolve("curves.csv");
    if (!figures.curves().isEmpty() || !Files.exists(curves)) {
      CompleteFile.write(curves, out -> ResultsCsv.writeCurves(figures.curves(), out));
    }
    CompleteFile.write(provenance(folder), out -> ResultsJson.writeProvenance(results, runs, out));
    shown.forEach(picture -> writeText(folder.resolve(picture.name()), picture.svg()));
    writeText(page(docs), text);
    deleteOthers(folder, shown.stream().map(PictureFile::name).collect(Collectors.toSet()));
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
