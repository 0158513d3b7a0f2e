package dev.stranger.score;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.stranger.DataException;
import dev.stranger.Energies;
import dev.stranger.Explanation;
import dev.stranger.Reasons;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseAlarmBound;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** A detector's graph in ONNX Runtime. Safe to run from any number of threads. */
final class OnnxSession implements AutoCloseable {

  private static final OrtEnvironment ENVIRONMENT = OrtEnvironment.getEnvironment();

  /** What a verdict needs: outputs that nobody asks for are not copied. */
  private static final Set<String> VERDICT = Set.of("energies", "score", "p_value");

  private static final Set<String> REVIEW =
      Set.of("energies", "score", "p_value", "reconstruction");
  private static final Set<String> REASONING = Set.of("energies", "score", "p_value", "parts");
  private static final Set<String> EXPLANATION = Set.of("parts", "reconstruction");

  private final OrtSession session;

  /** What the graph computed for a batch. */
  record Judgement(float[] energies, float[] scores, float[] pValues) {

    List<Verdict> verdicts(FalseAlarmBound bound) {
      List<Verdict> verdicts = new ArrayList<>(scores.length);
      for (int i = 0; i < scores.length; i++) {
        int at = 4 * i;
        Energies four =
            new Energies(energies[at], energies[at + 1], energies[at + 2], energies[at + 3]);
        verdicts.add(new Verdict(scores[i], pValues[i], bound.flags(pValues[i]), four));
      }
      return verdicts;
    }
  }

  record Review(Judgement judgement, float[] reconstructions) {}

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

  /** Compares the input of the graph with the shape the metadata promises. */
  void requireInput(Shape shape, String place) throws OrtException {
    NodeInfo input = session.getInputInfo().get("x");
    if (input == null || !(input.getInfo() instanceof TensorInfo info)) {
      throw new DataException(place + " has no input x; it is no detector of Stranger");
    }
    long[] dimensions = info.getShape();
    long[] sample =
        Arrays.copyOfRange(dimensions, Math.min(1, dimensions.length), dimensions.length);
    if (!Arrays.equals(sample, shape.dimensions().stream().mapToLong(d -> d).toArray())) {
      throw new DataException(
          "%s takes samples of %s, its metadata says %s"
              .formatted(place, Arrays.toString(sample), shape));
    }
  }

  Judgement judge(FloatBuffer samples, int count, Shape shape) {
    return run(samples, count, shape, VERDICT, OnnxSession::judgement);
  }

  /** A judgement and the reconstructions, from one run of the network. */
  Review review(FloatBuffer samples, int count, Shape shape) {
    return run(
        samples,
        count,
        shape,
        REVIEW,
        result -> new Review(judgement(result), floats(result, "reconstruction")));
  }

  /** A judgement and what each score is made of, from one run of the network. */
  Reasoning reason(FloatBuffer samples, int count, Metadata metadata) {
    return run(
        samples,
        count,
        metadata.shape(),
        REASONING,
        result -> new Reasoning(judgement(result), reasons(result, metadata.parts())));
  }

  List<Explanation> explain(FloatBuffer samples, int count, Metadata metadata) {
    return run(
        samples,
        count,
        metadata.shape(),
        EXPLANATION,
        result -> explanations(copy(samples), result, metadata));
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

  private static Judgement judgement(OrtSession.Result result) {
    return new Judgement(
        floats(result, "energies"), floats(result, "score"), floats(result, "p_value"));
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
    int size = metadata.shape().size();
    float[] made = floats(result, "reconstruction");
    List<Reasons> reasons = reasons(result, metadata.parts());
    List<Explanation> explanations = new ArrayList<>(reasons.size());
    for (int i = 0; i < reasons.size(); i++) {
      float[] sample = Arrays.copyOfRange(samples, i * size, (i + 1) * size);
      float[] reconstruction = Arrays.copyOfRange(made, i * size, (i + 1) * size);
      explanations.add(
          Explanation.of(reasons.get(i), sample, reconstruction, metadata.deviations()));
    }
    return explanations;
  }

  private static OnnxTensor input(FloatBuffer samples, int count, Shape shape) throws OrtException {
    // ONNX Runtime takes the bytes of a direct buffer as they are, in whatever order they lie.
    boolean foreign = samples.isDirect() && samples.order() != ByteOrder.nativeOrder();
    FloatBuffer values = foreign ? FloatBuffer.wrap(copy(samples)) : samples;
    return OnnxTensor.createTensor(ENVIRONMENT, values, shape.ofBatch(count));
  }

  private static float[] copy(FloatBuffer samples) {
    float[] values = new float[samples.remaining()];
    samples.duplicate().get(values);
    return values;
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
