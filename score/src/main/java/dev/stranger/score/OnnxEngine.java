package dev.stranger.score;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import ai.onnxruntime.providers.OrtCUDAProviderOptions;
import dev.stranger.DetectorFileException;
import dev.stranger.DeviceException;
import dev.stranger.Remedy;
import dev.stranger.StrangerException;
import dev.stranger.score.onnx.CheckedModel;
import java.nio.FloatBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A graph in ONNX Runtime. On a CPU a batch of quick samples is cut into shares, one for each core,
 * because handing on every small product of a graph to other cores takes longer than it saves.
 */
final class OnnxEngine implements Engine {

  /** Samples that are worth the time of calling another core. */
  private static final int SMALLEST_SHARE = 8;

  private final OrtSession session;
  private final InputTensors inputs;
  private final int batchSize;
  private final int shares;
  private final GraphFacts facts;

  private OnnxEngine(
      OrtSession session, InputTensors inputs, int batchSize, int shares, GraphFacts facts) {
    this.session = session;
    this.inputs = inputs;
    this.batchSize = batchSize;
    this.shares = shares;
    this.facts = facts;
  }

  @FunctionalInterface
  private interface Settings {
    void addTo(OrtSession.SessionOptions options) throws OrtException;
  }

  /**
   * @throws DetectorFileException when the graph cannot be run
   * @throws DeviceException when there is no such device
   */
  static Engine open(CheckedModel model, OpenOptions how) {
    @Nullable Tiles tiles = tiles(model);
    OnnxEngine engine =
        switch (how.device().kind()) {
          case CPU -> onCpu(model, how.threads());
          case CUDA -> onGpu(model, how.device());
          case AUTO -> whereItWorks(model, how.threads());
        };
    return tiles == null ? engine : new TiledEngine(engine, tiles);
  }

  private static @Nullable Tiles tiles(CheckedModel model) {
    try {
      return Metadata.tiles(model.properties());
    } catch (IllegalArgumentException | StrangerException e) {
      throw cannotRun(model, e);
    }
  }

  private static DetectorFileException cannotRun(CheckedModel model, RuntimeException e) {
    return new DetectorFileException(
        "%s cannot be run: %s".formatted(model.place(), e.getMessage()), e);
  }

  private static OnnxEngine onCpu(CheckedModel model, int threads) {
    int cores = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
    try {
      // Spinning threads steal the cores of the program that asks for verdicts.
      return open(
          model,
          model.cpuBatch(),
          model.isQuick() ? cores : 1,
          options -> {
            options.setIntraOpNumThreads(model.isQuick() ? 1 : cores);
            options.addConfigEntry("session.intra_op.allow_spinning", "0");
          });
    } catch (OrtException e) {
      throw new DetectorFileException(
          "%s is not a graph that ONNX Runtime can run (%s); get a new copy"
              .formatted(model.place(), e.getMessage()),
          e);
    }
  }

  private static OnnxEngine onGpu(CheckedModel model, Device device) {
    if (!Device.onnxRuntimeHasCuda()) {
      throw notOn(device, model, "ONNX Runtime is here without CUDA", null);
    }
    try (OrtCUDAProviderOptions cuda = new OrtCUDAProviderOptions(device.number())) {
      cuda.add("use_tf32", "0"); // verdicts must be those of a CPU
      return open(model, model.gpuBatch(), 1, options -> options.addCUDA(cuda));
    } catch (OrtException e) {
      throw notOn(device, model, String.valueOf(e.getMessage()), e);
    }
  }

  private static DeviceException notOn(
      Device device, CheckedModel model, String why, @Nullable Throwable cause) {
    return new DeviceException(
        ("%s cannot be opened on %s (%s); take onnxruntime_gpu instead of onnxruntime, with CUDA 12"
                + " and cuDNN 9 (docs/gpu.md), or use the CPU")
            .formatted(model.place(), device, why),
        cause,
        Remedy.DEVICE);
  }

  private static OnnxEngine whereItWorks(CheckedModel model, int threads) {
    try {
      return onGpu(model, Device.of("cuda"));
    } catch (DeviceException noGpu) {
      return onCpu(model, threads);
    }
  }

  private static OnnxEngine open(CheckedModel model, int batchSize, int shares, Settings settings)
      throws OrtException {
    OrtEnvironment environment = OnnxRuntime.environment();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
      // Bytes that are a model in its own format as well would not be what was checked.
      options.addConfigEntry("session.load_model_format", "ONNX");
      settings.addTo(options);
      OrtSession session = environment.createSession(model.bytes(), options);
      try {
        InputTensors inputs = inputs(environment, model, session);
        int most = inputs.input().oneByOne() ? 1 : batchSize;
        return new OnnxEngine(session, inputs, most, shares, facts(model, session, inputs.input()));
      } catch (OrtException | RuntimeException e) {
        session.close();
        throw e;
      }
    }
  }

  private static InputTensors inputs(
      OrtEnvironment environment, CheckedModel model, OrtSession session) throws OrtException {
    try {
      return InputTensors.of(environment, session.getInputInfo(), model.properties());
    } catch (IllegalArgumentException | StrangerException e) {
      throw cannotRun(model, e);
    }
  }

  private static GraphFacts facts(CheckedModel model, OrtSession session, ModelInput input)
      throws OrtException {
    boolean guarded = input.guarded();
    Map<String, long[]> outputs = new LinkedHashMap<>();
    dimensions(session.getOutputInfo(), false)
        .forEach(
            (name, dimensions) -> {
              String own = name.substring(Math.min(name.length(), input.outputPrefix().length()));
              if (!guarded
                  || name.equals(input.outputPrefix() + own) && Answers.OUTPUTS.contains(own)) {
                outputs.put(own, dimensions);
              }
            });
    return new GraphFacts(model.properties(), dimensions(session.getInputInfo(), guarded), outputs);
  }

  /** Of floats, as a detector takes and gives nothing else; a network may take other numbers. */
  private static Map<String, long[]> dimensions(Map<String, NodeInfo> nodes, boolean anyNumbers) {
    Map<String, long[]> dimensions = new LinkedHashMap<>();
    nodes.forEach(
        (name, node) -> {
          if (node.getInfo() instanceof TensorInfo tensor
              && (anyNumbers || tensor.type == OnnxJavaType.FLOAT)) {
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
    int parts = Math.max(1, Math.min(shares, count / SMALLEST_SHARE));
    if (parts == 1) {
      return runOnce(samples, count, outputs);
    }
    int size = samples.remaining() / count;
    FloatBuffer all = samples.slice();
    List<Map<String, float[]>> found =
        IntStream.range(0, parts)
            .parallel()
            .mapToObj(
                part -> {
                  int from = (int) ((long) count * part / parts);
                  int length = (int) ((long) count * (part + 1) / parts) - from;
                  return runOnce(all.slice(from * size, length * size), length, outputs);
                })
            .toList();
    return FloatArrays.joined(found, outputs);
  }

  private Map<String, float[]> runOnce(FloatBuffer samples, int count, Set<String> outputs) {
    String prefix = inputs.input().outputPrefix();
    Set<String> names = outputs.stream().map(prefix::concat).collect(Collectors.toSet());
    try (InputTensors.Bound bound = inputs.of(samples, count);
        OrtSession.Result result = session.run(bound.byName(), names)) {
      Map<String, float[]> found = new HashMap<>();
      outputs.forEach(output -> found.put(output, floats(result, prefix + output)));
      return found;
    } catch (OrtException e) {
      throw new DetectorFileException("the detector cannot judge: " + e.getMessage(), e);
    }
  }

  private static float[] floats(OrtSession.Result result, String name) {
    OnnxTensor tensor =
        (OnnxTensor) result.get(name).orElseThrow(() -> new IllegalStateException(name));
    @Nullable FloatBuffer buffer = tensor.getFloatBuffer();
    if (buffer == null) {
      throw new DetectorFileException(
          "the output %s of the detector holds no floats".formatted(name));
    }
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
