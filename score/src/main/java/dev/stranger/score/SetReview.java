package dev.stranger.score;

import dev.stranger.Batch;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Energies;
import dev.stranger.Verdict;
import dev.stranger.evaluate.ScoreKind;
import dev.stranger.evaluate.ScoreKind.Role;
import dev.stranger.evaluate.ScoredSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Lets a detector judge a set as it streams by: all scores are kept, and of the samples only the
 * hardest.
 */
final class SetReview {

  /** What a detector says of every sample, in the order of the scores. */
  static final List<ScoreKind> KINDS =
      List.of(
          new ScoreKind("score", "score", Role.DETECTOR),
          new ScoreKind("full_energy", "FullEnergy", Role.ENERGY),
          new ScoreKind("kpca_error", "kPCAError", Role.ENERGY),
          new ScoreKind("ae_loss", "AELoss", Role.ENERGY),
          new ScoreKind("neg_corr", "NegCorr", Role.ENERGY),
          new ScoreKind("reconstruction_error", "reconstruction error", Role.FLOOR));

  /** One double for each kind of score, and a p-value. */
  private static final long BYTES_A_SAMPLE = 8L * KINDS.size() + 4;

  private final Detector detector;
  private final Dataset data;
  private final HardestSamples hardest;
  private final List<double[]> scores = new ArrayList<>();
  private final float[] pValues;
  private int done;

  private SetReview(Detector detector, Dataset data, HardestSamples hardest) {
    this.detector = detector;
    this.data = data;
    this.hardest = hardest;
    requireMemory(data);
    int size = Math.toIntExact(data.size());
    this.pValues = new float[size];
    KINDS.forEach(kind -> scores.add(new double[size]));
  }

  private static void requireMemory(Dataset data) {
    long most = Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / BYTES_A_SAMPLE);
    if (data.size() > most) {
      throw new DataException(
          "%s has %,d samples, there is memory for the scores of %,d; raise -Xmx or take a part"
              .formatted(data.name(), data.size(), most));
    }
  }

  /**
   * @param progress gets the number of samples judged since it was last called
   */
  static ScoredSet of(
      Detector detector, Dataset data, HardestSamples hardest, LongConsumer progress) {
    SetReview review = new SetReview(detector, data, hardest);
    detector.review(
        data,
        (batch, found) -> {
          review.add(batch, found);
          progress.accept(batch.count());
        });
    return new ScoredSet(data.name(), KINDS, review.scores, review.pValues);
  }

  private void add(Batch batch, OnnxSession.Review found) {
    int size = data.shape().size();
    List<Verdict> verdicts = found.judgement().verdicts(detector.bound());
    for (int i = 0; i < verdicts.size(); i++) {
      Verdict verdict = verdicts.get(i);
      put(verdict, squaredError(batch.values(), found.reconstructions(), i * size, size));
      hardest.add(done, batch.values(), i * size, size, verdict);
      done++;
    }
  }

  private void put(Verdict verdict, double reconstructionError) {
    Energies energies = verdict.energies();
    scores.get(0)[done] = verdict.score();
    scores.get(1)[done] = energies.fullEnergy();
    scores.get(2)[done] = energies.kpcaError();
    scores.get(3)[done] = energies.aeLoss();
    scores.get(4)[done] = energies.negCorr();
    scores.get(5)[done] = reconstructionError;
    pValues[done] = verdict.pValue();
  }

  /** In the units that the detector measures in, as its own energies are. */
  private double squaredError(float[] samples, float[] made, int from, int size) {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      double difference = (samples[from + i] - made[from + i]) / unit(i, size);
      sum += difference * difference;
    }
    return sum;
  }

  private float unit(int position, int size) {
    List<Float> deviations = detector.metadata().deviations();
    return deviations.isEmpty() ? 1 : deviations.get(position / (size / deviations.size()));
  }
}
