package dev.stranger.evaluate;

import dev.stranger.Batch;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Energies;
import dev.stranger.Reconstruction;
import dev.stranger.Verdict;
import dev.stranger.evaluate.ScoreKind.Role;
import dev.stranger.score.Detector;
import dev.stranger.score.Metadata;
import dev.stranger.score.Reviewed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets a detector judge a set as it streams by: all scores are kept, and of the samples only the
 * hardest.
 */
final class SetReview {

  private static final ScoreKind SCORE = new ScoreKind("score", "score", Role.DETECTOR);
  private static final ScoreKind RECONSTRUCTION_ERROR =
      new ScoreKind("reconstruction_error", "reconstruction error", Role.BASELINE);

  private final Detector detector;
  private final Dataset data;
  private final HardestSamples hardest;
  private final List<ScoreKind> kinds;
  private final List<double[]> scores = new ArrayList<>();
  private final float[] pValues;
  private int done;

  private SetReview(Detector detector, Dataset data, HardestSamples hardest) {
    this.detector = detector;
    this.data = data;
    this.hardest = hardest;
    this.kinds = kinds(detector);
    requireMemory();
    int size = Math.toIntExact(data.size());
    this.pValues = new float[size];
    kinds.forEach(kind -> scores.add(new double[size]));
  }

  /** What a detector says of every sample, in the order of the scores. */
  static List<ScoreKind> kinds(Detector detector) {
    return kinds(detector.metadata(), detector.hasReconstruction());
  }

  static List<ScoreKind> kinds(Metadata detector, boolean reconstructs) {
    List<ScoreKind> kinds = new ArrayList<>(List.of(SCORE));
    List<String> energies = detector.energies();
    for (String name : energies) {
      kinds.add(new ScoreKind(name, Energies.title(name), Role.ENERGY));
    }
    boolean isEnergy = energies.contains(RECONSTRUCTION_ERROR.key()); // as of a VAE
    if (reconstructs && !isEnergy) {
      kinds.add(RECONSTRUCTION_ERROR);
    }
    return List.copyOf(kinds);
  }

  private void requireMemory() {
    long bytesASample = 8L * kinds.size() + 4; // a double for each score, and a p-value
    long most = Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / bytesASample);
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
    data.requireUnchanged(review.done);
    return new ScoredSet(data.name(), review.kinds, review.scores, review.pValues);
  }

  private void add(Batch batch, Reviewed found) {
    int size = data.shape().size();
    float @Nullable [] made = found.reconstructions();
    int errors = kinds.indexOf(RECONSTRUCTION_ERROR);
    List<Verdict> verdicts = found.verdicts();
    for (int i = 0; i < verdicts.size(); i++, done++) {
      if (done < pValues.length) {
        Verdict verdict = verdicts.get(i);
        put(verdict);
        if (made != null && errors >= 0) {
          scores.get(errors)[done] = squaredError(batch.values(), made, i * size, size);
        }
        hardest.add(done, batch.values(), i * size, size, verdict);
      }
    }
  }

  private void put(Verdict verdict) {
    scores.get(0)[done] = verdict.score();
    float[] energies = verdict.energies().values();
    for (int i = 0; i < energies.length; i++) {
      scores.get(1 + i)[done] = energies[i];
    }
    pValues[done] = verdict.pValue();
  }

  /** In the units that the detector measures in, as its own energies are. */
  private double squaredError(float[] samples, float[] made, int from, int size) {
    float[] sample = Arrays.copyOfRange(samples, from, from + size);
    float[] expected = Arrays.copyOfRange(made, from, from + size);
    Metadata metadata = detector.metadata();
    double sum = 0;
    for (float error :
        Reconstruction.of(sample, expected, metadata.deviations(), metadata.columns()).residual()) {
      sum += error;
    }
    return sum;
  }
}
