package dev.stranger.cli;

import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.data.catalogue.FileSet;
import dev.stranger.data.catalogue.NamedSet;
import java.util.List;

/** Whether a named set can be used at once. */
enum Here {
  GENERATED("generated"),
  ALL("here"),
  SOME("partly here"),
  NONE("fetch it");

  private final String words;

  Here(String words) {
    this.words = words;
  }

  static Here of(NamedSet set, DataFolders folders) {
    if (!(set instanceof FileSet fileSet)) {
      return GENERATED;
    }
    List<String> files =
        fileSet.downloads().stream().flatMap(download -> download.files().stream()).toList();
    long here = files.stream().filter(file -> fileSet.copy(file, folders).isPresent()).count();
    return here == 0 ? NONE : here == files.size() ? ALL : SOME;
  }

  @Override
  public String toString() {
    return words;
  }
}
