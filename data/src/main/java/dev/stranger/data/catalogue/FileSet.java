package dev.stranger.data.catalogue;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Remedy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A named set that is read from files, which can be fetched. Immutable and thread-safe. */
public final class FileSet implements NamedSet {

  private final String name;
  private final String summary;
  private final String licence;
  private final List<Download> downloads;
  private final Map<String, Checksum> checksums;
  private final List<FilePart> parts;

  /** Finds the files of a set by their names. */
  record Locator(String set, DataFolders folders) {

    /**
     * @throws DataException when it is not here
     */
    Path find(String file) {
      return folders
          .find(set, file)
          .orElseThrow(
              () ->
                  new DataException(
                      "%s is not here: no %s/%s in %s; fetch %s first"
                          .formatted(set, set, file, folders.folders(), set),
                      Remedy.FETCH));
    }

    boolean has(String file) {
      return folders.find(set, file).isPresent();
    }
  }

  /** A part: which files it needs, and how it is read from them. */
  record FilePart(
      String name, String summary, List<String> files, Function<Locator, Dataset> reader) {}

  /** Whether a copy is what was published. */
  public enum State {
    VERIFIED("verified"),
    DIFFERENT("differs from the published file"),
    NO_CHECKSUM("here, no checksum is published"),
    MISSING("not here");

    private final String words;

    State(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /**
   * @param checksums of single files, by file name
   */
  FileSet(
      String name,
      String summary,
      String licence,
      List<Download> downloads,
      Map<String, Checksum> checksums,
      List<FilePart> parts) {
    this.name = name;
    this.summary = summary;
    this.licence = licence;
    this.downloads = List.copyOf(downloads);
    this.checksums = Map.copyOf(checksums);
    this.parts = List.copyOf(parts);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String summary() {
    return summary;
  }

  @Override
  public String licence() {
    return licence;
  }

  public List<Download> downloads() {
    return downloads;
  }

  @Override
  public List<Part> parts() {
    FilePart usual = part("");
    return parts.stream()
        .map(part -> new Part(part.name(), part.summary(), part.equals(usual)))
        .toList();
  }

  /** One that can be read from some of its files says so in its name. */
  @Override
  public Dataset open(String part, DataFolders folders) {
    FilePart chosen = part(part);
    Locator locator = new Locator(name, folders);
    Dataset data = chosen.reader().apply(locator);
    long all = chosen.files().size();
    long here = chosen.files().stream().filter(locator::has).count();
    String some = here == all ? "" : " (%d of %d files)".formatted(here, all);
    return data.named(name + ":" + chosen.name() + some);
  }

  private FilePart part(String wanted) {
    return parts.stream()
        .filter(part -> wanted.isEmpty() || part.name().equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new DataException(
                    "%s has no part '%s'; its parts are %s"
                        .formatted(name, wanted, parts.stream().map(FilePart::name).toList())));
  }

  /** Where a file of the set lies. */
  public Optional<Path> copy(String file, DataFolders folders) {
    return folders.find(name, file);
  }

  /**
   * Compares a file of the set with its published checksum; reads the whole file. One that cannot
   * even be read differs.
   */
  public State verify(String file, DataFolders folders) {
    Optional<Path> copy = copy(file, folders);
    Checksum checksum = checksums.get(file);
    if (copy.isEmpty()) {
      return State.MISSING;
    }
    if (checksum == null) {
      return State.NO_CHECKSUM;
    }
    try {
      return checksum.of(copy.get()).equals(checksum.md5()) ? State.VERIFIED : State.DIFFERENT;
    } catch (DataException e) {
      return State.DIFFERENT;
    }
  }

  /** The downloads that a part needs; all when {@code part} is empty. */
  List<Download> downloadsFor(String part) {
    List<String> files = part(part).files();
    return downloads.stream()
        .filter(download -> part.isEmpty() || download.files().stream().anyMatch(files::contains))
        .toList();
  }
}
