package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.Verdict;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.data.transform.Preparation;
import dev.stranger.data.transform.Resize;
import dev.stranger.evaluate.ScoreComparison;
import dev.stranger.floor.PcaResidual;
import dev.stranger.report.ContactSheet;
import dev.stranger.report.CurvePlot;
import dev.stranger.report.PngFile;
import dev.stranger.report.ScorePlot;
import dev.stranger.score.Detector;
import dev.stranger.train.EpochResult;
import dev.stranger.train.LearningOptions;
import dev.stranger.train.LearningOptions.Schedule;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.Trainer;
import dev.stranger.train.net.NetworkOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The whole job on generated data: train, calibrate, judge, compare, show. */
final class Demo {

  /** Small and quick enough for two cores; the paper's network has a capacity of 40. */
  static final TrainOptions OPTIONS =
      TrainOptions.DEFAULT
          .with(NetworkOptions.DEFAULT.withSizes(16, 128, 50))
          .with(
              LearningOptions.DEFAULT
                  .withEpochs(40)
                  .withBatchSize(128)
                  .withRates(2e-3, 1e-3, Schedule.COSINE));

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

  /** Scores of one set: the detector's, and those of the floor. */
  private record Judged(List<Verdict> verdicts, double[] floor) {

    double[] scores() {
      return verdicts.stream().mapToDouble(Verdict::score).toArray();
    }

    double flagged() {
      return 100.0 * verdicts.stream().filter(Verdict::ood).count() / verdicts.size();
    }
  }

  void run() {
    say("Squares and ellipses are normal; hearts, pen strokes and noise are strangers.");
    Dataset learned = prepared(LEARNED).inMemory();
    List<Dataset> judged = new ArrayList<>();
    judged.add(prepared(HELD_OUT));
    STRANGERS.forEach(data -> judged.add(prepared(data)));
    PngFile.write(ContactSheet.of(judged, 12), folder.resolve("samples.png"));

    Path file = folder.resolve("detector.onnx");
    try (TrainingProgress progress = new TrainingProgress(out)) {
      TrainedModel model = Trainer.fit(learned, options, progress);
      model.save(file);
      PngFile.write(CurvePlot.of(curve(model)), folder.resolve("training.png"));
    }
    PcaResidual floor = PcaResidual.fit(learned.first(2000), 0.002);
    Map<String, Judged> results = new LinkedHashMap<>();
    try (Detector detector = Detector.open(file)) {
      for (Dataset data : judged) {
        results.put(data.name(), judge(detector, floor, data));
        VerdictWriter.write(
            Judging.by(detector), data, folder.resolve("verdicts-" + csvName(data)), out);
      }
    }
    printTable(results);
    plot(results);
    sayWhatIsNext(file);
  }

  private static double[] curve(TrainedModel model) {
    return model.curve().stream().mapToDouble(EpochResult::objective).toArray();
  }

  private static String csvName(Dataset data) {
    return kind(data.name()).replaceAll("[:,]", "-") + ".csv";
  }

  /** The name of a set without its size and seed. */
  private static String kind(String name) {
    return name.replaceAll("[:,](size|seed)=\\d+", "");
  }

  private Dataset prepared(String data) {
    return Preparation.forTraining(
        catalogue.open(data, DataOptions.DEFAULT).map(Resize.to(28, 28)));
  }

  private static Judged judge(Detector detector, PcaResidual floor, Dataset data) {
    List<Verdict> verdicts = new ArrayList<>();
    detector.judge(data, (batch, judged) -> verdicts.addAll(judged));
    return new Judged(verdicts, floor.score(data));
  }

  private void printTable(Map<String, Judged> results) {
    Judged normal = results.values().iterator().next();
    say("%n%-24s %8s %8s %8s %16s", "judged", "flagged", "AUROC", "FPR95", "AUROC of PCA");
    results.forEach(
        (name, judged) -> {
          String label = kind(name);
          if (judged == normal) {
            say(
                "%-24s %7.1f%%   these are normal: 5 %% on average, give or take luck",
                label, judged.flagged());
            return;
          }
          ScoreComparison row = ScoreComparison.of(normal.scores(), judged.scores());
          ScoreComparison pca = ScoreComparison.of(normal.floor(), judged.floor());
          say(
              "%-24s %7.1f%% %7.1f%% %7.1f%% %15.1f%%",
              label, judged.flagged(), 100 * row.auroc(), 100 * row.fpr95(), 100 * pca.auroc());
        });
  }

  private void plot(Map<String, Judged> results) {
    Map<String, double[]> logs = new LinkedHashMap<>();
    results.forEach(
        (name, judged) ->
            logs.put(kind(name), Arrays.stream(judged.scores()).map(Math::log10).toArray()));
    PngFile.write(
        ScorePlot.of("How strange the samples are", "log10 of the score", logs),
        folder.resolve("scores.png"));
  }

  private void sayWhatIsNext(Path file) {
    say(
        "%nWritten to %s: detector.onnx, samples.png, training.png, scores.png, and a table of",
        folder);
    say("verdicts for each set. Now with your own data, such as a folder of pictures or a table:");
    say("  stranger train --data photos/ --out photos.onnx");
    say("  stranger score --detector photos.onnx --data new-photos/");
    say("  stranger inspect %s", file);
  }

  private void say(String format, Object... values) {
    out.printf(format + "%n", values);
    out.flush();
  }
}
