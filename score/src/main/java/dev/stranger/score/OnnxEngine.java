package dev.stranger.score;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import ai.onnxruntime.providers.OrtCUDAProviderOptions;
import dev.stranger.DataException;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;

/** A graph in ONNX Runtime. */
final class OnnxEngine implements Engine {

  private static final OrtEnvironment ENVIRONMENT = OrtEnvironment.getEnvironment();
  private static final int CPU_BATCH = 256;

  private final OrtSession session;
  private final int batchSize;
  private final GraphFacts facts;

  private OnnxEngine(OrtSession session, int batchSize, GraphFacts facts) {
    this.session = session;
    this.batchSize = batchSize;
    this.facts = facts;
  }

  @FunctionalInterface
  private interface Settings {
    void addTo(OrtSession.SessionOptions options) throws OrtException;
  }

  /**
   * @param place names the file in complaints
   * @throws DataException when the graph cannot be run, or not on that device
   */
  static OnnxEngine open(byte[] model, String place, Device device) {
    return switch (device.kind()) {
      case CPU -> onCpu(model, place);
      case CUDA -> onGpu(model, place, device);
      case AUTO -> whereItWorks(model, place);
    };
  }

  private static OnnxEngine onCpu(byte[] model, String place) {
    try {
      // Spinning threads steal the cores of the program that asks for verdicts.
      return open(
          model,
          facts -> CPU_BATCH,
          options -> options.addConfigEntry("session.intra_op.allow_spinning", "0"));
    } catch (OrtException e) {
      throw new DataException(
          "%s is not a graph that ONNX Runtime can run (%s); get a new copy"
              .formatted(place, e.getMessage()),
          e);
    }
  }

  private static OnnxEngine onGpu(byte[] model, String place, Device device) {
    if (!Device.onnxRuntimeHasCuda()) {
      throw new DataException(notOn(device, place, "ONNX Runtime is here without CUDA"));
    }
    try (OrtCUDAProviderOptions cuda = new OrtCUDAProviderOptions(device.number())) {
      cuda.add("use_tf32", "0"); // verdicts must be those of a CPU
      return open(model, GraphFacts::gpuBatch, options -> options.addCUDA(cuda));
    } catch (OrtException e) {
      throw new DataException(notOn(device, place, e.getMessage()), e);
    }
  }

  private static String notOn(Device device, String place, String why) {
    return "%s cannot be opened on %s (%s); take onnxruntime_gpu instead of onnxruntime, with CUDA 12"
            .formatted(place, device, why)
        + " and cuDNN 9 (docs/gpu.md), or use --device cpu";
  }

  private static OnnxEngine whereItWorks(byte[] model, String place) {
    try {
      return onGpu(model, place, Device.of("cuda"));
    } catch (DataException noGpu) {
      return onCpu(model, place);
    }
  }

  private static OnnxEngine open(
      byte[] model, ToIntFunction<GraphFacts> batchSize, Settings settings) throws OrtException {
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      settings.addTo(options);
      OrtSession session = ENVIRONMENT.createSession(model, options);
      try {
        GraphFacts facts = facts(session);
        return new OnnxEngine(session, batchSize.applyAsInt(facts), facts);
      } catch (OrtException e) {
        session.close();
        throw e;
      }
    }
  }

  private static GraphFacts facts(OrtSession session) throws OrtException {
    return new GraphFacts(
        session.getMetadata().getCustomMetadata(),
        dimensions(session.getInputInfo()),
        dimensions(session.getOutputInfo()));
  }

  private static Map<String, long[]> dimensions(Map<String, NodeInfo> nodes) {
    Map<String, long[]> dimensions = new LinkedHashMap<>();
    nodes.forEach(
        (name, node) -> {
          if (node.getInfo() instanceof TensorInfo tensor) {
            dimensions.put(name, tensor.getShape());
          }
        });
    return dimensions;
  }

  @Override
  public GraphFacts facts() {
    return facts;
  }

  @Override
  public int batchSize() {
    return batchSize;
  }

  @Override
  public Map<String, float[]> run(FloatBuffer samples, int count, Set<String> outputs) {
    try (OnnxTensor input = input(samples, count);
        OrtSession.Result result = session.run(Map.of(Answers.INPUT, input), outputs)) {
      Map<String, float[]> found = new HashMap<>();
      outputs.forEach(output -> found.put(output, floats(result, output)));
      return found;
    } catch (OrtException e) {
      throw new DataException("the detector cannot judge: " + e.getMessage(), e);
    }
  }

  private OnnxTensor input(FloatBuffer samples, int count) throws OrtException {
    // ONNX Runtime takes the bytes of a direct buffer as they are, in whatever order they lie.
    boolean foreign = samples.isDirect() && samples.order() != ByteOrder.nativeOrder();
    FloatBuffer values = foreign ? FloatBuffer.wrap(Answers.copy(samples)) : samples;
    long[] shape = facts.inputs().get(Answers.INPUT).clone();
    shape[0] = count;
    return OnnxTensor.createTensor(ENVIRONMENT, values, shape);
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
