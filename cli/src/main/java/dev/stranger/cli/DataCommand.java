package dev.stranger.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code stranger data}: the named data sets. */
@Command(
    name = "data",
    description = "List, describe and download named data sets, and describe your own data.",
    subcommands = {DataListCommand.class, DataInfoCommand.class, DataFetchCommand.class})
final class DataCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
