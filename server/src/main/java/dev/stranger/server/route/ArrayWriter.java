package dev.stranger.server.route;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes arrays of an answer as numbers, or as float32 behind the JSON: a large picture takes a
 * second as text.
 */
final class ArrayWriter {

  private final boolean binary;
  private final List<byte[]> behind = new ArrayList<>();

  ArrayWriter(boolean binary) {
    this.binary = binary;
  }

  void write(JsonGenerator json, String name, float[] values, int from, int to) throws IOException {
    if (!binary) {
      Json.floats(json, name, values, from, to);
      return;
    }
    ByteBuffer bytes =
        ByteBuffer.allocate(Float.BYTES * (to - from)).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values, from, to - from);
    behind.add(bytes.array());
    json.writeObjectFieldStart(name);
    json.writeNumberField("binary_data_size", bytes.capacity());
    json.writeEndObject();
  }

  /** In the order in which they were written. */
  List<byte[]> behind() {
    return behind;
  }
}
