package dev.stranger.data.catalogue;

import dev.stranger.DataException;
import dev.stranger.Remedy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/**
 * Brings the files of a named set here. A lost connection is resumed, within one call and across
 * calls: what has arrived waits in a {@code .part} file. Only a complete file with the published
 * checksum gets its name.
 */
public final class Fetcher {

  private static final int TRIES = 5;

  private final HttpFile http;
  private final Duration pause;

  public Fetcher() {
    this(Duration.ofSeconds(30), Duration.ofSeconds(2));
  }

  /**
   * @param timeout without any byte after which a connection counts as lost
   * @param pause before the next try
   */
  Fetcher(Duration timeout, Duration pause) {
    this.http = new HttpFile(timeout);
    this.pause = pause;
  }

  /**
   * Fetches what a part needs and is not here yet, and verifies what is. An archive that was put
   * where it would be fetched to is taken instead.
   *
   * @param part empty for all parts
   * @throws DataException when a file cannot be had or is not what was published; nothing of a
   *     wrong file that was fetched remains, one that was here before is left alone
   */
  public void fetch(FileSet set, String part, DataFolders folders, FetchListener listener) {
    NewFolders made = NewFolders.towards(folders.target(set.name()));
    try {
      for (Download download : set.downloadsFor(part)) {
        if (isMissing(set, download.files(), folders)) {
          bring(set, download, folders, listener);
        } else {
          requirePublished(set, download.files(), folders);
        }
        delete(part(download, folders.target(set.name()))); // of use to nobody now
        listener.done(download.fileName());
      }
    } finally {
      made.removeEmpty();
    }
  }

  private static boolean isMissing(FileSet set, List<String> files, DataFolders folders) {
    return files.stream().anyMatch(file -> set.copy(file, folders).isEmpty());
  }

  private static void requirePublished(FileSet set, List<String> files, DataFolders folders) {
    for (String file : files) {
      if (set.verify(file, folders) == FileSet.State.DIFFERENT) {
        throw new DataException(
            "%s; delete %s and fetch again"
                .formatted(unlikePublished(set, file), set.copy(file, folders).orElseThrow()));
      }
    }
  }

  private static String unlikePublished(FileSet set, String file) {
    return "%s of %s is not what was published".formatted(file, set.name());
  }

  private void bring(FileSet set, Download download, DataFolders folders, FetchListener listener) {
    Path folder = folders.target(set.name());
    Arrival arrival = arrival(download, folder, listener);
    checkMd5(download, arrival);
    keep(download, arrival, folder);
    checkFiles(set, download, folders, arrival);
  }

  private Arrival arrival(Download download, Path folder, FetchListener listener) {
    Path byHand = folder.resolve(download.fileName());
    if (Files.isRegularFile(byHand)) {
      return Arrival.byHand(byHand);
    }
    Path part = part(download, folder);
    createFolder(folder);
    receive(download, part, listener);
    return Arrival.fetched(download, part);
  }

  private static Path part(Download download, Path folder) {
    return folder.resolve(download.fileName() + ".part");
  }

  private static void createFolder(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new DataException(
          "cannot create the folder %s (%s); choose another".formatted(folder, e.getMessage()),
          e,
          Remedy.DATA_FOLDER);
    }
  }

  private void receive(Download download, Path part, FetchListener listener) {
    for (int attempt = 1; ; attempt++) {
      try {
        http.receive(download, part, listener);
        return;
      } catch (LostConnectionException e) {
        if (attempt == TRIES) {
          throw new DataException(
              "%s broke off %d times (%s); what has arrived is kept, run the same command to go on, or %s"
                  .formatted(
                      download.address(), TRIES, e.getMessage(), download.byHand(part.getParent())),
              e);
        }
        listener.retry(download.fileName(), String.valueOf(e.getMessage()));
        sleep();
      }
    }
  }

  private void sleep() {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataException("the fetch was interrupted; run the same command to go on", e);
    }
  }

  private static void checkMd5(Download download, Arrival arrival) {
    String md5 = download.md5();
    String actual = md5 == null ? null : Checksum.ofFile(arrival.file());
    if (md5 != null && !md5.equals(actual)) {
      throw arrival.rejected(
          "%s has MD5 %s, published is %s".formatted(arrival.origin(), actual, md5));
    }
  }

  private static void keep(Download download, Arrival arrival, Path folder) {
    try {
      if (download.extract().isEmpty()) {
        Path file = folder.resolve(download.fileName());
        Files.move(arrival.file(), file, StandardCopyOption.ATOMIC_MOVE);
      } else {
        Archive.extract(arrival, download, folder);
      }
    } catch (IOException e) {
      throw cannotWrite(folder, e);
    }
  }

  static DataException cannotWrite(Path path, IOException e) {
    return new DataException(
        "cannot write %s (%s); free some space or choose another folder"
            .formatted(path, e.getMessage()),
        e,
        Remedy.DATA_FOLDER);
  }

  /** Files taken out of an archive without a published sum are compared one by one. */
  private static void checkFiles(
      FileSet set, Download download, DataFolders folders, Arrival arrival) {
    for (String file : download.files()) {
      if (set.verify(file, folders) == FileSet.State.DIFFERENT) {
        download.files().forEach(name -> delete(folders.target(set.name()).resolve(name)));
        throw arrival.rejected(unlikePublished(set, file));
      }
    }
  }

  static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new DataException(
          "cannot delete %s (%s); delete it by hand".formatted(file, e.getMessage()), e);
    }
  }
}
