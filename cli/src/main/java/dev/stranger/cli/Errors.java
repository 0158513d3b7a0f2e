package dev.stranger.cli;

import dev.stranger.DataException;
import java.io.PrintWriter;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Turns what went wrong into one line and an exit code. */
final class Errors {

  static final int FAILED = 1;
  static final int MISUSED = 2;

  private Errors() {}

  static int failed(Exception e, CommandLine at, boolean debug) {
    PrintWriter err = at.getErr();
    if (debug) {
      e.printStackTrace(err);
    }
    if (!(e instanceof CancellationException)) { // Ctrl-C: whoever kept something has said so
      err.println("stranger: " + (e instanceof DataException ? e.getMessage() : unexpected(e)));
    }
    err.flush();
    return FAILED;
  }

  private static String unexpected(Exception e) {
    return "unexpected %s; run again with --debug and report what it shows"
        .formatted(e.toString().lines().findFirst().orElse(""));
  }

  static int misused(ParameterException e) {
    CommandLine at = e.getCommandLine();
    at.getErr().println("stranger: " + e.getMessage().lines().findFirst().orElse(""));
    at.getErr().println("Try '" + at.getCommandSpec().qualifiedName() + " --help'.");
    at.getErr().flush();
    return MISUSED;
  }
}
