package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.score.Detector;
import dev.stranger.score.JudgedRecording;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code stranger score}. */
@Command(
    name = "score",
    customSynopsis = "${COMMAND-FULL-NAME} [OPTIONS] --detector=FILE --data=D",
    description = "Judge samples: score, p-value and verdict for each.",
    exitCodeListHeading = "%nExit codes:%n",
    footer =
        "%nA picture that cannot be read gets a line too. Its column error says why, and score, p_value"
            + " and ood are empty (null in .jsonl). In all other lines error is empty.",
    exitCodeList = {
      "0:done",
      "1:failed, or a sample could not be judged",
      "2:wrong usage",
      "3:--fail-on-ood found strangers"
    })
final class ScoreCommand implements Callable<Integer> {

  private static final int FOUND_STRANGERS = 3;

  @Spec private CommandSpec spec;
  @Mixin private JudgedData judged;
  @Mixin private GuaranteeOptions guarantee;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write verdicts to a .csv or .jsonl file instead of the screen.")
  private @Nullable Path out;

  @Option(
      names = "--steps",
      paramLabel = "FILE.csv",
      description = "Of recordings: write the score of each time step, and where it is strange.")
  private @Nullable Path steps;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Of recordings: write a page that shows them with their strange spans.")
  private @Nullable Path report;

  @Option(
      names = "--fail-on-ood",
      description = "Exit with 3 if there is a stranger, with 1 if a sample could not be judged.")
  private boolean failOnOod;

  @Option(
      names = "--strict",
      description =
          "Stop at the first picture that cannot be read, or category that is new to the detector.")
  private boolean strict;

  @Option(
      names = "--by-label",
      description =
          "Compare each sample with those of its label; the guarantee holds for each label.")
  private boolean byLabel;

  @Option(
      names = "--false-discovery",
      converter = Converters.Share.class,
      paramLabel = "Q",
      description =
          "Flag samples so that at most a share Q of the flagged ones is normal, on average; keeps"
              + " all verdicts in memory.")
  private @Nullable Double falseDiscovery;

  @Option(
      names = "--explain",
      description =
          "Add the statistic that contributed most to each score, and the share of each statistic;"
              + " for strangers of a table, also the three columns with the largest shares.")
  private boolean explain;

  @Option(
      names = "--spreadsheet-safe",
      description = "Put ' before names that a spreadsheet would read as a formula (= + - @).")
  private boolean spreadsheetSafe;

  @Override
  public Integer call() {
    requireOneGuarantee();
    judged
        .outputs()
        .write("--out", out)
        .write("--steps", steps)
        .writeFolder("--report", report, List.of("index.html"));
    VerdictFormat format = format();
    try (Detector detector = judged.openDetector()) {
      Dataset all = judged.openFor(detector, strict);
      PrintWriter err = spec.commandLine().getErr();
      PassedOver.say(all, err);
      Guaranteed guaranteed =
          guaranteed(detector.withGuarantee(guarantee.or(detector.guarantee())), all.size());
      PrintWriter console = spec.commandLine().getOut();
      if (isRecorded(all)) {
        return scoreRecordings(guaranteed, all, format);
      }
      ReadableSamples samples = new ReadableSamples(all, strict);
      VerdictCount count = VerdictWriter.write(guaranteed.judging(), samples, out, format, console);
      all.requireUnchanged(count.all());
      if (count.samples() > 0) {
        say(count, "samples", all.name(), guaranteed, out == null ? err : console);
      }
      if (count.broken() > 0) {
        sayBroken(count, samples, err);
        return Errors.FAILED;
      }
      return failOnOod && count.strangers() > 0 ? FOUND_STRANGERS : 0;
    }
  }

  private VerdictFormat format() {
    if (out == null || out.toString().endsWith(".csv")) {
      return csv(out == null ? VerdictCsv.VISIBLE : VerdictCsv.PLAIN);
    }
    if (!out.toString().endsWith(".jsonl")) {
      throw new ParameterException(
          spec.commandLine(), "--out takes a .csv or a .jsonl file, not " + out);
    }
    if (spreadsheetSafe) {
      throw new ParameterException(
          spec.commandLine(),
          "--spreadsheet-safe is for .csv, not for %s; leave it out".formatted(out));
    }
    return new VerdictJson();
  }

  private VerdictCsv csv(VerdictCsv usual) {
    return spreadsheetSafe ? usual.withoutFormulas() : usual;
  }

  private boolean isRecorded(Dataset samples) {
    String option = steps != null ? "--steps" : report != null ? "--report" : "";
    if (samples.windows() == null && !option.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "%s is for recordings, %s has single samples; leave it out"
              .formatted(option, samples.name()));
    }
    if (falseDiscovery != null && !option.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "--false-discovery names windows, %s shows steps; leave one of them out"
              .formatted(option));
    }
    boolean recorded = samples.windows() != null && falseDiscovery == null;
    if (recorded) {
      requireFile("--explain", explain && out == null);
      requireFile("--spreadsheet-safe", spreadsheetSafe && out == null && steps == null);
    }
    return recorded;
  }

  /** Of recordings, the screen shows when they were strange, and no verdicts of windows. */
  private void requireFile(String option, boolean missing) {
    if (missing) {
      throw new ParameterException(
          spec.commandLine(),
          "%s is for the verdicts of windows; add --out FILE.csv, or leave %s out"
              .formatted(option, option));
    }
  }

  /** Says when recordings were strange; windows are written only into a file. */
  private int scoreRecordings(Guaranteed guaranteed, Dataset samples, VerdictFormat format) {
    PrintWriter console = spec.commandLine().getOut();
    RecordingVerdicts recordings =
        new RecordingVerdicts(
            guaranteed.detector().windowed(), Objects.requireNonNull(samples.windows()));
    Judging judging = guaranteed.judging().alsoFor(recordings::add);
    VerdictCount count =
        out == null
            ? VerdictCount.of(judging, samples)
            : VerdictWriter.write(
                judging, new ReadableSamples(samples, strict), out, format, console);
    samples.requireUnchanged(count.all()); // no verdict is no reason to let something pass
    say(count, "windows", samples.name(), guaranteed, console);
    SpanText.print(recordings.judged(), console);
    if (steps != null) {
      StepsCsv.write(recordings.judged(), csv(VerdictCsv.PLAIN), steps);
    }
    if (report != null) {
      writeReport(guaranteed, samples, recordings.judged(), report);
    }
    return failOnOod && count.strangers() > 0 ? FOUND_STRANGERS : 0;
  }

  private void writeReport(
      Guaranteed guaranteed, Dataset samples, List<JudgedRecording> recordings, Path folder) {
    String judge =
        "Judged by %s; of normal steps it marks %s."
            .formatted(
                judged.detectorFile().getFileName(), guaranteed.detector().guarantee().inWords());
    PrintWriter console = spec.commandLine().getOut();
    console.printf(
        "The page is %s%n",
        new RecordingReport(guaranteed.detector().windowed(), recordings)
            .write(samples.name(), judge, folder));
    console.flush();
  }

  private static void say(
      VerdictCount count, String unit, String data, Guaranteed guaranteed, PrintWriter summary) {
    summary.printf(
        "%,d of %,d %s of %s are strangers (%.1f %%); %s%n",
        count.strangers(),
        count.samples(),
        unit,
        data,
        100.0 * count.strangers() / count.samples(),
        guaranteed.words());
    summary.flush();
  }

  private static void sayBroken(VerdictCount count, ReadableSamples samples, PrintWriter err) {
    err.printf(
        "stranger: %,d of %,d samples of %s could not be judged, their lines say why; the first: %s%n",
        count.broken(), count.all(), samples.name(), samples.broken().get(0).error());
    err.flush();
  }

  private Guaranteed guaranteed(Detector detector, long samples) {
    Judging judging = explain ? Judging.explainedBy(detector) : Judging.by(detector);
    Guaranteed guaranteed =
        byLabel ? Guaranteed.byLabel(judging, detector) : Guaranteed.of(judging, detector);
    return falseDiscovery == null ? guaranteed : guaranteed.list(falseDiscovery, samples);
  }

  private void requireOneGuarantee() {
    if (falseDiscovery != null && guarantee.isGiven()) {
      throw new ParameterException(
          spec.commandLine(),
          "--false-discovery draws its own line; leave out --false-alarm and --risk");
    }
  }
}
