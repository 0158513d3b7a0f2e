package dev.stranger.paper.experiment;

import dev.stranger.metric.ScoreComparison;
import dev.stranger.paper.PaperMetric;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How one model tells one set of strangers from normal samples.
 *
 * @param epochs that the model was trained for, 0 when it has none
 * @param device that trained it
 * @param scores by their names: the energies of the model, and {@code score}
 */
record Comparison(int epochs, String device, Map<String, Line> scores) {

  /** The metrics of a line in files, in their order there. */
  static final List<String> METRICS =
      List.of(
          "fpr95",
          "auroc",
          "aupr_in",
          "aupr_out",
          "fpr95_out_positive",
          "overlap",
          "overlap_union",
          "wasserstein",
          "mmd");

  /**
   * One score of the model.
   *
   * @param metrics of the samples as they are, but for distances, which are those of whole sets
   * @param auprInPublishedRatio with as many strangers for each normal sample as in the paper
   * @param in some scores of normal samples, from all over the set, for pictures; may be empty
   * @param out some scores of strangers
   */
  record Line(ScoreComparison metrics, double auprInPublishedRatio, float[] in, float[] out) {

    double inUnit(PaperMetric metric) {
      return metric.inUnit(metrics, auprInPublishedRatio);
    }

    private Line withoutPictures() {
      return new Line(metrics, auprInPublishedRatio, new float[0], new float[0]);
    }
  }

  /** Its numbers alone, which take little room. */
  Comparison withoutPictures() {
    Map<String, Line> lines = new LinkedHashMap<>(scores);
    lines.replaceAll((name, line) -> line.withoutPictures());
    return new Comparison(epochs, device, lines);
  }

  static final Cache.Format<Comparison> FORMAT =
      new Cache.Format<>() {
        @Override
        public void write(Comparison comparison, DataOutputStream out) throws IOException {
          out.writeInt(comparison.epochs);
          out.writeUTF(comparison.device);
          out.writeInt(comparison.scores.size());
          for (Map.Entry<String, Line> score : comparison.scores.entrySet()) {
            out.writeUTF(score.getKey());
            Line line = score.getValue();
            Numbers.write(numbers(line.metrics), out);
            out.writeDouble(line.auprInPublishedRatio);
            Numbers.write(line.in, out);
            Numbers.write(line.out, out);
          }
        }

        @Override
        public Comparison read(DataInputStream in) throws IOException {
          int epochs = in.readInt();
          String device = in.readUTF();
          Map<String, Line> scores = new LinkedHashMap<>();
          int count = in.readInt();
          for (int i = 0; i < count; i++) {
            String name = in.readUTF();
            scores.put(
                name,
                new Line(
                    metrics(Numbers.read(in)),
                    in.readDouble(),
                    Numbers.readFloats(in),
                    Numbers.readFloats(in)));
          }
          return new Comparison(epochs, device, scores);
        }
      };

  private static double[] numbers(ScoreComparison metrics) {
    return METRICS.stream().mapToDouble(metrics::number).toArray();
  }

  private static ScoreComparison metrics(double[] numbers) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    for (int i = 0; i < numbers.length; i++) {
      metrics.put(METRICS.get(i), numbers[i]);
    }
    return new ScoreComparison(metrics);
  }
}
