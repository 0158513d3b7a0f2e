package dev.stranger.data.catalogue;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.data.DataFiles;
import dev.stranger.data.DataKind;
import dev.stranger.data.DataOptions;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Opens data by what a person types: {@code name}, {@code name:part} or a path. Immutable and
 * thread-safe.
 */
public final class Catalogue {

  private static final String STANDARD_INPUT = "-";

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
   * ./name} for the file, and {@code -} for a table in standard input.
   */
  public Dataset open(String data, DataOptions options) {
    if (data.equals(STANDARD_INPUT)) {
      return DataFiles.openStandardInput(options);
    }
    return openNamed(data).orElseGet(() -> openPath(place(data), options));
  }

  /**
   * What data holds. Opens named sets and reads the heads of arrays, but no table and no picture.
   *
   * @throws DataException as {@link #open} does when there is no such data
   */
  public DataKind kind(String data) {
    if (data.equals(STANDARD_INPUT)) {
      return DataKind.TABLE;
    }
    return openNamed(data)
        .map(set -> DataKind.of(set.shape()))
        .orElseGet(() -> kindOfPath(place(data)));
  }

  private Optional<Dataset> openNamed(String data) {
    String[] words = data.split(":", 2);
    return find(words[0]).map(set -> set.open(words.length < 2 ? "" : words[1], folders));
  }

  /** A file or folder, and the array of it that is meant. */
  private record Place(Path path, @Nullable String part) {}

  private static Dataset openPath(Place place, DataOptions options) {
    return DataFiles.open(place.path(), place.part(), options);
  }

  private static DataKind kindOfPath(Place place) {
    return DataFiles.kind(place.path(), place.part());
  }

  private static Place place(String data) {
    try {
      if (Files.exists(Path.of(data))) {
        return new Place(Path.of(data), null);
      }
      int colon = data.lastIndexOf(':');
      if (colon > 0 && Files.exists(Path.of(data.substring(0, colon)))) {
        return new Place(Path.of(data.substring(0, colon)), data.substring(colon + 1));
      }
    } catch (InvalidPathException e) {
      throw unknown(data);
    }
    throw unknown(data);
  }

  private static DataException unknown(String data) {
    return new DataException(
        "'%s' is neither a file or folder nor a named set; the named sets are %s"
            .formatted(data, NamedSets.NAMES));
  }
}
