package dev.stranger.cli;

import dev.stranger.DataException;
import dev.stranger.metric.RankMetrics;
import dev.stranger.report.TextTable;
import dev.stranger.train.CalibrationOptions;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.benchmark.Benchmark;
import dev.stranger.train.benchmark.BenchmarkReport;
import dev.stranger.train.benchmark.BenchmarkResults;
import dev.stranger.train.benchmark.Collection;
import dev.stranger.train.benchmark.SetResult;
import dev.stranger.train.benchmark.SetResult.Training;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stranger benchmark}. */
@Command(
    name = "benchmark",
    customSynopsis = "${COMMAND-FULL-NAME} [OPTIONS] KIND FOLDER",
    description = {
      "Train default detectors on every set of a folder; compare them with simple baselines.",
      "tables and embeddings: NAME.npz with the arrays train, normal and anomaly.",
      "series: NAME/ with normal_TRAIN.tsv, normal_TEST.tsv and abnormal_TEST.tsv."
    })
final class BenchmarkCommand implements Runnable {

  @Spec private CommandSpec spec;
  @Mixin private GuaranteeOptions guarantee;

  @Parameters(index = "0", paramLabel = "KIND", description = "tables, embeddings or series.")
  private Collection collection;

  @Parameters(
      index = "1",
      paramLabel = "FOLDER",
      converter = Converters.Folder.class,
      description = "The folder with the sets.")
  private Path folder;

  @Option(
      names = "--sets",
      split = ",",
      paramLabel = "NAME",
      description = "Only these sets (default: all).")
  private List<String> wanted = List.of();

  @Option(
      names = "--seeds",
      converter = Converters.Count.class,
      defaultValue = "3",
      paramLabel = "N",
      description = "Detectors trained on each set (default: ${DEFAULT-VALUE}).")
  private int seeds;

  @Option(
      names = "--device",
      converter = Converters.DeviceName.class,
      defaultValue = "auto",
      paramLabel = "DEVICE",
      description = "auto, cpu, cuda or cuda-bf16 (default: ${DEFAULT-VALUE}).")
  private String device;

  @Option(
      names = "--contamination",
      converter = Converters.StrangerShare.class,
      defaultValue = "0",
      paramLabel = "SHARE",
      description =
          "Mix this share of anomalies into the training rows, and compare the remedies (default:"
              + " ${DEFAULT-VALUE}).")
  private double contamination;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Write a page, and all numbers as benchmark.csv.")
  private @Nullable Path report;

  @Override
  public void run() {
    new Outputs(spec).writeFolder("--report", report, BenchmarkReport.FILES);
    List<String> names = names();
    PrintWriter out = spec.commandLine().getOut();
    Benchmark benchmark = new Benchmark(collection, folder, options(), seeds, contamination);
    BenchmarkResults results = measure(benchmark, names, out);
    if (report != null) {
      String heading = Converters.word(collection);
      out.printf("%nThe report is %s%n", BenchmarkReport.write(results, heading, report));
    }
    out.flush();
    if (results.measured().isEmpty()) {
      throw new DataException("no set of %s could be learned from".formatted(folder));
    }
  }

  private TrainOptions options() {
    CalibrationOptions calibration = TrainOptions.DEFAULT.calibration();
    return TrainOptions.DEFAULT
        .with(calibration.withGuarantee(guarantee.or(calibration.guarantee())))
        .withDevice(device);
  }

  private List<String> names() {
    List<String> names = collection.names(folder);
    for (String name : wanted) {
      if (!names.contains(name)) {
        throw new ParameterException(
            spec.commandLine(),
            "%s has no set '%s'; choose of %s".formatted(folder, name, String.join(", ", names)));
      }
    }
    return wanted.isEmpty() ? names : names.stream().filter(wanted::contains).toList();
  }

  /** Prints each set as it is done: a benchmark takes minutes. */
  private BenchmarkResults measure(Benchmark benchmark, List<String> names, PrintWriter out) {
    int width = names.stream().mapToInt(String::length).max().orElse(0);
    String line = "%-" + Math.max(width, 4) + "s %8s %8s %8s %8s %8s %14s  %s%n";
    out.printf(
        line, "", "rows", "AUROC", "AUPR", "FPR95", "seconds", "false alarms", "best baseline");
    out.flush();
    List<SetResult> sets = new ArrayList<>();
    for (String name : names) {
      SetResult set = benchmark.run(name);
      sets.add(set);
      print(set, line, width, out);
    }
    BenchmarkResults results = new BenchmarkResults(sets);
    if (!results.measured().isEmpty()) {
      printMeans(results, out);
    }
    return results;
  }

  private static void print(SetResult set, String line, int width, PrintWriter out) {
    if (set.isMissing()) {
      out.printf("%-" + Math.max(width, 4) + "s missing: %s%n", set.name(), set.missing());
    } else {
      SetResult.Score best = set.bestBaseline();
      out.printf(
          line,
          set.name(),
          "%,d".formatted(set.rows()),
          percent(set.detector().mean(RankMetrics::auroc)),
          percent(set.detector().mean(RankMetrics::auprOut)),
          percent(set.detector().mean(RankMetrics::fpr95)),
          "%.1f".formatted(set.mean(Training::seconds)),
          percent(set.mean(Training::flagged)) + " %",
          percent(best.mean(RankMetrics::auroc)) + " " + best.title());
    }
    out.flush();
  }

  private void printMeans(BenchmarkResults results, PrintWriter out) {
    int missing = results.missing().size();
    out.printf(
        "%nmeans over %d sets%s, %d seeds, in %%%n",
        results.measured().size(), missing == 0 ? "" : " (%d missing)".formatted(missing), seeds);
    new TextTable(List.of(results.summary())).print(results.summary(), out);
    if (contamination > 0) {
      out.println();
      new TextTable(List.of(results.aurocs())).print(results.aurocs(), out);
    }
    out.printf(
        "%ntraining: %.1f s; false alarms: %s %%; %s%n",
        results.mean(set -> set.mean(Training::seconds)),
        percent(results.mean(set -> set.mean(Training::flagged))),
        results.held());
    out.flush();
  }

  private static String percent(double share) {
    return "%.2f".formatted(100 * share);
  }
}
