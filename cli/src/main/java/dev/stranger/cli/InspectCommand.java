package dev.stranger.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.stranger.DataException;
import dev.stranger.calibrate.GroupedCalibration;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorFile;
import dev.stranger.score.Metadata;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stranger inspect FILE}. */
@Command(name = "inspect", description = "Show what is in a detector file.")
final class InspectCommand implements Runnable {

  @Spec private CommandSpec spec;
  @Mixin private TrustOption trust;

  @Parameters(paramLabel = "FILE", description = "A detector file.")
  private Path file;

  @Option(names = "--verify", description = "Judge the stored test samples again and say so.")
  private boolean verify;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    try (Detector detector = Detector.open(file, trust.options())) {
      Metadata metadata = detector.metadata();
      out.printf("samples          %s, values %s%n", metadata.shape(), metadata.range());
      out.printf("false alarms     %s%n", detector.guarantee().inWords());
      out.printf(
          "held out         %,d scores; p-values up to %.4g are flagged%n",
          detector.calibration().size(), detector.bound().threshold());
      detector.groups().ifPresent(groups -> out.printf("held out of each %s%n", sizes(groups)));
      out.printf("energies         %s%n", String.join(", ", metadata.energies()));
      out.printf("signature        %s%n", signature());
      if (!metadata.columns().isEmpty()) {
        out.printf("columns          %s%n", String.join(", ", metadata.columns()));
      }
      pretty(metadata.card()).lines().forEach(out::println);
      if (verify) {
        out.println("checksum, shapes and test samples: as when it was trained");
      }
      out.flush();
    }
  }

  private String signature() {
    if (trust.isGiven()) {
      return "of a key that is trusted";
    }
    return DetectorFile.isSigned(file)
        ? "there is one; --trust KEY.pem says whether it is right"
        : "none";
  }

  private static String sizes(GroupedCalibration groups) {
    return groups.groups().stream()
        .map(name -> "%s: %,d".formatted(name, groups.group(name).size()))
        .collect(Collectors.joining(", "));
  }

  private static String pretty(String json) {
    JsonFactory factory = new JsonFactory();
    StringWriter text = new StringWriter();
    try (JsonParser parser = factory.createParser(json);
        JsonGenerator generator =
            factory.createGenerator(text).setPrettyPrinter(new DefaultPrettyPrinter())) {
      parser.nextToken();
      generator.copyCurrentStructure(parser);
    } catch (IOException e) {
      throw new DataException("the model card is not readable: " + e.getMessage(), e);
    }
    return text.toString();
  }
}
