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
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Lets a detector judge a set as it streams by: all scores are kept, and of the samples only the
 * hardest.
 */
final class SetReview {

  /** A kind of score, and where to find it in a verdict. */
  private record Column(ScoreKind kind, ToDoubleFunction<Verdict> score) {

    static Column energy(String key, String title, ToDoubleFunction<Energies> energy) {
      return new Column(
          new ScoreKind(key, title, Role.ENERGY),
          verdict -> energy.applyAsDouble(verdict.energies()));
    }
  }

  private static final List<Column> OF_VERDICTS =
      List.of(
          new Column(new ScoreKind("score", "score", Role.DETECTOR), Verdict::score),
          Column.energy("full_energy", "FullEnergy", Energies::fullEnergy),
          Column.energy("kpca_error", "kPCAError", Energies::kpcaError),
          Column.energy("ae_loss", "AELoss", Energies::aeLoss),
          Column.energy("neg_corr", "NegCorr", Energies::negCorr));

  private static final ScoreKind RECONSTRUCTION_ERROR =
      new ScoreKind("reconstruction_error", "reconstruction error", Role.FLOOR);

  /** What a detector says of every sample, in the order of the scores. */
  private static final List<ScoreKind> KINDS =
      Stream.concat(OF_VERDICTS.stream().map(Column::kind), Stream.of(RECONSTRUCTION_ERROR))
          .toList();

  /** One double for each kind of score, and a p-value. */
  private static final long BYTES_A_SAMPLE = 8L * KINDS.size() + 4;

  private final Detector detector;
  private final Dataset data;
  private final HardestSamples hardest;
  private final float[] units;
  private final List<double[]> scores = new ArrayList<>();
  private final float[] pValues;
  private int done;

  private SetReview(Detector detector, Dataset data, HardestSamples hardest) {
    this.detector = detector;
    this.data = data;
    this.hardest = hardest;
    this.units = units(detector.metadata().deviations());
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
    for (int i = 0; i < OF_VERDICTS.size(); i++) {
      scores.get(i)[done] = OF_VERDICTS.get(i).score().applyAsDouble(verdict);
    }
    scores.get(OF_VERDICTS.size())[done] = reconstructionError;
    pValues[done] = verdict.pValue();
  }

  /** In the units that the detector measures in, as its own energies are. */
  private double squaredError(float[] samples, float[] made, int from, int size) {
    int group = size / units.length;
    double sum = 0;
    for (int i = 0; i < size; i++) {
      double difference = (samples[from + i] - made[from + i]) / units[i / group];
      sum += difference * difference;
    }
    return sum;
  }

  /** The deviation of each column or channel; one for all where there are none. */
  private static float[] units(List<Float> deviations) {
    float[] units = new float[Math.max(1, deviations.size())];
    units[0] = 1;
    for (int i = 0; i < deviations.size(); i++) {
      units[i] = deviations.get(i);
    }
    return units;
  }
}
