package dev.stranger.data.catalogue;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.data.DataFiles;
import dev.stranger.data.DataOptions;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Opens data by what a person types: {@code name}, {@code name:part} or a path. Immutable and
 * thread-safe.
 */
public final class Catalogue {

  private final DataFolders folders;

  public Catalogue(DataFolders folders) {
    this.folders = folders;
  }

  public DataFolders folders() {
    return folders;
  }

  public List<NamedSet> sets() {
    return NamedSets.ALL;
  }

  /**
   * @throws DataException when no set has this name
   */
  public NamedSet set(String name) {
    return find(name)
        .orElseThrow(
            () ->
                new DataException(
                    "there is no data set '%s'; the named sets are %s"
                        .formatted(name, NamedSets.NAMES)));
  }

  private static Optional<NamedSet> find(String name) {
    return NamedSets.ALL.stream().filter(set -> set.name().equals(name)).findFirst();
  }

  /**
   * Opens a named set, or a file or folder. A name wins over a file of the same name; write {@code
   * ./name} for the file.
   */
  public Dataset open(String data, DataOptions options) {
    int colon = data.indexOf(':');
    String name = colon < 0 ? data : data.substring(0, colon);
    Optional<NamedSet> set = find(name);
    if (set.isPresent()) {
      return set.get().open(colon < 0 ? "" : data.substring(colon + 1), folders);
    }
    return openPath(data, options);
  }

  private static Dataset openPath(String data, DataOptions options) {
    try {
      int colon = data.lastIndexOf(':');
      if (colon > 0 && !Files.exists(Path.of(data))) {
        Path path = Path.of(data.substring(0, colon));
        if (Files.exists(path)) {
          return DataFiles.open(path, data.substring(colon + 1), options);
        }
      }
      if (!Files.exists(Path.of(data))) {
        throw unknown(data);
      }
      return DataFiles.open(Path.of(data), null, options);
    } catch (InvalidPathException e) {
      throw unknown(data);
    }
  }

  private static DataException unknown(String data) {
    return new DataException(
        "'%s' is neither a file or folder nor a named set; the named sets are %s"
            .formatted(data, NamedSets.NAMES));
  }
}
