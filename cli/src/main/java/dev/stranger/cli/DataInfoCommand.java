package dev.stranger.cli;

import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.Download;
import dev.stranger.data.catalogue.FileSet;
import dev.stranger.data.catalogue.NamedSet;
import java.io.PrintWriter;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stranger data info NAME}. */
@Command(name = "info", description = "Show the parts, source, licence and checksums of a set.")
final class DataInfoCommand implements Runnable {

  @Spec private CommandSpec spec;
  @Mixin private DataFolderOption folder;

  @Parameters(paramLabel = "NAME", description = "A named set; 'stranger data list' shows them.")
  private String name;

  @Option(names = "--verify", description = "Compare the files that are here with their checksums.")
  private boolean verify;

  @Override
  public void run() {
    Catalogue catalogue = folder.catalogue();
    NamedSet set = catalogue.set(name);
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%s: %s%n%nlicence: %s%n", set.name(), set.summary(), set.licence());
    printParts(set, out);
    if (set instanceof FileSet files) {
      printFiles(files, catalogue, out);
    } else {
      out.printf("%nIt takes a size and a seed: %s%n", example(set));
    }
    out.flush();
  }

  private static void printParts(NamedSet set, PrintWriter out) {
    out.printf(set.parts().isEmpty() ? "" : "%nparts:%n");
    for (NamedSet.Part part : set.parts()) {
      out.printf("  %-36s %s%n", set.name() + ":" + part.name(), part.summary());
    }
  }

  private static String example(NamedSet set) {
    String parts =
        set.parts().stream().limit(2).map(part -> part.name() + ",").collect(Collectors.joining());
    return "%s:%ssize=2000,seed=1".formatted(set.name(), parts);
  }

  private void printFiles(FileSet set, Catalogue catalogue, PrintWriter out) {
    for (Download download : set.downloads()) {
      out.printf("%nsource:  %s%n", download.address());
      out.printf(
          "         %s, MD5 %s%n",
          download.bytes() < 0 ? "size not published" : "%,d bytes".formatted(download.bytes()),
          download.md5() == null ? "not published" : download.md5());
      for (String file : download.files()) {
        out.printf("         %s: %s%n", file, state(set, file, catalogue));
      }
    }
  }

  private String state(FileSet set, String file, Catalogue catalogue) {
    return set.copy(file, catalogue.folders())
        .map(path -> verify ? path + ", " + set.verify(file, catalogue.folders()) : path.toString())
        .orElse("not here");
  }
}
