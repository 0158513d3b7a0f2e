package dev.stranger.score;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.stranger.DataException;
import dev.stranger.Energies;
import dev.stranger.Explanation;
import dev.stranger.Reasons;
import dev.stranger.Reconstruction;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseAlarmBound;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A detector's graph in ONNX Runtime. Safe to run from any number of threads. */
final class OnnxSession implements AutoCloseable {

  private static final OrtEnvironment ENVIRONMENT = OrtEnvironment.getEnvironment();

  /** What a verdict needs: outputs that nobody asks for are not copied. */
  private static final Set<String> VERDICT = Set.of("energies", "score", "p_value");

  private static final Set<String> REASONING = Set.of("energies", "score", "p_value", "parts");
  private static final Set<String> EXPLANATION = Set.of("parts");

  /** An output that only models with a decoder have. */
  static final String RECONSTRUCTION = "reconstruction";

  private final OrtSession session;

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

  private OnnxSession(OrtSession session) {
    this.session = session;
  }

  static OnnxSession open(byte[] model, String place) {
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      // Spinning threads steal the cores of the program that asks for verdicts.
      options.addConfigEntry("session.intra_op.allow_spinning", "0");
      return new OnnxSession(ENVIRONMENT.createSession(model, options));
    } catch (OrtException e) {
      throw new DataException(
          "%s is not a graph that ONNX Runtime can run (%s); get a new copy"
              .formatted(place, e.getMessage()),
          e);
    }
  }

  Map<String, String> properties() throws OrtException {
    return session.getMetadata().getCustomMetadata();
  }

  GraphCheck check(String place) throws OrtException {
    return new GraphCheck(session.getInputInfo(), session.getOutputInfo(), place);
  }

  Set<String> outputs() {
    return session.getOutputNames();
  }

  Judgement judge(FloatBuffer samples, int count, Metadata metadata) {
    return run(samples, count, metadata.shape(), VERDICT, result -> judgement(result, metadata));
  }

  /** A judgement and the reconstructions, from one run of the network. */
  Review review(FloatBuffer samples, int count, Metadata metadata) {
    return run(
        samples,
        count,
        metadata.shape(),
        withReconstruction(VERDICT),
        result -> new Review(judgement(result, metadata), reconstructions(result)));
  }

  /** A judgement and what each score is made of, from one run of the network. */
  Reasoning reason(FloatBuffer samples, int count, Metadata metadata) {
    return run(
        samples,
        count,
        metadata.shape(),
        REASONING,
        result -> new Reasoning(judgement(result, metadata), reasons(result, metadata.parts())));
  }

  List<Explanation> explain(FloatBuffer samples, int count, Metadata metadata) {
    return run(
        samples,
        count,
        metadata.shape(),
        withReconstruction(EXPLANATION),
        result -> explanations(copy(samples), result, metadata));
  }

  /** These outputs, and reconstructions where there are any. */
  private Set<String> withReconstruction(Set<String> wanted) {
    Set<String> all = new HashSet<>(wanted);
    all.add(RECONSTRUCTION);
    all.retainAll(outputs());
    return all;
  }

  /** One output of the graph, all of its numbers. */
  float[] run(FloatBuffer samples, int count, Shape shape, String output) {
    return run(samples, count, shape, Set.of(output), result -> floats(result, output));
  }

  private <T> T run(
      FloatBuffer samples,
      int count,
      Shape shape,
      Set<String> outputs,
      Function<OrtSession.Result, T> reader) {
    try (OnnxTensor input = input(samples, count, shape);
        OrtSession.Result result = session.run(Map.of("x", input), outputs)) {
      return reader.apply(result);
    } catch (OrtException e) {
      throw new DataException("the detector cannot judge: " + e.getMessage(), e);
    }
  }

  private static Judgement judgement(OrtSession.Result result, Metadata metadata) {
    return new Judgement(
        metadata.energies(),
        floats(result, "energies"),
        floats(result, "score"),
        floats(result, "p_value"));
  }

  private static float @Nullable [] reconstructions(OrtSession.Result result) {
    return result.get(RECONSTRUCTION).isPresent() ? floats(result, RECONSTRUCTION) : null;
  }

  private static List<Reasons> reasons(OrtSession.Result result, List<String> names) {
    float[] amounts = floats(result, "parts");
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

  private static List<Explanation> explanations(
      float[] samples, OrtSession.Result result, Metadata metadata) {
    float @Nullable [] made = reconstructions(result);
    List<Reasons> reasons = reasons(result, metadata.parts());
    List<Explanation> explanations = new ArrayList<>(reasons.size());
    for (int i = 0; i < reasons.size(); i++) {
      @Nullable Reconstruction own =
          made == null ? null : reconstruction(samples, made, i, metadata);
      explanations.add(new Explanation(reasons.get(i), own));
    }
    return explanations;
  }

  private static Reconstruction reconstruction(
      float[] samples, float[] made, int index, Metadata metadata) {
    int from = index * metadata.shape().size();
    int to = from + metadata.shape().size();
    return Reconstruction.of(
        Arrays.copyOfRange(samples, from, to),
        Arrays.copyOfRange(made, from, to),
        metadata.deviations());
  }

  private static OnnxTensor input(FloatBuffer samples, int count, Shape shape) throws OrtException {
    // ONNX Runtime takes the bytes of a direct buffer as they are, in whatever order they lie.
    boolean foreign = samples.isDirect() && samples.order() != ByteOrder.nativeOrder();
    FloatBuffer values = foreign ? FloatBuffer.wrap(copy(samples)) : samples;
    return OnnxTensor.createTensor(ENVIRONMENT, values, batch(count, shape));
  }

  private static float[] copy(FloatBuffer samples) {
    float[] values = new float[samples.remaining()];
    samples.duplicate().get(values);
    return values;
  }

  private static long[] batch(int count, Shape shape) {
    long[] dimensions = new long[shape.rank() + 1];
    dimensions[0] = count;
    for (int i = 0; i < shape.rank(); i++) {
      dimensions[i + 1] = shape.dimensions().get(i);
    }
    return dimensions;
  }

  private static float[] floats(OrtSession.Result result, String name) {
    OnnxTensor tensor =
        (OnnxTensor) result.get(name).orElseThrow(() -> new IllegalStateException(name));
    FloatBuffer buffer = tensor.getFloatBuffer();
    float[] values = new float[buffer.remaining()];
    buffer.get(values);
    return values;
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw new IllegalStateException("ONNX Runtime could not close a session", e);
    }
  }
}
