package dev.stranger.train;

import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.IndexedDataset;
import dev.stranger.Verdict;
import dev.stranger.calibrate.GroupedCalibration;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorDraft;
import dev.stranger.score.Gallery;
import dev.stranger.score.HeldOutScores;
import dev.stranger.score.Metadata;
import dev.stranger.score.Thumbnail;
import dev.stranger.series.Windowing;
import dev.stranger.table.Column;
import dev.stranger.train.loop.TrainingSet;
import dev.stranger.train.method.DetectorModel;
import dev.stranger.train.method.EnergyScore;
import dev.stranger.train.method.References;
import dev.stranger.train.method.ScoreModel;
import dev.stranger.train.method.ScoredModel;
import dev.stranger.train.method.Uncalibrated;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes a detector of a trained network: fits the score to training samples, judges the held-out
 * samples with the very graph that will judge later ones, and adds test vectors.
 *
 * @param gallery how many held-out samples the file shows as thumbnails
 * @param placing what a draft of the file says of training samples
 */
record Calibrator(
    IndexedDataset data,
    List<Column> columns,
    @Nullable Windowing windowing,
    Split split,
    int gallery,
    CalibrationOptions options,
    String scoreName,
    DetectorModel trained,
    Function<byte[], References> placing) {

  private static final int FEWEST_DISTINCT_SCORES = 20;
  private static final int TEST_VALUES = 1 << 14;
  private static final int MOST_TEST_SAMPLES = 8;
  private static final String PLACE = "the trained model";

  /** What the graph said of all held-out samples, one after another. */
  record Judged(float[] scores, float[] energies) {}

  /** A score that is fitted to training samples, and what it says of the held-out ones. */
  record Fitted(ScoredModel scored, Judged judged) {}

  TrainedModel finish(ModelCard card) {
    Fitted fitted = fit(card.toJson());
    return finish(card, fitted.scored, fitted.judged);
  }

  Fitted fit(String card) {
    int enough = Math.toIntExact(options.guarantee().neededScores());
    HeldOutScores draft = new HeldOutScores(Calibration.of(new float[enough]), null);
    ScoredModel scored = new ScoredModel(trained, score(draft, card));
    return new Fitted(scored, judge(model(scored, draft, card, Map.of())));
  }

  /**
   * @param finished the detector that is calibrated
   * @param judged what was said of the held-out samples by what has not learnt from them
   */
  TrainedModel finish(ModelCard card, Uncalibrated finished, Judged judged) {
    String early = card.toJson();
    requireVariety(judged.scores());
    HeldOutScores heldOut = heldOut(judged.scores(), finished);
    try (Detector detector = DetectorDraft.open(model(finished, heldOut, early, Map.of()), PLACE)) {
      MadeStrangers made = look(detector, finished, judged, early);
      Map<String, String> more = new TreeMap<>(testVectors(detector));
      more.putAll(energyQuantiles(judged.energies()));
      more.putAll(DetectorDraft.gallery(detector.metadata(), gallery(detector, judged.scores())));
      byte[] model = model(finished, heldOut, card.with(made).toJson(), more);
      return new TrainedModel(model, card.curve(), made, gallery, card.suspects(), card.models());
    }
  }

  /** The detector is done: what only comments on it must not fail it. */
  private MadeStrangers look(Detector detector, Uncalibrated finished, Judged judged, String card) {
    List<Detector> opened = new ArrayList<>();
    try {
      if (finished.models().size() == 1) {
        return MadeStrangers.judgedBy(List.of(detector), data, split.calibration());
      }
      HeldOutScores heldOut = new HeldOutScores(Calibration.of(judged.scores()), null);
      for (Uncalibrated model : finished.models()) {
        opened.add(DetectorDraft.open(model(model, heldOut, card, Map.of()), PLACE));
      }
      return MadeStrangers.judgedBy(opened, data, split.calibration());
    } catch (RuntimeException e) {
      return MadeStrangers.NONE;
    } finally {
      opened.forEach(Detector::close);
    }
  }

  private byte[] model(
      Uncalibrated finished, HeldOutScores heldOut, String card, Map<String, String> more) {
    Metadata metadata =
        finished
            .describe()
            .guarantee(options.guarantee())
            .columns(columns)
            .windowing(windowing)
            .card(card)
            .build();
    Map<String, String> properties = DetectorDraft.properties(metadata, heldOut);
    properties.putAll(more);
    return finished.write(heldOut.calibration(), Provenance.version(), properties);
  }

  /** A graph needs some score: the one that places training samples has the first energy. */
  private ScoreModel score(HeldOutScores draft, String card) {
    ScoreModel first = EnergyScore.of(trained.energies(), trained.energies().get(0));
    return trained.score(
        scoreName,
        (names, counts) ->
            placing
                .apply(model(new ScoredModel(trained, first), draft, card, Map.of()))
                .outputs(names, counts));
  }

  private Judged judge(byte[] model) {
    int[] positions = split.heldOut();
    int width = trained.energies().size();
    float[] scores = new float[positions.length];
    float[] energies = new float[positions.length * width];
    try (Detector detector = DetectorDraft.open(model, PLACE)) {
      for (int from = 0; from < scores.length; from += batch()) {
        int some = Math.min(batch(), scores.length - from);
        List<Verdict> verdicts = detector.judge(samples(data, positions, from, some), some);
        for (int i = 0; i < some; i++) {
          scores[from + i] = verdicts.get(i).score();
          float[] own = verdicts.get(i).energies().values();
          System.arraycopy(own, 0, energies, (from + i) * width, width);
        }
      }
    }
    return new Judged(scores, energies);
  }

  /** Refuses scores that tell too few of the samples apart. */
  private void requireVariety(float[] scores) {
    // What p-values are ranks among may be some of these scores, several times each.
    int distinct = Calibration.of(drawn(scores)).distinctScores();
    // Half, because samples of which there are copies among the training samples all get zero.
    if (2L * distinct < Math.min(2L * FEWEST_DISTINCT_SCORES, distinctHeldOut())) {
      throw new DataException(
          "the %d held-out samples of %s get only %d different scores: the detector is degenerate;"
                  .formatted(split.calibration().length, data.name(), distinct)
              + " check the data, or train longer");
    }
  }

  /** Of the samples that were drawn from all alike. */
  private float[] drawn(float[] scores) {
    return Arrays.copyOf(scores, split.calibration().length);
  }

  /**
   * @param scores of all held-out samples, those drawn from all alike first
   */
  private HeldOutScores heldOut(float[] scores, Uncalibrated finished) {
    return new HeldOutScores(
        finished.calibration(drawn(scores)),
        options.byLabel() ? GroupedCalibration.of(split.heldOutLabels(data), scores) : null,
        finished.models().size() > 1);
  }

  /** By their hashes: the samples themselves would take the memory of the set once more. */
  private long distinctHeldOut() {
    return Arrays.stream(split.calibration())
        .map(position -> Arrays.hashCode(data.sample(position)))
        .distinct()
        .count();
  }

  private int batch() {
    return TrainingSet.batchOf(data.shape().size());
  }

  /**
   * No sample of the data is kept, as whoever has the file could read it: noise, and what the
   * detector makes of it, which is nearer to normal samples.
   */
  private Map<String, String> testVectors(Detector detector) {
    int size = data.shape().size();
    int count = Math.max(1, Math.min(MOST_TEST_SAMPLES, TEST_VALUES / size));
    float[] samples = trained.testSamples(count);
    if (detector.hasReconstruction() && count > 1) {
      float[] made = detector.reconstruct(samples, count);
      for (int i = 0; i < count / 2 * size; i++) {
        samples[i] = detector.metadata().range().nearest(made[i]);
      }
    }
    return DetectorDraft.testVectors(detector, samples);
  }

  /** Of the samples that were drawn from all alike. */
  private Map<String, String> energyQuantiles(float[] energies) {
    List<String> names = trained.energies();
    return DetectorDraft.energyQuantiles(
        names, Arrays.copyOf(energies, split.calibration().length * names.size()));
  }

  /** Positions are shuffled by the seed, so the first held-out samples are a random choice. */
  private Gallery gallery(Detector detector, float[] scores) {
    List<Gallery.Sample> samples = new ArrayList<>(gallery);
    for (int i = 0; i < gallery; i++) {
      float[] sample = data.sample(split.calibration()[i]);
      float[] place = detector.hasCoordinates() ? detector.coordinates(sample, 1) : new float[0];
      samples.add(
          new Gallery.Sample(
              Thumbnail.of(sample, data.shape()),
              scores[i],
              Arrays.copyOf(place, Math.min(Gallery.MOST_COORDINATES, place.length))));
    }
    return new Gallery(Thumbnail.shapeOf(data.shape()), samples);
  }

  /** Some samples one after another. */
  static float[] samples(IndexedDataset data, int[] positions, int from, int count) {
    int size = data.shape().size();
    float[] samples = new float[count * size];
    for (int i = 0; i < count; i++) {
      data.copy(positions[from + i], samples, i * size);
    }
    return samples;
  }
}
