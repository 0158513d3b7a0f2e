package dev.stranger.paper.experiment;

import dev.stranger.Dataset;
import dev.stranger.Energies;
import dev.stranger.Verdict;
import dev.stranger.metric.ScoreComparison;
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
 * @param published how many samples the paper's set has, of which these may be a part
 * @param scores by name: its energies, and {@link Entrant#SCORE}
 */
record JudgedSet(int epochs, String device, long published, Map<String, double[]> scores) {

  /** The full energy as the published code has it. */
  static final String BY_BATCH = "full_energy_by_batch";

  /** The score of a GAN with the lambda of the published code. */
  static final String GAN_PUBLISHED = "gan_score_published";

  private static final double GAN_LAMBDA = 0.2;
  private static final String GENERATED_DISTANCE = "generated_distance";

  private static final int PICTURED = 500;
  private static final int PUBLISHED_BATCH = 256;

  static JudgedSet of(Detector detector, PaperSet set, LongConsumer progress) {
    Dataset data = set.data();
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
      scores.put(
          BY_BATCH, byBatch(scores.get("full_energy"), scores.get("kpca_error"), set.published()));
    }
    if (energies.contains(GENERATED_DISTANCE)) {
      scores.put(
          GAN_PUBLISHED, ofPublishedGan(scores.get("gan_score"), scores.get(GENERATED_DISTANCE)));
    }
    Card card = Card.parse(detector.metadata().card());
    int epochs = card.numbers("training", "curve").length;
    return new JudgedSet(epochs, card.text("training", "device"), set.published(), scores);
  }

  /**
   * What the full energy has beside the kPCA error is divided by the size of the batch.
   *
   * @param published how many samples there were, in whose batches these came
   */
  static double[] byBatch(double[] fullEnergy, double[] kpcaError, long published) {
    int size = fullEnergy.length;
    long left = published % PUBLISHED_BATCH;
    double[] energy = new double[size];
    for (int i = 0; i < size; i++) {
      long place = i * published / size;
      long batch = place < published - left ? PUBLISHED_BATCH : left;
      energy[i] = kpcaError[i] + (fullEnergy[i] - kpcaError[i]) / batch;
    }
    return energy;
  }

  private static double[] ofPublishedGan(double[] unreal, double[] distance) {
    double[] score = new double[unreal.length];
    for (int i = 0; i < score.length; i++) {
      score[i] = (1 - GAN_LAMBDA) * unreal[i] + GAN_LAMBDA * distance[i];
    }
    return score;
  }

  /** This set as the normal one. */
  Comparison against(JudgedSet strangers) {
    Map<String, Comparison.Line> lines = new LinkedHashMap<>();
    scores.forEach(
        (name, in) -> {
          double[] out = strangers.scores.get(name);
          ScoreComparison here = ScoreComparison.of(in, out);
          boolean complete = in.length == published && out.length == strangers.published;
          ScoreComparison whole =
              complete
                  ? here
                  : ScoreComparison.of(asMany(in, published), asMany(out, strangers.published));
          lines.put(
              name,
              new Comparison.Line(
                  withDistances(here, whole), whole.auprIn(), spread(in), spread(out)));
        });
    return new Comparison(epochs, device, lines);
  }

  /** So many of the scores, from all over the set; each several times where there are fewer. */
  private static double[] asMany(double[] scores, long wanted) {
    double[] many = new double[Math.toIntExact(wanted)];
    for (int i = 0; i < many.length; i++) {
      many[i] = scores[(int) ((long) i * scores.length / many.length)];
    }
    return many;
  }

  /**
   * Distances are those of whole sets: their unit is the deviation of both sets together, which
   * depends on how many each has.
   */
  private static ScoreComparison withDistances(ScoreComparison here, ScoreComparison whole) {
    Map<String, Double> numbers = new LinkedHashMap<>(here.numbers());
    List.of("wasserstein", "mmd").forEach(name -> numbers.put(name, whole.number(name)));
    return new ScoreComparison(numbers);
  }

  /** Some of them, for pictures. */
  private static float[] spread(double[] scores) {
    double[] some = asMany(scores, Math.min(PICTURED, scores.length));
    float[] coarse = new float[some.length];
    for (int i = 0; i < some.length; i++) {
      coarse[i] = (float) some[i];
    }
    return coarse;
  }
}
