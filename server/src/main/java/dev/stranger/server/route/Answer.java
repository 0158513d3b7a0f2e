package dev.stranger.server.route;

import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.util.List;

/**
 * JSON, and large arrays as bytes behind it, as in the extension of the Open Inference Protocol.
 *
 * @param jsonLength of the JSON at the beginning, or -1 when there is nothing else
 */
record Answer(byte[] body, int jsonLength) {

  static final String LENGTH = "Inference-Header-Content-Length";

  static Answer of(byte[] json, List<byte[]> behind) {
    if (behind.isEmpty()) {
      return new Answer(json, -1);
    }
    int bytes = json.length + behind.stream().mapToInt(array -> array.length).sum();
    ByteArrayOutputStream all = new ByteArrayOutputStream(bytes);
    all.writeBytes(json);
    behind.forEach(all::writeBytes);
    return new Answer(all.toByteArray(), json.length);
  }

  void send(Context request) {
    if (jsonLength < 0) {
      request.contentType("application/json");
    } else {
      request.contentType("application/octet-stream").header(LENGTH, Integer.toString(jsonLength));
    }
    request.result(body);
  }
}
