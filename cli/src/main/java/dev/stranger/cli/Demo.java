package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.baseline.Baseline;
import dev.stranger.baseline.Baselines;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.evaluate.Evaluation.Row;
import dev.stranger.evaluate.Evaluator;
import dev.stranger.evaluate.Findings;
import dev.stranger.evaluate.ScoreKind.Role;
import dev.stranger.evaluate.ScoredSet;
import dev.stranger.metric.ScoreComparison;
import dev.stranger.prepare.Preparation;
import dev.stranger.prepare.Resize;
import dev.stranger.report.ContactSheet;
import dev.stranger.report.PngFile;
import dev.stranger.report.Report;
import dev.stranger.score.Detector;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.LearningOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The whole job on generated data: train, calibrate, judge, compare, show. */
final class Demo {

  /** Fewer epochs than usual, and more steps in each: nobody should wait for a minute. */
  static final TrainOptions OPTIONS =
      TrainOptions.DEFAULT
          .with(LearningOptions.DEFAULT.withEpochs(12).withBatchSize(128))
          .withGallery(300); // its samples are generated: they give nobody away

  private static final String LEARNED = "sprites:square,ellipse,size=8000,seed=1";
  private static final String HELD_OUT = "sprites:square,ellipse,size=1000,seed=2";
  private static final List<String> STRANGERS =
      List.of(
          "sprites:heart,size=1000,seed=3", "strokes:size=1000,seed=4", "noise:size=1000,seed=5");

  private final PrintWriter out;
  private final Path folder;
  private final TrainOptions options;
  private final Catalogue catalogue = new Catalogue(DataFolders.standard(null, Map.of()));

  Demo(PrintWriter out, Path folder, TrainOptions options) {
    this.out = out;
    this.folder = folder;
    this.options = options;
  }

  /** Returns the detector file. */
  Path run() {
    say("Squares and ellipses are normal; hearts, pen strokes and noise are strangers.");
    Dataset learned = prepared(LEARNED).inMemory();
    Dataset normal = prepared(HELD_OUT);
    List<Dataset> strangers = STRANGERS.stream().map(this::prepared).toList();
    List<Dataset> judged = Stream.concat(Stream.of(normal), strangers.stream()).toList();
    PngFile.write(ContactSheet.of(judged, 12), folder.resolve("samples.png"));

    Path file = folder.resolve("detector.onnx");
    try (TrainingProgress progress = new TrainingProgress(out)) {
      Trainer.fit(learned, options, progress).save(file);
    }
    try (Detector detector = Detector.open(file)) {
      for (Dataset data : judged) {
        Path verdicts = folder.resolve("verdicts-" + csvName(data));
        VerdictWriter.write(
            Judging.by(detector), new ReadableSamples(data, true), verdicts, VerdictCsv.PLAIN, out);
      }
    }
    List<Baseline> baselines = Baselines.fit(learned).fitted();
    Findings findings =
        new Evaluator(normal, strangers, baselines, more -> {}).evaluate(List.of(file));
    printTable(findings);
    Path page = Report.write(findings, folder.resolve("report"));
    sayWhatIsNext(file, page);
    return file;
  }

  private static String csvName(Dataset data) {
    return kind(data.name()).replaceAll("[:,]", "-") + ".csv";
  }

  /** The name of a set without its size and seed. */
  private static String kind(String name) {
    return name.replaceAll("[:,](size|seed)=\\d+", "");
  }

  private Dataset prepared(String data) {
    Dataset opened = catalogue.open(data, DataOptions.DEFAULT);
    return Preparation.forTraining(opened.map(Resize.to(28, 28))).named(kind(opened.name()));
  }

  private void printTable(Findings findings) {
    double threshold = findings.guarantee().threshold();
    say("%n%-24s %8s %8s %8s   %s", "judged", "flagged", "AUROC", "FPR95", "best simple score");
    say(
        "%-24s %7.1f%%   these are normal: 5 %% on average, give or take luck",
        findings.normal().name(), 100 * findings.normal().flagged(threshold));
    for (ScoredSet set : findings.strangers()) {
      Row row = row(findings, set, Role.DETECTOR);
      Row baseline = row(findings, set, Role.BASELINE);
      say(
          "%-24s %7.1f%% %7.1f%% %7.1f%%   AUROC %.1f%%, %s",
          set.name(),
          100 * set.flagged(threshold),
          100 * auroc(row),
          100 * row.summary(ScoreComparison::fpr95).mean(),
          100 * auroc(baseline),
          baseline.kind().title());
    }
  }

  /** The row of a role with the highest AUROC. */
  private static Row row(Findings findings, ScoredSet set, Role role) {
    return set.kinds().stream()
        .filter(kind -> kind.role() == role)
        .map(kind -> findings.evaluation().row(set.name(), kind))
        .max(Comparator.comparingDouble(Demo::auroc))
        .orElseThrow();
  }

  private static double auroc(Row row) {
    return row.summary(ScoreComparison::auroc).mean();
  }

  private void sayWhatIsNext(Path file, Path page) {
    say("%nOpen %s in a browser. Beside it in %s: the detector, samples.png", page, folder);
    say(
        "and a table of verdicts for each set. Now with your own data, such as a folder of pictures:");
    String command = Stranger.calledAs();
    say("  %s train --data photos/ --out photos.onnx", command);
    say("  %s score --detector photos.onnx --data new-photos/", command);
    say("  %s inspect %s", command, file);
    say("  %s serve --detector %s", command, file);
  }

  private void say(String format, Object... values) {
    out.printf(format + "%n", values);
    out.flush();
  }
}
