package dev.stranger.paper.experiment;

import dev.stranger.evaluate.ScoreComparison;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How one model tells one set of strangers from normal samples.
 *
 * @param epochs that the model was trained for, 0 when it has none
 * @param scores by their names: the energies of the model, and {@code score}
 */
record Comparison(int epochs, Map<String, Line> scores) {

  /**
   * One score of the model.
   *
   * @param metrics over all samples
   * @param in some scores of normal samples, from all over the set, for pictures
   * @param out some scores of strangers
   */
  record Line(ScoreComparison metrics, double[] in, double[] out) {}

  static final Cache.Format<Comparison> FORMAT =
      new Cache.Format<>() {
        @Override
        public void write(Comparison comparison, DataOutputStream out) throws IOException {
          out.writeInt(comparison.epochs);
          out.writeInt(comparison.scores.size());
          for (Map.Entry<String, Line> score : comparison.scores.entrySet()) {
            out.writeUTF(score.getKey());
            Numbers.write(metrics(score.getValue().metrics), out);
            Numbers.write(score.getValue().in, out);
            Numbers.write(score.getValue().out, out);
          }
        }

        @Override
        public Comparison read(DataInputStream in) throws IOException {
          int epochs = in.readInt();
          Map<String, Line> scores = new LinkedHashMap<>();
          int count = in.readInt();
          for (int i = 0; i < count; i++) {
            String name = in.readUTF();
            scores.put(
                name, new Line(metrics(Numbers.read(in)), Numbers.read(in), Numbers.read(in)));
          }
          return new Comparison(epochs, scores);
        }
      };

  private static double[] metrics(ScoreComparison m) {
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

  private static ScoreComparison metrics(double[] m) {
    return new ScoreComparison(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]);
  }
}
