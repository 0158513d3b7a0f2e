package dev.stranger.data.catalogue;

import dev.stranger.DataException;
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
   * Fetches what a part needs and is not here yet, and verifies what is.
   *
   * @param part empty for all parts
   * @throws DataException when a file cannot be had or is not what was published; nothing of a
   *     wrong file that was fetched remains, one that was here before is left alone
   */
  public void fetch(FileSet set, String part, DataFolders folders, FetchListener listener) {
    Path folder = folders.target(set.name());
    for (Download download : set.downloadsFor(part)) {
      boolean missing = isMissing(set, download.files(), folders);
      if (missing) {
        fetch(download, folder, listener);
      }
      requirePublished(set, download.files(), folders, missing);
      listener.done(download.fileName());
    }
  }

  private static boolean isMissing(FileSet set, List<String> files, DataFolders folders) {
    return files.stream().anyMatch(file -> set.copy(file, folders).isEmpty());
  }

  private void fetch(Download download, Path folder, FetchListener listener) {
    Path part = folder.resolve(download.fileName() + ".part");
    createFolder(folder);
    receive(download, part, listener);
    checkMd5(download, part);
    keep(download, part, folder);
  }

  private static void createFolder(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new DataException(
          "cannot create the folder %s (%s); choose another with --data-dir"
              .formatted(folder, e.getMessage()),
          e);
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
              "%s broke off %d times (%s); what has arrived is kept, run the same command to go on"
                  .formatted(download.address(), TRIES, e.getMessage()),
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

  private static void checkMd5(Download download, Path part) {
    String md5 = download.md5();
    String actual = md5 == null ? null : Checksum.ofFile(part);
    if (md5 != null && !md5.equals(actual)) {
      delete(part);
      throw new DataException(
          "%s has MD5 %s, published is %s; nothing was kept, try again later"
              .formatted(download.address(), actual, md5));
    }
  }

  private static void keep(Download download, Path part, Path folder) {
    try {
      if (download.extract().isEmpty()) {
        Files.move(part, folder.resolve(download.fileName()), StandardCopyOption.ATOMIC_MOVE);
      } else {
        Archive.extract(part, download, folder);
        Files.delete(part);
      }
    } catch (IOException e) {
      throw cannotWrite(folder, e);
    }
  }

  static DataException cannotWrite(Path path, IOException e) {
    return new DataException(
        "cannot write %s (%s); free some space or choose another folder with --data-dir"
            .formatted(path, e.getMessage()),
        e);
  }

  /** Files taken out of an archive without a published sum are compared one by one. */
  private static void requirePublished(
      FileSet set, List<String> files, DataFolders folders, boolean fetched) {
    for (String file : files) {
      if (set.verify(file, folders) == FileSet.State.DIFFERENT) {
        if (!fetched) {
          throw new DataException(
              "%s of %s is not what was published; delete %s and fetch again"
                  .formatted(file, set.name(), set.copy(file, folders).orElseThrow()));
        }
        files.forEach(name -> delete(folders.target(set.name()).resolve(name)));
        throw new DataException(
            "%s of %s is not what was published; nothing was kept, try again later"
                .formatted(file, set.name()));
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
