package dev.stranger.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code stranger data}: the named data sets. */
@Command(
    name = "data",
    description = "Named data sets: what there is, where it comes from, how to get it.",
    subcommands = {DataListCommand.class, DataInfoCommand.class, DataFetchCommand.class})
final class DataCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
