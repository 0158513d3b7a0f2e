package dev.stranger.score;

import dev.stranger.DetectorFileException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the energies of held-out samples are distributed, kept in the detector file: 101 quantiles of
 * each energy, from the smallest to the largest value.
 */
final class EnergyQuantiles {

  private static final String KEY = "stranger.energy_quantiles";
  private static final int STEPS = 100;
  private static final int QUANTILES = STEPS + 1;

  private EnergyQuantiles() {}

  /**
   * As the metadata of an ONNX model.
   *
   * @param names of the energies
   * @param values for each sample all of its energies
   */
  static Map<String, String> toProperties(List<String> names, float[] values) {
    float[] quantiles = new float[names.size() * QUANTILES];
    for (int i = 0; i < names.size(); i++) {
      float[] sorted = column(values, i, names.size());
      Arrays.sort(sorted);
      for (int q = 0; q < QUANTILES; q++) {
        quantiles[i * QUANTILES + q] = sorted[rank(q, sorted.length)];
      }
    }
    return Map.of(KEY, FloatText.encode(quantiles));
  }

  private static float[] column(float[] values, int column, int width) {
    float[] found = new float[values.length / width];
    for (int i = 0; i < found.length; i++) {
      found[i] = values[i * width + column];
    }
    return found;
  }

  /** The nearest: between two values there may be none, as one of them may be infinite. */
  private static int rank(int quantile, int count) {
    return (int) Math.round(quantile * (count - 1.0) / STEPS);
  }

  /**
   * The quantiles of each energy, ascending; none of a file that is older than them.
   *
   * @param place names the file in complaints
   */
  static Map<String, float[]> parse(
      Map<String, String> properties, Metadata metadata, String place) {
    if (!properties.containsKey(KEY)) {
      return Map.of();
    }
    try {
      return parse(properties.get(KEY), metadata.energies());
    } catch (IllegalArgumentException e) {
      throw new DetectorFileException(
          place + " has wrong quantiles of energies: " + e.getMessage(), e);
    }
  }

  private static Map<String, float[]> parse(String text, List<String> names) {
    if (FloatText.bytes(text) != (long) names.size() * QUANTILES * Float.BYTES) {
      throw new IllegalArgumentException(
          "%d of each of %s were expected".formatted(QUANTILES, String.join(", ", names)));
    }
    float[] all = FloatText.decode(text);
    Map<String, float[]> quantiles = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      float[] own = Arrays.copyOfRange(all, i * QUANTILES, (i + 1) * QUANTILES);
      requireAscending(names.get(i), own);
      quantiles.put(names.get(i), own);
    }
    return Collections.unmodifiableMap(quantiles);
  }

  private static void requireAscending(String name, float[] quantiles) {
    for (int i = 1; i < quantiles.length; i++) {
      if (Float.compare(quantiles[i - 1], quantiles[i]) > 0) {
        throw new IllegalArgumentException("those of %s do not ascend".formatted(name));
      }
    }
  }
}
