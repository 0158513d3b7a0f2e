package dev.stranger.score;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.TensorInfo;
import ai.onnxruntime.platform.Fp16Conversions;
import dev.stranger.DetectorFileException;
import dev.stranger.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the inputs of a graph of samples, as its {@link ModelInput} says. Safe to use from any
 * number of threads at once.
 *
 * @param nodes all inputs of the graph
 * @param shape of a sample; null when the graph takes samples as they are
 */
record InputTensors(
    OrtEnvironment environment,
    Map<String, NodeInfo> nodes,
    ModelInput input,
    @Nullable Shape shape) {

  private static final int LARGEST_BYTE = 255;

  /** Tensors that belong together. */
  record Bound(Map<String, OnnxTensor> byName) implements AutoCloseable {
    @Override
    public void close() {
      byName.values().forEach(OnnxValue::close);
    }
  }

  /**
   * @throws IllegalArgumentException when the metadata of the graph is wrong
   * @throws DetectorFileException when a guarded network has inputs that cannot be filled
   */
  static InputTensors of(
      OrtEnvironment environment, Map<String, NodeInfo> nodes, Map<String, String> properties) {
    ModelInput input = ModelInput.parse(properties);
    if (!input.guarded()) {
      return new InputTensors(environment, nodes, input, null);
    }
    @Nullable Tiles tiles = Metadata.tiles(properties);
    InputTensors inputs =
        new InputTensors(
            environment, nodes, input, tiles == null ? Metadata.shape(properties) : tiles.tile());
    inputs.requireAll();
    return inputs;
  }

  /** Refuses a graph with inputs that nothing is known of, or of types that no number has. */
  void requireAll() {
    List<String> unknown = new ArrayList<>(nodes.keySet());
    unknown.remove(input.name());
    unknown.removeAll(input.constants().keySet());
    if (!nodes.containsKey(input.name()) || !unknown.isEmpty()) {
      throw new DetectorFileException(
          "the graph has the inputs %s, of which %s is filled with samples and %s with constants"
              .formatted(nodes.keySet(), input.name(), input.constants().keySet()));
    }
    nodes.keySet().forEach(name -> width(type(name)));
  }

  /**
   * @param samples from the buffer's position to its limit
   */
  Bound of(FloatBuffer samples, int count) throws OrtException {
    Map<String, OnnxTensor> tensors = new LinkedHashMap<>();
    Bound bound = new Bound(tensors);
    try {
      long[] dimensions = dimensions(count);
      tensors.put(input.name(), ofSamples(samples, dimensions));
      for (Map.Entry<String, Float> constant : input.constants().entrySet()) {
        tensors.put(constant.getKey(), filled(constant.getKey(), constant.getValue(), dimensions));
      }
      return bound;
    } catch (OrtException | RuntimeException e) {
      bound.close();
      throw e;
    }
  }

  /** What the graph is given for some samples. */
  Network.Value describe(int count) {
    return new Network.Value(type(input.name()).toString(), dimensions(count));
  }

  private long[] dimensions(int count) {
    long[] declared = declared(input.name());
    if (shape != null) {
      return input.dimensions(declared, shape, count);
    }
    long[] dimensions = declared.clone();
    dimensions[0] = count;
    return dimensions;
  }

  private TensorInfo info(String name) {
    if (nodes.get(name).getInfo() instanceof TensorInfo tensor) {
      return tensor;
    }
    throw new DetectorFileException("the input %s is no tensor".formatted(name));
  }

  private long[] declared(String name) {
    return info(name).getShape();
  }

  private OnnxJavaType type(String name) {
    return info(name).type;
  }

  private OnnxTensor ofSamples(FloatBuffer samples, long[] dimensions) throws OrtException {
    // ONNX Runtime takes the bytes of a direct buffer as they are, in whatever order they lie.
    boolean foreign = samples.isDirect() && samples.order() != ByteOrder.nativeOrder();
    if (input.isPlain() && type(input.name()) == OnnxJavaType.FLOAT && !foreign) {
      return OnnxTensor.createTensor(environment, samples, dimensions);
    }
    return tensor(type(input.name()), prepared(samples), dimensions);
  }

  /** The values in the order and on the scale that the network takes. */
  private float[] prepared(FloatBuffer samples) {
    float[] values = new float[samples.remaining()];
    if (shape == null) {
      samples.duplicate().get(values);
      return values;
    }
    int size = shape.size();
    int channels = shape.dimensions().get(0);
    int plane = size / channels;
    for (int i = 0; i < values.length; i++) {
      int within = i % size;
      int channel = within / plane;
      int to = input.channelsLast() ? within % plane * channels + channel : within;
      float centred = input.scale() * samples.get(samples.position() + i) - mean(channel);
      values[i - within + to] = centred / deviation(channel);
    }
    return values;
  }

  private float mean(int channel) {
    return of(input.means(), channel, 0);
  }

  private float deviation(int channel) {
    return of(input.deviations(), channel, 1);
  }

  private static float of(List<Float> numbers, int channel, float usual) {
    return numbers.isEmpty() ? usual : numbers.get(numbers.size() == 1 ? 0 : channel);
  }

  /** A free dimension is as long as that of the samples. */
  private OnnxTensor filled(String name, float value, long[] ofSamples) throws OrtException {
    long[] dimensions = declared(name).clone();
    long size = 1;
    for (int i = 0; i < dimensions.length; i++) {
      if (dimensions[i] < 0) {
        dimensions[i] = i < ofSamples.length ? ofSamples[i] : 1;
      }
      size = Math.multiplyExact(size, dimensions[i]);
    }
    float[] values = new float[Math.toIntExact(size)];
    Arrays.fill(values, value);
    return tensor(type(name), values, dimensions);
  }

  private OnnxTensor tensor(OnnxJavaType type, float[] values, long[] dimensions)
      throws OrtException {
    ByteBuffer bytes =
        ByteBuffer.allocateDirect(Math.multiplyExact(values.length, width(type)))
            .order(ByteOrder.nativeOrder());
    switch (type) {
      case FLOAT -> bytes.asFloatBuffer().put(values);
      case DOUBLE -> {
        for (float value : values) {
          bytes.putDouble(value);
        }
      }
      case FLOAT16 -> {
        for (float value : values) {
          bytes.putShort(Fp16Conversions.floatToFp16(value));
        }
      }
      case INT64 -> {
        for (float value : values) {
          bytes.putLong(Math.round((double) value));
        }
      }
      case INT32 -> {
        for (float value : values) {
          bytes.putInt(Math.round(value));
        }
      }
      default -> {
        for (float value : values) {
          bytes.put((byte) Math.max(0, Math.min(LARGEST_BYTE, Math.round(value))));
        }
      }
    }
    return OnnxTensor.createTensor(environment, bytes.rewind(), dimensions, type);
  }

  /** Bytes of an element. */
  private static int width(OnnxJavaType type) {
    return switch (type) {
      case DOUBLE, INT64 -> Long.BYTES;
      case FLOAT, INT32 -> Float.BYTES;
      case FLOAT16 -> Short.BYTES;
      case UINT8, BOOL -> 1;
      default ->
          throw new DetectorFileException(
              "the network takes inputs of type %s; samples are numbers".formatted(type));
    };
  }
}
