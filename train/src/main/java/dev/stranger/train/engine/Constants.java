package dev.stranger.train.engine;

import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import dev.stranger.train.torch.Compute;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/**
 * The numbers that are part of a graph.
 *
 * @param tensors all of them, on the device
 * @param numbers the whole ones, such as axes and shapes, where Java can read them without waiting
 *     for the device
 */
record Constants(Map<String, Tensor> tensors, Map<String, long[]> numbers) {

  static Constants load(List<TensorProto> initializers, Compute compute, String place) {
    Constants constants = new Constants(new HashMap<>(), new HashMap<>());
    initializers.forEach(initializer -> constants.add(initializer, compute, place));
    return constants;
  }

  private void add(TensorProto initializer, Compute compute, String place) {
    String name = initializer.getName();
    long[] shape = initializer.getDimsList().stream().mapToLong(d -> d).toArray();
    if (initializer.getDataType() == TensorProto.DataType.FLOAT.getNumber()) {
      tensors.put(name, compute.of(floats(initializer.getRawData()), shape));
    } else if (initializer.getDataType() == TensorProto.DataType.INT64.getNumber()) {
      numbers.put(name, longs(initializer.getRawData()));
      tensors.put(name, compute.moveAsIs(Tensor.create(numbers.get(name), shape)));
    } else {
      throw Operators.unknown(
          "%s holds numbers of the type %s"
              .formatted(place, TensorProto.DataType.forNumber(initializer.getDataType())));
    }
  }

  private static float[] floats(ByteString raw) {
    float[] values = new float[raw.size() / Float.BYTES];
    littleEndian(raw).asFloatBuffer().get(values);
    return values;
  }

  private static long[] longs(ByteString raw) {
    long[] values = new long[raw.size() / Long.BYTES];
    littleEndian(raw).asLongBuffer().get(values);
    return values;
  }

  private static ByteBuffer littleEndian(ByteString raw) {
    return raw.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }
}
