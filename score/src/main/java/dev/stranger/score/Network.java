package dev.stranger.score;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxSequence;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.stranger.DataException;
import dev.stranger.DetectorFileException;
import dev.stranger.Shape;
import dev.stranger.score.onnx.AllowedOperators;
import dev.stranger.score.onnx.CheckedModel;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An ONNX model of somebody else in ONNX Runtime on the CPU, which may have any operators, inputs
 * and outputs. For trainers alone: it may change with any version. Safe to use from any number of
 * threads at once.
 */
public final class Network implements AutoCloseable {

  private final String place;
  private final OrtSession session;
  private final InputTensors inputs;

  private Network(String place, OrtSession session, InputTensors inputs) {
    this.place = place;
    this.session = session;
    this.inputs = inputs;
  }

  /**
   * What an input takes, or an output gives.
   *
   * @param type such as {@code FLOAT}
   * @param dimensions a negative one is free; empty for what is no tensor
   */
  public record Value(String type, long[] dimensions) {}

  /**
   * A tensor that was computed.
   *
   * @param bytes its content in the order of this machine; empty for what is no tensor of numbers
   */
  public record Computed(Value value, ByteBuffer bytes, float @Nullable [] floats) {

    public boolean hasNumbers() {
      return floats != null;
    }

    /** Its numbers. */
    public float[] numbers() {
      if (floats == null) {
        throw new IllegalStateException("a tensor of %s has no floats".formatted(value.type()));
      }
      return floats;
    }
  }

  /**
   * @param place names the model in complaints
   * @param shape of the samples that it will be given
   * @throws DataException when ONNX Runtime cannot run it, or its inputs cannot be filled
   */
  public static Network open(byte[] model, String place, ModelInput input, Shape shape) {
    OrtEnvironment environment = OnnxRuntime.environment();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      CheckedModel checked = CheckedModel.of(model, place, AllowedOperators.ANY);
      options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
      options.addConfigEntry("session.load_model_format", "ONNX");
      options.addConfigEntry("session.intra_op.allow_spinning", "0");
      OrtSession session = environment.createSession(checked.bytes(), options);
      try {
        InputTensors inputs = new InputTensors(environment, session.getInputInfo(), input, shape);
        inputs.requireAll();
        inputs.describe(1);
        return new Network(place, session, inputs);
      } catch (OrtException | RuntimeException e) {
        session.close();
        throw e;
      }
    } catch (DetectorFileException e) {
      throw new DataException("%s cannot be run: %s".formatted(place, reason(e)), e);
    } catch (OrtException e) {
      throw new DataException(
          "ONNX Runtime cannot run %s (%s); export it again".formatted(place, firstLine(e)), e);
    }
  }

  /** What is wrong with a model itself; the remedies of detector files are no remedies here. */
  private static String reason(DetectorFileException e) {
    return e.getCause() == null ? e.getMessage() : e.getCause().getMessage() + "; export it again";
  }

  private static String firstLine(OrtException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason given");
  }

  /** What it gives, in the order of the model. */
  public Map<String, Value> outputs() {
    try {
      Map<String, Value> values = new LinkedHashMap<>();
      session.getOutputInfo().forEach((name, node) -> values.put(name, value(node)));
      return values;
    } catch (OrtException e) {
      throw new IllegalStateException("ONNX Runtime could not list outputs", e);
    }
  }

  /** What it is given for some samples. */
  public Value input(int count) {
    return inputs.describe(count);
  }

  private static Value value(NodeInfo node) {
    return node.getInfo() instanceof TensorInfo tensor
        ? new Value(tensor.type.toString(), tensor.getShape())
        : new Value(node.getInfo().toString(), new long[0]);
  }

  /**
   * Some outputs of samples that lie one after another.
   *
   * @throws DataException when the network cannot be run on them
   */
  public Map<String, Computed> run(float[] samples, int count, Set<String> outputs) {
    return runWithin(null, samples, count, outputs);
  }

  /**
   * The same, for a network that may never end.
   *
   * @throws DataException also when it takes longer
   */
  public Map<String, Computed> run(
      float[] samples, int count, Set<String> outputs, Duration longest) {
    return runWithin(longest, samples, count, outputs);
  }

  private Map<String, Computed> runWithin(
      @Nullable Duration longest, float[] samples, int count, Set<String> outputs) {
    try (RunLimit limit = new RunLimit(longest)) {
      try (InputTensors.Bound bound = inputs.of(FloatBuffer.wrap(samples), count);
          OrtSession.Result result =
              session.run(bound.byName(), outputs, Map.of(), limit.options())) {
        Map<String, Computed> computed = new LinkedHashMap<>();
        for (String output : outputs) {
          OnnxValue value = result.get(output).orElseThrow();
          computed.put(output, computed(value));
        }
        return computed;
      } catch (OrtException e) {
        if (longest != null && limit.isPassed()) {
          throw new DataException(
              "%s took more than %,d seconds for %,d samples; it may have a loop without an end"
                  .formatted(place, longest.toSeconds(), count),
              e);
        }
        throw e;
      }
    } catch (OrtException e) {
      throw new DataException("%s cannot be run (%s)".formatted(place, firstLine(e)), e);
    }
  }

  private static Computed computed(OnnxValue value) throws OrtException {
    if (!(value instanceof OnnxTensor tensor) || tensor.getInfo().type == OnnxJavaType.STRING) {
      byte[] text = text(value).getBytes(StandardCharsets.UTF_8);
      return new Computed(
          new Value(value.getType().toString(), new long[0]), ByteBuffer.wrap(text), null);
    }
    TensorInfo info = tensor.getInfo();
    ByteBuffer bytes = ByteBuffer.allocate(tensor.getByteBuffer().remaining());
    bytes.put(tensor.getByteBuffer()).flip();
    @Nullable FloatBuffer buffer = tensor.getFloatBuffer();
    float @Nullable [] numbers = buffer == null ? null : new float[buffer.remaining()];
    if (buffer != null) {
      buffer.get(numbers);
    }
    return new Computed(new Value(info.type.toString(), info.getShape()), bytes, numbers);
  }

  private static String text(OnnxValue value) throws OrtException {
    if (value instanceof OnnxSequence sequence) {
      StringBuilder all = new StringBuilder();
      for (OnnxValue each : sequence.getValue()) {
        all.append(text(each)).append('\n');
      }
      return all.toString();
    }
    Object content = value.getValue();
    return content instanceof Map<?, ?> map
        ? new TreeMap<>(map).toString()
        : Arrays.deepToString(new Object[] {content});
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
