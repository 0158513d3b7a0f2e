package dev.stranger.data.catalogue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The folders on the way to a place that were not there before.
 *
 * @param innermostFirst as they can be removed
 */
record NewFolders(List<Path> innermostFirst) {

  /** Looks before the folders are made. */
  static NewFolders towards(Path folder) {
    List<Path> absent = new ArrayList<>();
    Path next = folder.toAbsolutePath();
    while (next != null && Files.notExists(next, LinkOption.NOFOLLOW_LINKS)) {
      absent.add(next);
      next = next.getParent();
    }
    return new NewFolders(List.copyOf(absent));
  }

  /** Those that hold something stay. */
  void removeEmpty() {
    try {
      for (Path folder : innermostFirst) {
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      // It holds something, or cannot be removed: neither may hide why a fetch failed.
    }
  }
}
