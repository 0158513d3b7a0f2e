package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads and writes the numbers of a stored tensor, which may lie in bytes or in a typed list. */
final class TensorNumbers {

  private TensorNumbers() {}

  static boolean areWhole(TensorProto tensor) {
    return tensor.getDataType() == DataType.INT64.getNumber();
  }

  static long[] whole(TensorProto tensor) {
    if (!tensor.hasRawData()) {
      return tensor.getInt64DataList().stream().mapToLong(Long::longValue).toArray();
    }
    long[] numbers = new long[tensor.getRawData().size() / Long.BYTES];
    littleEndian(tensor.getRawData()).asLongBuffer().get(numbers);
    return numbers;
  }

  static float[] floats(TensorProto tensor) {
    float[] numbers;
    if (tensor.hasRawData()) {
      numbers = new float[tensor.getRawData().size() / Float.BYTES];
      littleEndian(tensor.getRawData()).asFloatBuffer().get(numbers);
    } else {
      numbers = new float[tensor.getFloatDataCount()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = tensor.getFloatData(i);
      }
    }
    return numbers;
  }

  private static ByteBuffer littleEndian(ByteString bytes) {
    return bytes.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A list of whole numbers, such as axes or a shape. */
  static TensorProto list(String name, long... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * numbers.length);
    bytes.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().put(numbers);
    return tensor(name, DataType.INT64, bytes).addDims(numbers.length).build();
  }

  /** A list of floats. */
  static TensorProto list(String name, float... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * numbers.length);
    bytes.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(numbers);
    return tensor(name, DataType.FLOAT, bytes).addDims(numbers.length).build();
  }

  /** A list of doubles. */
  static TensorProto list(String name, double... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES * numbers.length);
    bytes.order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().put(numbers);
    return tensor(name, DataType.DOUBLE, bytes).addDims(numbers.length).build();
  }

  private static TensorProto.Builder tensor(String name, DataType type, ByteBuffer bytes) {
    return TensorProto.newBuilder()
        .setName(name)
        .setDataType(type.getNumber())
        .setRawData(ByteString.copyFrom(bytes.array()));
  }
}
