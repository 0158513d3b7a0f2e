package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.baseline.Baselines;
import dev.stranger.data.alter.Alteration;
import dev.stranger.evaluate.Evaluator;
import dev.stranger.evaluate.Findings;
import dev.stranger.report.Report;
import dev.stranger.score.Detector;
import dev.stranger.score.Metadata;
import dev.stranger.train.LearntData;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code stranger evaluate}. */
@Command(
    name = "evaluate",
    customSynopsis =
        "${COMMAND-FULL-NAME} [OPTIONS] --detector=FILE... --in=D (--out-of=D... | --made)",
    description = "Measure how well detectors tell normal samples from strangers.")
final class EvaluateCommand implements Runnable {

  /** Strangers are made alike every time: evaluations are there to be compared. */
  private static final long SEED = 0;

  @Spec private CommandSpec spec;
  @Mixin private DetectorData reading;
  @Mixin private DeviceOption device;

  @Option(
      names = "--detector",
      required = true,
      arity = "1..*",
      paramLabel = "FILE",
      description = "Detector files; several, such as from several seeds, give intervals.")
  private List<Path> detectors;

  @Option(
      names = "--in",
      required = true,
      paramLabel = "D",
      description = "Normal samples that the detectors were not trained on.")
  private String normal;

  @Option(names = "--out-of", arity = "1..*", paramLabel = "D", description = "Sets of strangers.")
  private List<String> strangers = List.of();

  @Option(
      names = "--made",
      description =
          "No strangers at hand? Make them from the normal samples, one set per alteration: pictures"
              + " mirrored, noisy..., series reversed, stuck..., rows with values swapped...")
  private boolean made;

  @Option(
      names = "--baselines",
      paramLabel = "D",
      description =
          "Compare with baselines fitted to these normal samples: the training data of the"
              + " detectors.")
  private @Nullable String training;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Write a page with charts, and all numbers as CSV and JSON.")
  private @Nullable Path report;

  @Override
  public void run() {
    requireStrangers();
    outputs().writeFolder("--report", report, Report.FILES);
    reading.requireMeaning(spec, data());
    PrintWriter out = spec.commandLine().getOut();
    Findings findings = evaluate(out);
    EvaluationTable.print(findings, out);
    if (report != null) {
      out.printf("%nThe report is %s%n", Report.write(findings, report));
    }
    out.flush();
  }

  private Outputs outputs() {
    Outputs outputs = new Outputs(spec).read("--in", normal).read("--baselines", training);
    detectors.forEach(file -> outputs.read("--detector", file.toString()));
    strangers.forEach(data -> outputs.read("--out-of", data));
    return outputs;
  }

  /** All that is read. */
  private List<String> data() {
    return Stream.of(Stream.of(normal), strangers.stream(), Stream.ofNullable(training))
        .flatMap(some -> some)
        .toList();
  }

  /** Opens the first detector before it reads data: there may be no such device. */
  private Findings evaluate(PrintWriter out) {
    Metadata metadata = Evaluator.requireAlike(detectors, device::metadata);
    Path file = detectors.get(0);
    try (Detector first = device.open(file)) {
      Dataset in = open(normal, metadata);
      warnOfLearnt(in, metadata);
      Baselines baselines = baselines(metadata);
      baselines.leftOut().forEach(out::println);
      List<Dataset> sets = strangers(in, metadata);
      return judge(
          in, sets, baselines, out, other -> other.equals(file) ? first : device.open(other));
    }
  }

  private void warnOfLearnt(Dataset in, Metadata metadata) {
    if (LearntData.of(metadata).is(in)) {
      PrintWriter err = spec.commandLine().getErr();
      err.printf(
          "%s is the training data, which detectors judge too kindly; give normal samples that they"
              + " did not learn from%n",
          in.name());
      err.flush();
    }
  }

  private Findings judge(
      Dataset in,
      List<Dataset> sets,
      Baselines baselines,
      PrintWriter out,
      Function<Path, Detector> opening) {
    AtomicLong done = new AtomicLong();
    long total = detectors.size() * (in.size() + sets.stream().mapToLong(Dataset::size).sum());
    try (Progress progress = Progress.start(out, "judging", total, "sample")) {
      return new Evaluator(in, sets, baselines.fitted(), more -> progress.to(done.addAndGet(more)))
          .evaluate(detectors, opening);
    }
  }

  private void requireStrangers() {
    if (strangers.isEmpty() && !made) {
      throw new ParameterException(
          spec.commandLine(),
          "give sets of strangers with --out-of, or let them be made of the normal samples with"
              + " --made");
    }
  }

  private List<Dataset> strangers(Dataset in, Metadata metadata) {
    List<Dataset> sets = new ArrayList<>();
    strangers.forEach(data -> sets.add(open(data, metadata)));
    if (made) {
      sets.addAll(Alteration.all(in, SEED));
    }
    return sets;
  }

  private Dataset open(String data, Metadata metadata) {
    return reading.open(data, metadata, false, spec.commandLine().getErr());
  }

  private Baselines baselines(Metadata metadata) {
    return training == null
        ? new Baselines(List.of(), List.of())
        : Baselines.fit(open(training, metadata));
  }
}
