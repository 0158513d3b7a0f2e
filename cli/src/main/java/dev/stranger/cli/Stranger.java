package dev.stranger.cli;

import dev.stranger.data.ImageOptions.Colour;
import dev.stranger.table.Column;
import dev.stranger.train.NamedMethod;
import dev.stranger.train.benchmark.Collection;
import dev.stranger.train.method.ObjectiveOptions.LossChoice;
import dev.stranger.train.net.NetworkOptions.Kind;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code stranger}. */
@Command(
    name = "stranger",
    description = "Detects inputs that are strangers to the data a model learned from.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Version.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed", "2:wrong usage"})
public final class Stranger implements Runnable {

  /** Prints a stack trace where its library cannot be unpacked; kept, or Java would forget it. */
  private static final Logger ONNX_RUNTIME = Logger.getLogger("ai.onnxruntime");

  /** In the order of the help. */
  private static final List<Class<?>> COMMANDS =
      List.of(
          DemoCommand.class,
          DataCommand.class,
          TrainCommand.class,
          GuardCommand.class,
          RecalibrateCommand.class,
          ScoreCommand.class,
          ExplainCommand.class,
          EvaluateCommand.class,
          BenchmarkCommand.class,
          PaperCommand.class,
          DriftCommand.class,
          InspectCommand.class,
          SignCommand.class,
          ServeCommand.class,
          HelpCommand.class);

  /** Of all commands together; each shows its own. */
  private static final Map<String, String> EXIT_CODES =
      new TreeMap<>(
          Map.of(
              "0", "done",
              "1", "failed",
              "2", "wrong usage",
              "3", "score --fail-on-ood found strangers, or drift --fail-on-drift found drift"));

  @Spec private CommandSpec spec;

  @Option(
      names = "--debug",
      description = "Show the stack trace of an error.",
      scope = ScopeType.INHERIT)
  private boolean debug;

  public static void main(String[] args) {
    System.setProperty("java.awt.headless", "true");
    Locale.setDefault(Locale.ROOT); // programs read what is printed, wherever it is
    ONNX_RUNTIME.setLevel(Level.OFF);
    System.exit(run(System.out, System.err, args));
  }

  /** Does all that a process does, but for its end. */
  static int run(OutputStream out, OutputStream err, String... args) {
    Stranger root = new Stranger();
    CommandLine command =
        commandLine(root, commands(args)).setOut(new Screen(out)).setErr(new Screen(err));
    int code;
    try {
      code = command.execute(args);
    } catch (Throwable e) { // picocli leaves errors of the machine alone
      code = Errors.failed(e, command, root.debug);
    }
    return Errors.unlessOutputIsLost(code, command);
  }

  static CommandLine commandLine() {
    return commandLine(new Stranger(), COMMANDS);
  }

  /**
   * Only the command that is asked for, as the options of all of them take longer to read than a
   * table.
   */
  private static List<Class<?>> commands(String... args) {
    return COMMANDS.stream()
        .filter(c -> args.length > 0 && c.getAnnotation(Command.class).name().equals(args[0]))
        .filter(c -> c != HelpCommand.class) // which describes the others
        .findFirst()
        .<List<Class<?>>>map(List::of)
        .orElse(COMMANDS);
  }

  /** What a person types to run it, as hints repeat it; a launcher says so. */
  static String calledAs() {
    return System.getProperty("stranger.command", "stranger");
  }

  private static CommandLine commandLine(Stranger root, List<Class<?>> commands) {
    CommandLine command = new CommandLine(root).setCommandName(calledAs());
    commands.forEach(command::addSubcommand);
    command.getCommandSpec().usageMessage().exitCodeList(EXIT_CODES);
    readSmallLetters(command, NamedMethod.class);
    readSmallLetters(command, Colour.class);
    readSmallLetters(command, Kind.class);
    readSmallLetters(command, Column.Kind.class);
    readSmallLetters(command, Collection.class);
    readSmallLetters(command, LossChoice.class);
    readSmallLetters(command, TrainCommand.Preset.class);
    readSmallLetters(command, NetworkInput.Layout.class);
    readSmallLetters(command, NetworkInput.Preprocess.class);
    command.setExecutionExceptionHandler((e, at, parsed) -> Errors.failed(e, at, root.debug));
    command.setParameterExceptionHandler((e, args) -> Errors.misused(e));
    return command;
  }

  private static <E extends Enum<E>> void readSmallLetters(CommandLine command, Class<E> kind) {
    command.registerConverter(kind, text -> Converters.choice(kind, text));
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
