package dev.stranger.cli;

import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.data.catalogue.Download;
import dev.stranger.data.catalogue.FileSet;
import dev.stranger.data.catalogue.NamedSet;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Prints what is known of a named set.
 *
 * @param verify whether files are compared with their checksums
 */
record NamedSetInfo(PrintWriter out, DataFolders folders, boolean verify) {

  /** Returns false when a file was found to differ from the published one. */
  boolean print(NamedSet set) {
    out.printf("%s: %s%n%nlicence: %s%n", set.name(), set.summary(), set.licence());
    printParts(set);
    boolean good = true;
    if (set instanceof FileSet files) {
      good = printDownloads(files);
    } else {
      out.printf("%nIt takes a size and a seed: %s%n", example(set));
    }
    out.flush();
    return good;
  }

  private void printParts(NamedSet set) {
    out.printf(set.parts().isEmpty() ? "" : "%nparts:%n");
    for (NamedSet.Part part : set.parts()) {
      String mark = part.isDefault() ? " (default)" : "";
      out.printf("  %-36s %s%s%n", set.name() + ":" + part.name(), part.summary(), mark);
    }
  }

  private static String example(NamedSet set) {
    String parts =
        set.parts().stream().limit(2).map(part -> part.name() + ",").collect(Collectors.joining());
    return "%s:%ssize=2000,seed=1".formatted(set.name(), parts);
  }

  private boolean printDownloads(FileSet set) {
    boolean good = true;
    for (Download download : set.downloads()) {
      out.printf("%nsource:  %s%n", download.address());
      out.printf(
          "         %s, MD5 %s%n",
          download.bytes() < 0 ? "size not published" : "%,d bytes".formatted(download.bytes()),
          download.md5() == null ? "not published" : download.md5());
      for (String file : download.files()) {
        good &= printFile(set, file);
      }
    }
    return good;
  }

  private boolean printFile(FileSet set, String file) {
    Optional<Path> copy = set.copy(file, folders);
    if (copy.isEmpty() || !verify) {
      out.printf("         %s: %s%n", file, copy.map(Path::toString).orElse("not here"));
      return true;
    }
    FileSet.State state = set.verify(file, folders);
    boolean different = state == FileSet.State.DIFFERENT;
    String remedy = different ? "; delete it and fetch again" : "";
    out.printf("         %s: %s, %s%s%n", file, copy.get(), state, remedy);
    return !different;
  }
}
