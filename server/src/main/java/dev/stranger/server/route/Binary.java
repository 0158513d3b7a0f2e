package dev.stranger.server.route;

import dev.stranger.DataException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Numbers of the Open Inference Protocol as bytes, the least significant one first. */
final class Binary {

  private record Type(int size, Function<ByteBuffer, Number> reader) {}

  private static final SortedMap<String, Type> TYPES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("BOOL", new Type(1, bytes -> bytes.get() == 0 ? 0 : 1)),
              Map.entry("UINT8", new Type(1, bytes -> Byte.toUnsignedInt(bytes.get()))),
              Map.entry("UINT16", new Type(2, bytes -> Short.toUnsignedInt(bytes.getShort()))),
              Map.entry("UINT32", new Type(4, bytes -> Integer.toUnsignedLong(bytes.getInt()))),
              Map.entry("UINT64", new Type(8, bytes -> unsigned(bytes.getLong()))),
              Map.entry("INT8", new Type(1, ByteBuffer::get)),
              Map.entry("INT16", new Type(2, ByteBuffer::getShort)),
              Map.entry("INT32", new Type(4, ByteBuffer::getInt)),
              Map.entry("INT64", new Type(8, ByteBuffer::getLong)),
              Map.entry("FP16", new Type(2, bytes -> half(bytes.getShort()))),
              Map.entry("FP32", new Type(4, ByteBuffer::getFloat)),
              Map.entry("FP64", new Type(8, ByteBuffer::getDouble))));

  private Binary() {}

  static boolean isNumber(String datatype) {
    return TYPES.containsKey(datatype);
  }

  /** The names of all types. */
  static String types() {
    return String.join(", ", TYPES.keySet());
  }

  static float[] floats(String datatype, ByteBuffer bytes, String name) {
    ByteBuffer from = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    Type type = TYPES.get(datatype);
    if (type == null || from.remaining() % type.size != 0) {
      throw new DataException(
          "input '%s' has %,d bytes of the type %s; send FP32"
              .formatted(name, from.remaining(), datatype));
    }
    float[] floats = new float[from.remaining() / type.size];
    if (datatype.equals("FP32")) {
      from.asFloatBuffer().get(floats); // the usual type, copied at once
      return floats;
    }
    for (int i = 0; i < floats.length; i++) {
      floats[i] = type.reader.apply(from).floatValue();
    }
    return floats;
  }

  private static double unsigned(long value) {
    double signed = value;
    return value >= 0 ? signed : signed + 0x1p64;
  }

  /** A float of 16 bits: one of sign, five of exponent, ten of fraction. */
  static float half(short bits) {
    int exponent = bits >> 10 & 0x1f;
    int fraction = bits & 0x3ff;
    float size;
    if (exponent == 0x1f) {
      size = fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
    } else if (exponent == 0) {
      size = fraction * 0x1p-24f;
    } else {
      size = Math.scalb(1 + fraction * 0x1p-10f, exponent - 15);
    }
    return bits < 0 ? -size : size;
  }
}
