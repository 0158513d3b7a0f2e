package dev.stranger.paper.experiment;

import dev.stranger.metric.ScoreComparison;
import dev.stranger.paper.PaperMetric;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How one model tells one set of strangers from normal samples.
 *
 * @param epochs that the model was trained for, 0 when it has none
 * @param device that trained it
 * @param scores by their names: the energies of the model, and {@code score}
 */
record Comparison(int epochs, String device, Map<String, Line> scores) {

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
            Numbers.write(metrics(line.metrics), out);
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

  static double[] metrics(ScoreComparison m) {
    return new double[] {
      m.fpr95(),
      m.auroc(),
      m.auprIn(),
      m.auprOut(),
      m.fpr95OutPositive(),
      m.overlap(),
      m.overlapUnion(),
      m.wasserstein(),
      m.mmd()
    };
  }

  static ScoreComparison metrics(double[] m) {
    return new ScoreComparison(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]);
  }
}
