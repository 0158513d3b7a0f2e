package dev.stranger.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.data.transform.Resize;
import dev.stranger.data.transform.Scale;
import dev.stranger.evaluate.ScoreComparison;
import dev.stranger.floor.PcaResidual;
import dev.stranger.report.ContactSheet;
import dev.stranger.report.PngFile;
import dev.stranger.report.ScorePlot;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Learns squares and ellipses, then scores held-out ones and strangers. The score is the residual
 * of a principal component analysis: a floor, no deep detector.
 */
final class Demo {

  private static final String NORMAL = "held-out squares and ellipses";
  private static final List<String> STRANGERS =
      List.of(
          "sprites:heart,size=1000,seed=3", "strokes:size=1000,seed=4", "noise:size=1000,seed=5");

  private final PrintWriter out;
  private final Path folder;
  private final Catalogue catalogue = new Catalogue(DataFolders.standard(null, Map.of()));

  Demo(PrintWriter out, Path folder) {
    this.out = out;
    this.folder = folder;
  }

  void run() {
    say("Making sprites: squares and ellipses are the normal data.");
    Dataset train = prepared("sprites:square,ellipse,size=4000,seed=1");
    Map<String, Dataset> sets = new LinkedHashMap<>();
    sets.put(NORMAL, prepared("sprites:square,ellipse,size=1000,seed=2"));
    STRANGERS.forEach(data -> sets.put(data.replaceFirst(",.*|:size.*", ""), prepared(data)));
    PngFile.write(ContactSheet.of(List.copyOf(sets.values()), 12), folder.resolve("samples.png"));

    say("Fitting principal components to %,d of them.", train.size());
    PcaResidual floor = PcaResidual.fit(train, 0.002);
    Map<String, double[]> scores = new LinkedHashMap<>();
    sets.forEach((name, data) -> scores.put(name, floor.score(data)));

    printTable(scores);
    write(scores);
    say("%nWritten to %s: samples.png, scores.png, scores.csv.", folder);
    say("The score is the residual of %d principal components: a floor,", floor.rank());
    say("shown until the deep detector takes its place.");
  }

  private Dataset prepared(String data) {
    return catalogue.open(data, DataOptions.DEFAULT).map(Resize.to(28, 28)).map(Scale.toUnit());
  }

  private void printTable(Map<String, double[]> scores) {
    double[] normal = scores.get(NORMAL);
    say("%n%-14s %8s %8s %9s %9s", "strangers", "FPR95", "AUROC", "AUPR-in", "overlap");
    scores.forEach(
        (name, strange) -> {
          if (!name.equals(NORMAL)) {
            ScoreComparison row = ScoreComparison.of(normal, strange);
            say(
                "%-14s %7.1f%% %7.1f%% %8.1f%% %9.2f",
                name, 100 * row.fpr95(), 100 * row.auroc(), 100 * row.auprIn(), row.overlap());
          }
        });
  }

  private void write(Map<String, double[]> scores) {
    Map<String, double[]> logs = new LinkedHashMap<>();
    scores.forEach((name, set) -> logs.put(name, Arrays.stream(set).map(Math::log10).toArray()));
    PngFile.write(
        ScorePlot.of("Residual of principal components", "log10 of the score", logs),
        folder.resolve("scores.png"));
    Path file = folder.resolve("scores.csv");
    try (CsvWriter csv = CsvWriter.builder().build(file)) {
      csv.writeRecord("set", "index", "score");
      scores.forEach(
          (name, set) -> {
            for (int i = 0; i < set.length; i++) {
              csv.writeRecord(name, Integer.toString(i), Double.toString(set[i]));
            }
          });
    } catch (IOException e) {
      throw new DataException("cannot write %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private void say(String format, Object... values) {
    out.printf(format + "%n", values);
    out.flush();
  }
}
