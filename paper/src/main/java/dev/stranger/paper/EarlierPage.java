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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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

  /** The runs that some results and pictures are kept from, the last one first. */
  List<String> runsBehind(Results all, KeptPictures kept) {
    Set<String> times =
        all.results().stream()
            .map(Result::keptFrom)
            .filter(Objects::nonNull)
            .map(from -> from.substring(from.lastIndexOf(' ') + 1))
            .collect(Collectors.toSet());
    return runs.stream()
        .filter(run -> times.contains(time(run)) || kept.runs().contains(run))
        .toList();
  }

  /** What is to be known of some runs, each once. */
  static List<String> caveats(List<String> runs) {
    try {
      Set<String> caveats = new LinkedHashSet<>();
      for (String run : runs) {
        caveats.addAll(ResultsJson.caveats(run));
      }
      return List.copyOf(caveats);
    } catch (IOException e) {
      throw new IllegalStateException("a run that was read before", e);
    }
  }

  /** Pictures of the kinds that a run did not draw. */
  KeptPictures picturesBeside(Figures figures) {
    boolean densities = figures.densities().isEmpty() && figures.same().isEmpty();
    boolean curves = figures.curves().isEmpty();
    List<PictureFile> kept =
        pictures.stream().filter(picture -> picture.isCurve() ? curves : densities).toList();
    List<String> drawn =
        kept.stream().flatMap(picture -> runThatDrew(picture).stream()).distinct().toList();
    return new KeptPictures(kept, drawn);
  }

  /** The last one whose options say so. */
  private Optional<String> runThatDrew(PictureFile picture) {
    List<String> options = picture.isCurve() ? List.of("figures", "attack") : List.of("figures");
    return runs.stream()
        .filter(
            run ->
                options.stream()
                    .anyMatch(option -> Card.parse(run).text("options", option).equals("true")))
        .findFirst();
  }
}
