package dev.stranger.score;

import dev.stranger.Calibration;
import dev.stranger.DetectorFileException;
import dev.stranger.Energies;
import dev.stranger.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A few samples and the verdicts on them at the time of training, kept in the detector file:
 * whoever opens it, anywhere, can tell whether it still judges alike.
 *
 * @param energies their names
 * @param samples one after another
 * @param expected for each sample its energies, its score and its p-value
 */
record TestVectors(List<String> energies, float[] samples, float[] expected) {

  private static final String SAMPLES = "stranger.test_samples";
  private static final String EXPECTED = "stranger.test_expected";

  /** All of them are judged whenever a file is opened. */
  private static final int MOST = 64;

  /** Numbers count as equal within this relative difference: runtimes add in other orders. */
  private static final float TOLERANCE = 1e-3f;

  /** A p-value steps from one held-out score to the next, so a hair's breadth may move it a bit. */
  private static final float P_VALUE_TOLERANCE = 0.02f;

  static TestVectors of(List<String> energies, float[] samples, List<Verdict> verdicts) {
    int numbers = numbers(energies);
    float[] expected = new float[numbers * verdicts.size()];
    for (int i = 0; i < verdicts.size(); i++) {
      System.arraycopy(numbers(verdicts.get(i)), 0, expected, numbers * i, numbers);
    }
    return new TestVectors(energies, samples, expected);
  }

  /** How many are kept of a sample. */
  private static int numbers(List<String> energies) {
    return energies.size() + 2;
  }

  private static float[] numbers(Verdict verdict) {
    float[] energies = verdict.energies().values();
    float[] numbers = Arrays.copyOf(energies, energies.length + 2);
    numbers[energies.length] = verdict.score();
    numbers[energies.length + 1] = verdict.pValue();
    return numbers;
  }

  /** As the metadata of an ONNX model. */
  Map<String, String> toProperties() {
    Map<String, String> properties = new TreeMap<>();
    properties.put(SAMPLES, FloatText.encode(samples));
    properties.put(EXPECTED, FloatText.encode(expected));
    return properties;
  }

  static TestVectors parse(Map<String, String> properties, Metadata metadata, String place) {
    try {
      int numbers = numbers(metadata.energies());
      float[] samples = FloatText.decode(properties.getOrDefault(SAMPLES, ""));
      float[] expected = FloatText.decode(properties.getOrDefault(EXPECTED, ""));
      int count = samples.length / metadata.shape().size();
      if (expected.length == 0 || count * numbers != expected.length) {
        throw new IllegalArgumentException("they are missing or incomplete");
      }
      if (count > MOST) {
        throw new IllegalArgumentException("there are %d, more than %d".formatted(count, MOST));
      }
      return new TestVectors(metadata.energies(), samples, expected);
    } catch (IllegalArgumentException e) {
      throw new DetectorFileException(place + " has wrong test vectors: " + e.getMessage(), e);
    }
  }

  int count() {
    return expected.length / numbers(energies);
  }

  /**
   * What differs between now and then, in words; empty when nothing does.
   *
   * @param calibration that the p-values should come from
   */
  List<String> differences(List<Verdict> verdicts, Calibration calibration) {
    int numbers = numbers(energies);
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < verdicts.size(); i++) {
      float[] now = numbers(verdicts.get(i));
      float[] then = Arrays.copyOfRange(expected, numbers * i, numbers * (i + 1));
      for (int k = 0; k < numbers; k++) {
        float allowed = k < numbers - 1 ? allowed(then[k]) : allowed(then[k - 1], calibration);
        if (!(Math.abs(now[k] - then[k]) <= allowed)) {
          differences.add("%s of sample %d was %s, is %s".formatted(name(k), i, then[k], now[k]));
        }
      }
      float rank = calibration.pValue(verdicts.get(i).score());
      if (verdicts.get(i).pValue() != rank) {
        differences.add(
            "p-value of sample %d is %s, among the held-out scores it is %s"
                .formatted(i, verdicts.get(i).pValue(), rank));
      }
    }
    return differences;
  }

  private static float allowed(float number) {
    return TOLERANCE * (Math.abs(number) + 1e-3f);
  }

  /** How far a p-value moves where many scores are nearly equal, as those of a sure classifier. */
  private static float allowed(float score, Calibration calibration) {
    float most = calibration.pValue(score - allowed(score));
    return P_VALUE_TOLERANCE + most - calibration.pValue(score + allowed(score));
  }

  private String name(int number) {
    if (number < energies.size()) {
      return Energies.title(energies.get(number));
    }
    return number == energies.size() ? "score" : "p-value";
  }
}
