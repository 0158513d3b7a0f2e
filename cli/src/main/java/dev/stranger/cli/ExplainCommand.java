package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.evaluate.Explainer;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.report.ExplanationPage;
import dev.stranger.report.Explanations;
import dev.stranger.score.Detector;
import dev.stranger.score.Metadata;
import dev.stranger.table.Column;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code stranger explain}. */
@Command(
    name = "explain",
    customSynopsis = "${COMMAND-FULL-NAME} [OPTIONS] --detector=FILE --data=D",
    description =
        "Explain single samples: which columns or statistics made them strange, and where.")
final class ExplainCommand implements Runnable {

  private static final int USUAL_COUNT = 5;

  @Spec private CommandSpec spec;
  @Mixin private JudgedData judged;
  @Mixin private GuaranteeOptions guarantee;

  @Option(
      names = "--sample",
      arity = "1..*",
      paramLabel = "N|NAME",
      description = "Explain these samples, by name or by position, counted from 0.")
  private List<String> samples = List.of();

  @Option(
      names = "--strangest",
      converter = Converters.Count.class,
      paramLabel = "K",
      description = "Explain the K samples with the highest scores (default: " + USUAL_COUNT + ").")
  private @Nullable Integer strangest;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Write a page that shows each sample beside its reconstruction.")
  private @Nullable Path out;

  @Override
  public void run() {
    if (strangest != null && !samples.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--sample and --strangest ask for different samples; give one");
    }
    judged.outputs().writeFolder("--out", out, List.of("index.html"));
    try (Detector opened = judged.openDetector()) {
      Detector detector = opened.withGuarantee(guarantee.or(opened.guarantee()));
      Dataset set = judged.openFor(detector);
      List<Example> examples = examples(new Explainer(detector), set);
      PrintWriter console = spec.commandLine().getOut();
      Metadata metadata = detector.metadata();
      List<Column> columns = metadata.columnsOrChannels();
      examples.forEach(
          example -> ExplanationText.print(example, metadata.shape(), columns, console));
      if (out != null) {
        Explanations found = explanations(detector, set, examples);
        console.printf("The page is %s%n", ExplanationPage.write(found, out));
      }
      console.flush();
    }
  }

  private List<Example> examples(Explainer explainer, Dataset set) {
    if (!samples.isEmpty()) {
      return explainer.named(set, samples);
    }
    AtomicLong done = new AtomicLong();
    PrintWriter err = spec.commandLine().getErr();
    try (Progress progress = Progress.start(err, "judging", set.size(), "sample")) {
      int count = strangest == null ? USUAL_COUNT : strangest;
      return explainer.strangest(set, count, more -> progress.to(done.addAndGet(more)));
    }
  }

  private Explanations explanations(Detector detector, Dataset set, List<Example> examples) {
    Metadata metadata = detector.metadata();
    return new Explanations(
        title(examples) + " of " + set.name(),
        "Judged by %s; of normal samples it flags %s."
            .formatted(judged.detectorFile().getFileName(), detector.guarantee().inWords()),
        metadata.shape(),
        metadata.range(),
        metadata.columnsOrChannels(),
        examples);
  }

  private String title(List<Example> examples) {
    if (examples.size() == 1) {
      return samples.isEmpty() ? "The strangest" : "Sample " + examples.get(0).name();
    }
    return (samples.isEmpty() ? "The %,d strangest" : "%,d samples").formatted(examples.size());
  }
}
