package dev.stranger.paper;

import dev.stranger.DataException;
import dev.stranger.report.Card;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What stands beside a page that is about to be written again. A run measures some tables and
 * methods; the others must not vanish, for their models may be gone.
 *
 * @param runs where the results come from, as JSON
 */
record EarlierPage(List<Result> results, List<String> runs, List<PictureFile> pictures) {

  private static final String UNKNOWN = "an unknown time";

  /** Reads what is in a folder, if anything. */
  static EarlierPage in(Path folder) {
    Path results = Publication.results(folder);
    Path provenance = Publication.provenance(folder);
    try {
      List<String> runs =
          Files.exists(provenance) ? ResultsJson.runs(Files.readString(provenance)) : List.of();
      String time = runs.isEmpty() ? UNKNOWN : time(runs.get(0));
      return new EarlierPage(
          Files.exists(results) ? ResultsCsv.read(results, time) : List.of(),
          runs,
          pictures(folder));
    } catch (IOException e) {
      throw new DataException(
          "cannot read the earlier results in %s (%s); get the files as they were, or move them"
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  private static String time(String run) {
    return Card.parse(run).text("time");
  }

  private static List<PictureFile> pictures(Path folder) throws IOException {
    List<PictureFile> pictures = new ArrayList<>();
    if (Files.exists(folder)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PictureFile.NAMES)) {
        for (Path file : files) {
          pictures.add(PictureFile.kept(file.getFileName().toString(), Files.readString(file)));
        }
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
    }
    pictures.sort(Comparator.comparing(PictureFile::name));
    return pictures;
  }

  /** The runs that some results are kept from. */
  List<String> runsBehind(Results all) {
    Set<String> kept =
        all.results().stream()
            .map(Result::keptFrom)
            .filter(Objects::nonNull)
            .collect(Collectors.toSet());
    return runs.stream()
        .filter(run -> kept.stream().anyMatch(from -> from.endsWith(time(run))))
        .toList();
  }

  /** Pictures of the kinds that a run did not draw. */
  List<PictureFile> picturesBeside(Figures figures) {
    boolean densities = figures.densities().isEmpty() && figures.same().isEmpty();
    boolean curves = figures.curves().isEmpty();
    return pictures.stream()
        .filter(picture -> picture.name().startsWith(PictureFile.CURVE) ? curves : densities)
        .toList();
  }
}
