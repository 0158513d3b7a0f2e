package dev.stranger.train.guard;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.train.baseline.ClassGaussians;
import dev.stranger.train.loop.TrainingPlan;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import dev.stranger.train.rkm.StRkm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * Learns what is normal for the features of a network: an St-RKM of their directions, and what a
 * {@link FeatureModel} knows besides.
 *
 * @param features number of them in a row
 * @param ofClassifier whether the statistics of logits stand behind them
 * @param byClass whether the samples have labels to learn from
 */
public record FeatureRkm(int features, boolean ofClassifier, boolean byClass) implements Method {

  @Override
  public String key() {
    return "guard";
  }

  @Override
  public Map<String, ?> settings() {
    return Map.of("features", features, "of_classifier", ofClassifier, "by_class", byClass);
  }

  @Override
  public List<String> scores() {
    List<String> scores = new ArrayList<>();
    scores.add(WitnessScore.KEY);
    scores.addAll(FeatureModel.energies(ofClassifier, byClass));
    return scores;
  }

  @Override
  public boolean isFrugal() {
    return true;
  }

  @Override
  public ModelGraph learn(TrainingData data, TrainingRun run) {
    DMatrixRMaj rows = rows(data.given());
    DirectionSpace space =
        DirectionSpace.fit(first(rows, TrainingPlan.MOST_REFERENCES), run.seed());
    DirectionSpace.Placed placed = space.place(rows);
    TrainingData places = places(placed.places(), data, run);
    return new FeatureModel(
        features,
        ofClassifier,
        space,
        DirectionNeighbours.of(placed, TrainingPlan.MOST_REFERENCES),
        Objects.requireNonNull(places.preparation()),
        new StRkm().learn(places, run),
        classes(placed.places(), data));
  }

  private DMatrixRMaj rows(Dataset given) {
    DMatrixRMaj rows = new DMatrixRMaj(Math.toIntExact(given.size()), features);
    float[] row = new float[given.shape().size()];
    try (Cursor cursor = given.open()) {
      for (int i = 0; cursor.next(row, 0); i++) {
        for (int k = 0; k < features; k++) {
          rows.data[i * features + k] = row[k];
        }
      }
    }
    return rows;
  }

  private static DMatrixRMaj first(DMatrixRMaj rows, int most) {
    DMatrixRMaj some = new DMatrixRMaj(Math.min(most, rows.numRows), rows.numCols);
    System.arraycopy(rows.data, 0, some.data, 0, some.data.length);
    return some;
  }

  private static TrainingData places(DMatrixRMaj places, TrainingData data, TrainingRun run) {
    int width = places.numCols;
    float[][] samples = new float[places.numRows][width];
    for (int i = 0; i < places.data.length; i++) {
      samples[i / width][i % width] = (float) places.data[i];
    }
    MemoryDataset set = MemoryDataset.of(data.name(), Shape.of(width), Range.ANY, samples);
    return TrainingData.ofCoordinates(set, run.compute());
  }

  private @Nullable ClassGaussians classes(DMatrixRMaj places, TrainingData data) {
    return byClass ? ClassGaussians.of(places, data.labels()) : null;
  }
}
