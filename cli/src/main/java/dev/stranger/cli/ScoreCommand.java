package dev.stranger.cli;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.score.Detector;
import java.io.PrintWriter;
import java.nio.file.Path;
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
    footer = {
      "%nA picture that cannot be read gets a line too: its column error says why, and score,",
      "p_value and ood are empty (null in .jsonl). In all other lines error is empty."
    },
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
    judged.outputs().write("--out", out);
    VerdictFormat format = format();
    try (Detector detector = judged.openDetector()) {
      Dataset all = judged.openFor(detector, strict);
      PrintWriter err = spec.commandLine().getErr();
      PassedOver.say(all, err);
      all.remarks().forEach(err::println);
      Guaranteed guaranteed =
          guaranteed(detector.withGuarantee(guarantee.or(detector.guarantee())), all.size());
      PrintWriter console = spec.commandLine().getOut();
      ReadableSamples samples = new ReadableSamples(all, strict);
      VerdictCount count = VerdictWriter.write(guaranteed.judging(), samples, out, format, console);
      requireAll(all, count);
      if (count.samples() > 0) {
        say(count, all.name(), guaranteed, out == null ? err : console);
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
      VerdictCsv csv = out == null ? VerdictCsv.VISIBLE : VerdictCsv.PLAIN;
      return spreadsheetSafe ? csv.withoutFormulas() : csv;
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

  private static void say(
      VerdictCount count, String data, Guaranteed guaranteed, PrintWriter summary) {
    summary.printf(
        "%,d of %,d samples of %s are strangers (%.1f %%); %s%n",
        count.strangers(),
        count.samples(),
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

  /** No verdict is no reason to let something pass. */
  private static void requireAll(Dataset samples, VerdictCount count) {
    if (count.all() != samples.size()) {
      throw new DataException(
          "%,d of %,d samples of %s were judged; check the data"
              .formatted(count.samples(), samples.size(), samples.name()));
    }
  }

  private void requireOneGuarantee() {
    if (falseDiscovery != null && guarantee.isGiven()) {
      throw new ParameterException(
          spec.commandLine(),
          "--false-discovery draws its own line; leave out --false-alarm and --risk");
    }
  }
}
