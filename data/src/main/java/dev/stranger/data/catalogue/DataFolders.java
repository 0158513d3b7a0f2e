package dev.stranger.data.catalogue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The folders where named sets are looked for, in this order; each holds one folder a set. The
 * first is where fetched sets go.
 */
public record DataFolders(List<Path> folders) {

  private static final String VARIABLE = "STRANGER_DATA";

  public DataFolders {
    folders = List.copyOf(folders);
    if (folders.isEmpty()) {
      throw new IllegalArgumentException("at least one data folder is needed");
    }
  }

  /**
   * The given folder, then the one that {@code STRANGER_DATA} names, then {@code ~/.stranger/data}.
   */
  public static DataFolders standard(@Nullable Path given, Map<String, String> environment) {
    List<Path> folders = new ArrayList<>();
    if (given != null) {
      folders.add(given);
    }
    String variable = environment.get(VARIABLE);
    if (variable != null && !variable.isBlank()) {
      folders.add(Path.of(variable));
    }
    folders.add(Path.of(System.getProperty("user.home"), ".stranger", "data"));
    return new DataFolders(folders);
  }

  /** A file of a set, compressed or not. */
  Optional<Path> find(String set, String file) {
    return folders.stream()
        .flatMap(folder -> spellings(file).stream().map(folder.resolve(set)::resolve))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /** Files that were unpacked by hand, or come from another edition of an archive, count too. */
  private static List<String> spellings(String file) {
    return List.of(file, file.replaceFirst("\\.gz$", ""), file.replaceFirst("\\.txt$", ".tsv"));
  }

  /** Where a fetched set goes. */
  Path target(String set) {
    return folders.get(0).resolve(set);
  }
}
