package dev.stranger.score;

import dev.stranger.DetectorFileException;
import dev.stranger.Energies;
import dev.stranger.Explanation;
import dev.stranger.Reasons;
import dev.stranger.Reconstruction;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseAlarmBound;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a detector's graph says of samples, read from the outputs of whatever runs it. As safe to
 * use from several threads as its engine.
 */
record Answers(Engine engine, Metadata metadata) {

  static final String ENERGIES = "energies";
  static final String SCORE = "score";
  static final String P_VALUE = "p_value";

  /** What a score is made of. */
  static final String PARTS = "parts";

  static final String STATISTICS = "statistics";

  /** An output that only models with a subspace have. */
  static final String COORDINATES = "coordinates";

  /** An output that only models with a decoder have. */
  static final String RECONSTRUCTION = "reconstruction";

  /** An output that only detectors of tables have: what the other columns say of each. */
  static final String EXPECTED = "expected";

  /** An output that only guards of the places of a picture have. */
  static final String MAP = "map";

  /** All that a detector may give; a guarded network gives its own outputs beside these. */
  static final Set<String> OUTPUTS =
      Set.of(
          ENERGIES, SCORE, PARTS, P_VALUE, RECONSTRUCTION, EXPECTED, STATISTICS, COORDINATES, MAP);

  /** What a verdict needs: outputs that nobody asks for are not copied. */
  private static final Set<String> VERDICT = Set.of(ENERGIES, SCORE, P_VALUE);

  private static final Set<String> REASONING = Set.of(ENERGIES, SCORE, P_VALUE, PARTS);
  private static final Set<String> EXPLANATION = Set.of(PARTS);

  /**
   * What the graph computed for a batch.
   *
   * @param names of the energies of each sample
   */
  record Judgement(List<String> names, float[] energies, float[] scores, float[] pValues) {

    List<Verdict> verdicts(FalseAlarmBound bound) {
      List<Verdict> verdicts = new ArrayList<>(scores.length);
      int width = names.size();
      for (int i = 0; i < scores.length; i++) {
        float[] own = Arrays.copyOfRange(energies, width * i, width * (i + 1));
        Energies named = new Energies(names, own);
        verdicts.add(new Verdict(scores[i], pValues[i], bound.flags(pValues[i]), named));
      }
      return verdicts;
    }
  }

  /**
   * @param reconstructions one after another, null when the graph makes none
   */
  record Review(Judgement judgement, float @Nullable [] reconstructions) {}

  record Reasoning(Judgement judgement, List<Reasons> reasons) {}

  Set<String> outputs() {
    return engine.facts().outputs().keySet();
  }

  Judgement judge(FloatBuffer samples, int count) {
    return judgement(run(samples, count, VERDICT));
  }

  /** A judgement and the reconstructions, from one run of the network. */
  Review review(FloatBuffer samples, int count) {
    Map<String, float[]> result = run(samples, count, withReconstruction(VERDICT));
    return new Review(judgement(result), result.get(RECONSTRUCTION));
  }

  /** A judgement and what each score is made of, from one run of the network. */
  Reasoning reason(FloatBuffer samples, int count) {
    Map<String, float[]> result = run(samples, count, REASONING);
    return new Reasoning(judgement(result), reasons(result.get(PARTS)));
  }

  List<Explanation> explain(FloatBuffer samples, int count) {
    Map<String, float[]> result = run(samples, count, where(EXPLANATION));
    return explanations(copy(samples), reasons(result.get(PARTS)), result);
  }

  /** These outputs, and those that show where a sample is strange. */
  private Set<String> where(Set<String> wanted) {
    Set<String> all = withReconstruction(wanted);
    if (outputs().contains(MAP)) {
      all.add(MAP);
    }
    return all;
  }

  /** These outputs, and reconstructions where there are any. */
  private Set<String> withReconstruction(Set<String> wanted) {
    Set<String> all = new HashSet<>(wanted);
    all.add(RECONSTRUCTION);
    all.retainAll(outputs());
    return all;
  }

  /** One output of the graph, all of its numbers. */
  float[] output(FloatBuffer samples, int count, String output) {
    return run(samples, count, Set.of(output)).get(output);
  }

  /**
   * Whatever the graph gives must be there for every sample: a gate that cannot judge may not let
   * anything pass.
   */
  private Map<String, float[]> run(FloatBuffer samples, int count, Set<String> wanted) {
    Map<String, float[]> found = engine.run(samples, count, wanted);
    for (String output : wanted) {
      float @Nullable [] numbers = found.get(output);
      long expected = count * numbersASample(output);
      if (numbers == null || numbers.length != expected) {
        throw new DetectorFileException(
            "the detector cannot judge: its %s has %d numbers for %d samples, %d were expected"
                .formatted(output, numbers == null ? 0 : numbers.length, count, expected));
      }
    }
    return found;
  }

  private long numbersASample(String output) {
    return Arrays.stream(engine.facts().outputs().get(output))
        .skip(1)
        .reduce(1, Math::multiplyExact);
  }

  private Judgement judgement(Map<String, float[]> result) {
    requireProbabilities(result.get(P_VALUE));
    return new Judgement(
        metadata.energies(), result.get(ENERGIES), result.get(SCORE), result.get(P_VALUE));
  }

  /** A p-value that is no number would never be flagged. */
  private static void requireProbabilities(float[] pValues) {
    for (float value : pValues) {
      if (!(value > 0 && value <= 1)) {
        throw new DetectorFileException(
            "the detector cannot judge: it gives %s as a p-value; get a new copy".formatted(value));
      }
    }
  }

  private List<Reasons> reasons(float[] amounts) {
    List<String> names = metadata.parts();
    List<Reasons> reasons = new ArrayList<>(amounts.length / names.size());
    for (int from = 0; from < amounts.length; from += names.size()) {
      List<Reasons.Part> parts = new ArrayList<>(names.size());
      for (int i = 0; i < names.size(); i++) {
        parts.add(new Reasons.Part(names.get(i), amounts[from + i]));
      }
      reasons.add(new Reasons(parts));
    }
    return reasons;
  }

  /**
   * @param result with reconstructions and maps, where the graph makes any
   */
  private List<Explanation> explanations(
      float[] samples, List<Reasons> reasons, Map<String, float[]> result) {
    float @Nullable [] made = result.get(RECONSTRUCTION);
    float @Nullable [] maps = result.get(MAP);
    List<Explanation> explanations = new ArrayList<>(reasons.size());
    for (int i = 0; i < reasons.size(); i++) {
      explanations.add(
          new Explanation(
              reasons.get(i),
              made == null ? null : reconstruction(samples, made, i),
              maps == null ? null : part(maps, i, reasons.size())));
    }
    return explanations;
  }

  private static float[] part(float[] all, int index, int count) {
    int size = all.length / count;
    return Arrays.copyOfRange(all, index * size, (index + 1) * size);
  }

  private Reconstruction reconstruction(float[] samples, float[] made, int index) {
    int from = index * metadata.shape().size();
    int to = from + metadata.shape().size();
    return Reconstruction.of(
        Arrays.copyOfRange(samples, from, to),
        Arrays.copyOfRange(made, from, to),
        metadata.deviations(),
        metadata.columns());
  }

  static float[] copy(FloatBuffer samples) {
    float[] values = new float[samples.remaining()];
    samples.duplicate().get(values);
    return values;
  }
}
