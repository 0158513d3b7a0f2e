package dev.stranger.cli;

import dev.stranger.RequestException;
import dev.stranger.StrangerException;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what went wrong into one line and an exit code. */
final class Errors {

  static final int FAILED = 1;
  static final int MISUSED = 2;

  private Errors() {}

  static int failed(Throwable e, CommandLine at, boolean debug) {
    PrintWriter err = at.getErr();
    if (debug) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      trace.toString().replace("\t", "    ").lines().forEach(err::println);
    }
    if (!(e instanceof CancellationException)) { // Ctrl-C: whoever kept something has said so
      err.println("stranger: " + inWords(e, at.getCommandSpec()));
    }
    err.flush();
    return FAILED;
  }

  private static String inWords(Throwable e, CommandSpec command) {
    return cause(e, Errors::isOutOfMemory)
        .map(Errors::outOfMemory)
        .or(() -> causes(e).flatMap(c -> knownIn(c, command)).findFirst())
        .or(() -> cause(e, LinkageError.class::isInstance).map(Errors::nothingToLink))
        .orElseGet(() -> unexpected(e));
  }

  /** Threads that work for a command hand over their errors as the cause of another. */
  private static Optional<Throwable> cause(Throwable e, Predicate<Throwable> wanted) {
    return causes(e).filter(wanted).findFirst();
  }

  private static Stream<Throwable> causes(Throwable e) {
    int deep = 100; // causes may go round in a circle
    return Stream.iterate(e, Throwable::getCause).takeWhile(c -> c != null).limit(deep);
  }

  private static Stream<String> knownIn(Throwable e, CommandSpec command) {
    return e instanceof StrangerException known
        ? Stream.of(known.getMessage() + Advice.on(known, command.optionsMap()::containsKey))
        : Stream.empty();
  }

  /** Java's own memory, or that of libtorch and ONNX Runtime. */
  private static boolean isOutOfMemory(Throwable e) {
    String message = String.valueOf(e.getMessage());
    return e instanceof OutOfMemoryError
        || message.contains("can't allocate memory")
        || message.contains("Failed to allocate memory")
        || message.contains("bad_alloc");
  }

  private static String outOfMemory(Throwable e) {
    return ("the memory is exhausted (%s; Java may take %,d MB); use smaller or fewer samples, or"
            + " allow Java more with JDK_JAVA_OPTIONS=-Xmx4g")
        .formatted(firstLine(e), Runtime.getRuntime().maxMemory() >> 20);
  }

  /** ONNX Runtime unpacks its library first, and where it cannot, fails to find it. */
  private static String nothingToLink(Throwable e) {
    Throwable root = causes(e).reduce(e, (outer, inner) -> inner);
    File folder = new File(System.getProperty("java.io.tmpdir"));
    return ("cannot unpack and load native libraries in %s, which has %,d MB free (%s); free some"
            + " space there or choose another folder with JDK_JAVA_OPTIONS=-Djava.io.tmpdir=FOLDER")
        .formatted(folder, folder.getUsableSpace() >> 20, root);
  }

  private static String unexpected(Throwable e) {
    return "unexpected %s; run again with --debug and report what it shows"
        .formatted(e.toString().lines().findFirst().orElse(""));
  }

  private static String firstLine(Throwable e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  static int misused(ParameterException e) {
    CommandLine at = e.getCommandLine();
    at.getErr().println("stranger: " + complaint(e, at));
    at.getErr().println("Try '" + at.getCommandSpec().qualifiedName() + " --help'.");
    at.getErr().flush();
    return MISUSED;
  }

  private static String complaint(ParameterException e, CommandLine at) {
    List<String> unmatched = at.getUnmatchedArguments();
    boolean mistyped = // an option that is missing may be there with a slip
        e instanceof UnmatchedArgumentException || e instanceof MissingParameterException;
    return mistyped && !unmatched.isEmpty()
        ? notThere(unmatched.get(0), at.getCommandSpec())
        : e.getMessage().lines().findFirst().orElse("");
  }

  private static String notThere(String word, CommandSpec command) {
    boolean option = word.startsWith("-");
    Set<String> known = (option ? command.optionsMap() : command.subcommands()).keySet();
    if (known.isEmpty()) {
      boolean data = command.findOption("--data") != null && new File(word).isFile();
      return "'%s' is one argument too many; %s"
          .formatted(word, data ? "give the folder to read several files" : "leave it out");
    }
    String name = word.split("=", 2)[0];
    return "there is no %s '%s'%s"
        .formatted(
            option ? "option" : "command",
            name,
            Suggestion.of(name, known).map("; did you mean %s?"::formatted).orElse(""));
  }

  /** A command whose output did not arrive has failed, whatever it found. */
  static int unlessOutputIsLost(int code, CommandLine at) {
    boolean lost = at.getOut().checkError();
    return lost && code != MISUSED ? failed(outputIsLost(), at, false) : code;
  }

  static RequestException outputIsLost() {
    return new RequestException(
        "the output could not be written to its end; free some space, or let its reader read on");
  }
}
