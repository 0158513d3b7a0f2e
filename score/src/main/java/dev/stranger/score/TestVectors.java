package dev.stranger.score;

import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.Energies;
import dev.stranger.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A few samples and the verdicts on them at the time of training, kept in the detector file:
 * whoever opens it, anywhere, can tell whether it still judges alike.
 *
 * @param samples one after another
 * @param expected six numbers a sample: the four energies, the score, the p-value
 */
public record TestVectors(float[] samples, float[] expected) {

  private static final String SAMPLES = "stranger.test_samples";
  private static final String EXPECTED = "stranger.test_expected";
  private static final int NUMBERS = 6;

  /** Numbers count as equal within this relative difference: runtimes add in other orders. */
  private static final float TOLERANCE = 1e-3f;

  /** A p-value steps from one held-out score to the next, so a hair's breadth may move it a bit. */
  private static final float P_VALUE_TOLERANCE = 0.02f;

  static TestVectors of(float[] samples, List<Verdict> verdicts) {
    float[] expected = new float[NUMBERS * verdicts.size()];
    for (int i = 0; i < verdicts.size(); i++) {
      System.arraycopy(numbers(verdicts.get(i)), 0, expected, NUMBERS * i, NUMBERS);
    }
    return new TestVectors(samples, expected);
  }

  private static float[] numbers(Verdict verdict) {
    Energies energies = verdict.energies();
    return new float[] {
      energies.fullEnergy(),
      energies.kpcaError(),
      energies.aeLoss(),
      energies.negCorr(),
      verdict.score(),
      verdict.pValue()
    };
  }

  /** As the metadata of an ONNX model. */
  public Map<String, String> toProperties() {
    Map<String, String> properties = new TreeMap<>();
    properties.put(SAMPLES, FloatText.encode(samples));
    properties.put(EXPECTED, FloatText.encode(expected));
    return properties;
  }

  static TestVectors parse(Map<String, String> properties, int sampleSize, String place) {
    try {
      float[] samples = FloatText.decode(properties.getOrDefault(SAMPLES, ""));
      float[] expected = FloatText.decode(properties.getOrDefault(EXPECTED, ""));
      if (expected.length == 0 || samples.length / sampleSize * NUMBERS != expected.length) {
        throw new IllegalArgumentException("they are missing or incomplete");
      }
      return new TestVectors(samples, expected);
    } catch (IllegalArgumentException e) {
      throw new DataException(place + " has wrong test vectors: " + e.getMessage(), e);
    }
  }

  int count() {
    return expected.length / NUMBERS;
  }

  /**
   * What differs between now and then, in words; empty when nothing does.
   *
   * @param calibration that the p-values should come from
   */
  List<String> differences(List<Verdict> verdicts, Calibration calibration) {
    String[] names = {"FullEnergy", "kPCAError", "AELoss", "NegCorr", "score", "p-value"};
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < verdicts.size(); i++) {
      float[] now = numbers(verdicts.get(i));
      for (int k = 0; k < NUMBERS; k++) {
        float then = expected[NUMBERS * i + k];
        float allowed = k == NUMBERS - 1 ? P_VALUE_TOLERANCE : TOLERANCE * (Math.abs(then) + 1e-3f);
        if (!(Math.abs(now[k] - then) <= allowed)) {
          differences.add("%s of sample %d was %s, is %s".formatted(names[k], i, then, now[k]));
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
}
