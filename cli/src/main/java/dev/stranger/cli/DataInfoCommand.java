package dev.stranger.cli;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.NamedSet;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stranger data info DATA}. */
@Command(
    name = "info",
    description =
        "Describe a named set (parts, source, licence, checksums) or data (shape, labels).")
final class DataInfoCommand implements Callable<Integer> {

  private static final int SHOWN_LABELS = 20;

  @Spec private CommandSpec spec;
  @Mixin private DataMixin reading;

  @Parameters(
      paramLabel = "DATA",
      description =
          "A named set ('${ROOT-COMMAND-NAME} data list' shows them), NAME:PART, a file or a folder.")
  private String data;

  @Option(names = "--verify", description = "Compare the files that are here with their checksums.")
  private boolean verify;

  @Override
  public Integer call() {
    Catalogue catalogue = reading.catalogue();
    PrintWriter out = spec.commandLine().getOut();
    Optional<NamedSet> named =
        catalogue.sets().stream().filter(set -> set.name().equals(data)).findFirst();
    if (named.isPresent()) {
      DataChoice.requireNone(spec, data);
      boolean good = new NamedSetInfo(out, catalogue.folders(), verify).print(named.get());
      return good ? 0 : Errors.FAILED;
    }
    if (verify) {
      throw new DataException(
          "'%s' has no published checksums; --verify takes the name of a set".formatted(data));
    }
    reading.requireMeaning(List.of(data));
    print(reading.open(data), out);
    return 0;
  }

  private static void print(Dataset data, PrintWriter out) {
    out.printf("name:    %s%n", data.name());
    out.printf("shape:   %s%n", data.shape());
    out.printf("range:   %s%n", data.range());
    out.printf("samples: %,d%n", data.size());
    out.printf("labels:  %s%n", labels(data.labelNames()));
    data.remarks().forEach(out::println);
    WindowText.say(data, out);
    out.flush();
  }

  private static String labels(List<String> names) {
    if (names.isEmpty()) {
      return "none";
    }
    String shown = String.join(", ", names.subList(0, Math.min(SHOWN_LABELS, names.size())));
    return names.size() <= SHOWN_LABELS ? shown : shown + " ... %,d".formatted(names.size());
  }
}
