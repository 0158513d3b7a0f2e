package dev.stranger.data;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import java.util.ArrayList;
import java.util.List;

/** Reads whole data sets for tests. */
final class Samples {

  private Samples() {}

  static List<float[]> all(Dataset data) {
    List<float[]> samples = new ArrayList<>();
    try (Cursor cursor = data.open()) {
      float[] sample = new float[data.shape().size()];
      while (cursor.next(sample, 0)) {
        samples.add(sample.clone());
      }
    }
    return samples;
  }

  static List<String> labels(Dataset data) {
    List<String> labels = new ArrayList<>();
    try (Cursor cursor = data.open()) {
      float[] sample = new float[data.shape().size()];
      while (cursor.next(sample, 0)) {
        labels.add(cursor.label() < 0 ? "-" : data.labelNames().get(cursor.label()));
      }
    }
    return labels;
  }
}
