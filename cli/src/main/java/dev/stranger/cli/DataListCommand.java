package dev.stranger.cli;

import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.NamedSet;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code stranger data list}. */
@Command(name = "list", description = "List the named sets and which of them are here.")
final class DataListCommand implements Runnable {

  @Spec private CommandSpec spec;
  @Mixin private DataFolderOption folder;

  @Override
  public void run() {
    Catalogue catalogue = folder.catalogue();
    PrintWriter out = spec.commandLine().getOut();
    for (NamedSet set : catalogue.sets()) {
      Here here = Here.of(set, catalogue.folders());
      out.printf("%-14s %-12s %s%n", set.name(), here, set.summary());
    }
    out.printf("%n%s data info NAME tells more.%n", Stranger.calledAs());
    out.flush();
  }
}
