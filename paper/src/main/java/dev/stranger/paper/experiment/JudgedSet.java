package dev.stranger.paper.experiment;

import dev.stranger.Dataset;
import dev.stranger.Energies;
import dev.stranger.Verdict;
import dev.stranger.evaluate.RankMetrics;
import dev.stranger.evaluate.ScoreComparison;
import dev.stranger.report.Card;
import dev.stranger.score.Detector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * All scores that a detector gives the samples of a set.
 *
 * @param epochs that the detector was trained for
 * @param device that it was trained on
 * @param scores by name: its energies, and {@link Entrant#SCORE}
 */
record JudgedSet(int epochs, String device, Map<String, double[]> scores) {

  /** The full energy as the published code has it. */
  static final String BY_BATCH = "full_energy_by_batch";

  private static final int PICTURED = 500;
  private static final int PUBLISHED_BATCH = 256;

  static JudgedSet of(Detector detector, Dataset data, LongConsumer progress) {
    Map<String, double[]> scores = new LinkedHashMap<>();
    int size = Math.toIntExact(data.size());
    List<String> energies = detector.metadata().energies();
    energies.forEach(energy -> scores.put(energy, new double[size]));
    scores.put(Entrant.SCORE, new double[size]);
    int[] done = {0};
    detector.judge(
        data,
        (batch, verdicts) -> {
          for (Verdict verdict : verdicts) {
            energies.forEach(energy -> scores.get(energy)[done[0]] = verdict.energies().of(energy));
            scores.get(Entrant.SCORE)[done[0]++] = verdict.score();
          }
          progress.accept(batch.count());
        });
    if (energies.containsAll(Energies.ST_RKM)) {
      scores.put(BY_BATCH, byBatch(scores.get("full_energy"), scores.get("kpca_error")));
    }
    Card card = Card.parse(detector.metadata().card());
    int epochs = card.numbers("training", "curve").length;
    return new JudgedSet(epochs, card.text("training", "device"), scores);
  }

  /** What the full energy has beside the kPCA error is divided by the size of the batch. */
  static double[] byBatch(double[] fullEnergy, double[] kpcaError) {
    int size = fullEnergy.length;
    int left = size % PUBLISHED_BATCH;
    double[] energy = new double[size];
    for (int i = 0; i < size; i++) {
      int batch = i < size - left ? PUBLISHED_BATCH : left;
      energy[i] = kpcaError[i] + (fullEnergy[i] - kpcaError[i]) / batch;
    }
    return energy;
  }

  /**
   * This set as the normal one.
   *
   * @param weight of a stranger where their number is to be that of the paper
   */
  Comparison against(JudgedSet strangers, double weight) {
    Map<String, Comparison.Line> lines = new LinkedHashMap<>();
    scores.forEach(
        (name, in) -> {
          double[] out = strangers.scores.get(name);
          ScoreComparison metrics = ScoreComparison.of(in, out);
          double aupr = weight == 1 ? metrics.auprIn() : RankMetrics.of(in, out, weight).auprIn();
          lines.put(name, new Comparison.Line(metrics, aupr, spread(in), spread(out)));
        });
    return new Comparison(epochs, device, lines);
  }

  private static float[] spread(double[] scores) {
    int count = Math.min(PICTURED, scores.length);
    float[] some = new float[count];
    for (int i = 0; i < count; i++) {
      some[i] = (float) scores[(int) ((long) i * scores.length / count)];
    }
    return some;
  }
}
