package dev.stranger.server.route;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.stranger.DataException;
import dev.stranger.Shape;
import dev.stranger.score.Detector;
import dev.stranger.server.live.Limits;
import dev.stranger.server.live.Memory;
import dev.stranger.table.Column;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A request of the Open Inference Protocol, with its extension for binary tensors. */
final class InferenceRequest {

  /**
   * An output that is asked for.
   *
   * @param binary whether as bytes; null when the request says nothing of this output
   */
  record Wanted(String name, @Nullable Boolean binary) {}

  private final List<Tensor> inputs = new ArrayList<>();
  private final List<Wanted> outputs = new ArrayList<>();
  private @Nullable String id;
  private boolean binaryOutput;

  /**
   * @param jsonLength of the JSON at the beginning, or -1 when there is nothing else
   */
  static InferenceRequest read(byte[] body, int jsonLength) {
    int length = jsonLength < 0 ? body.length : jsonLength;
    if (length > body.length) {
      throw new DataException(
          "the body has %,d bytes, its header says %,d of JSON".formatted(body.length, length));
    }
    InferenceRequest request = new InferenceRequest();
    Json.readObject(body, length, request::field);
    request.giveBinary(ByteBuffer.wrap(body, length, body.length - length));
    return request;
  }

  void field(String field, JsonParser json) throws IOException {
    if (Json.isNull(json)) {
      return; // some clients write what they leave out
    }
    switch (field) {
      case "id" -> id = id(json);
      case "inputs" -> Json.readArray(json, input -> inputs.add(Tensor.read(input)));
      case "outputs" -> Json.readArray(json, this::output);
      case "parameters" ->
          Json.readFields(
              json,
              (name, value) -> {
                if (name.equals("binary_data_output")) {
                  binaryOutput = flag(value);
                }
              });
      default -> {} // later versions may have more
    }
  }

  /** As it was sent: it must be returned so. */
  private static String id(JsonParser json) throws IOException {
    Json.require(json, JsonToken.VALUE_STRING, "a text");
    return json.getText();
  }

  private void output(JsonParser json) throws IOException {
    String[] name = {""};
    Boolean[] binary = {null};
    Json.readFields(
        json,
        (field, value) -> {
          if (field.equals("name")) {
            name[0] = Tensor.text(value);
          } else if (field.equals("parameters") && !Json.isNull(value)) {
            Json.readFields(
                value,
                (parameter, of) -> {
                  if (parameter.equals("binary_data")) {
                    binary[0] = flag(of);
                  }
                });
          }
        });
    if (name[0].isEmpty()) {
      throw new DataException("an output needs a name");
    }
    outputs.add(new Wanted(name[0], binary[0]));
  }

  private static boolean flag(JsonParser json) {
    if (!json.currentToken().isBoolean()) {
      throw new DataException("%s must be true or false".formatted(Json.place(json)));
    }
    return json.currentToken() == JsonToken.VALUE_TRUE;
  }

  private void giveBinary(ByteBuffer bytes) {
    for (Tensor input : inputs) {
      if (input.binarySize() >= 0) {
        if (input.binarySize() > bytes.remaining()) {
          throw new DataException(
              "input '%s' has %,d bytes by binary_data_size, %,d are left; set the header"
                      .formatted(input.name(), input.binarySize(), bytes.remaining())
                  + " Inference-Header-Content-Length");
        }
        input.giveBinary(bytes.slice(bytes.position(), input.binarySize()));
        bytes.position(bytes.position() + input.binarySize());
      }
    }
    if (bytes.hasRemaining()) {
      throw new DataException(
          "%,d bytes at the end of the body belong to no input".formatted(bytes.remaining()));
    }
  }

  @Nullable String id() {
    return id;
  }

  /** Those that are asked for; empty when the request leaves the choice. */
  List<Wanted> outputs() {
    return outputs;
  }

  /** Whether an output is sent as bytes: its own wish counts more than that of the request. */
  boolean isBinary(Wanted output) {
    return output.binary() == null ? binaryOutput : output.binary();
  }

  /** The inputs as samples: one tensor of values, one of pictures, or one for each column. */
  Samples samples(Detector detector, Limits limits, Memory.Share memory) {
    if (inputs.isEmpty()) {
      throw new DataException("the request has no inputs; send the samples as one");
    }
    Tensor first = inputs.get(0);
    if (first.count() < 1) {
      throw new DataException(
          "input '%s' has the shape %s, which is no samples; send one or more"
              .formatted(first.name(), first.shapeText()));
    }
    if (inputs.size() == 1 && first.isBytes()) {
      return Samples.ofPictures(first.elementsAsBytes(), detector, limits, memory);
    }
    if (inputs.size() == 1) {
      return new Samples(values(first, detector.shape()), counted(first, limits));
    }
    return columns(detector, limits);
  }

  private static int counted(Tensor tensor, Limits limits) {
    Body.requireInstances(tensor.count(), limits);
    return tensor.count();
  }

  private static float[] values(Tensor tensor, Shape shape) {
    float[] values = tensor.floats();
    if (!tensor.hasSamplesOf(shape)) {
      throw new DataException(
          "input '%s' has the shape %s, the detector expects %s"
              .formatted(tensor.name(), tensor.shapeText(), expected(shape)));
    }
    return values;
  }

  private static String expected(Shape shape) {
    String sides =
        shape.dimensions().stream().map(String::valueOf).collect(Collectors.joining(", "));
    String nested = "[N, %s]".formatted(sides);
    return shape.rank() == 1 ? nested : "%s or [N, %d]".formatted(nested, shape.size());
  }

  private Samples columns(Detector detector, Limits limits) {
    List<String> columns = Column.names(detector.metadata().columns());
    List<String> names = inputs.stream().map(Tensor::name).toList();
    if (columns.size() != detector.shape().size()
        || names.size() != columns.size()
        || !names.containsAll(columns)) {
      throw new DataException(
          "the request has the inputs %s, the detector expects one%s"
              .formatted(
                  String.join(", ", names),
                  columns.isEmpty() ? "" : ", or one for each of " + String.join(", ", columns)));
    }
    int count = counted(inputs.get(0), limits);
    float[] values = new float[Math.multiplyExact(count, columns.size())];
    for (Tensor input : inputs) {
      float[] column = input.floats();
      if (column.length != count) {
        throw new DataException(
            "input '%s' has %d values, '%s' has %d"
                .formatted(input.name(), column.length, inputs.get(0).name(), count));
      }
      int at = columns.indexOf(input.name());
      for (int row = 0; row < count; row++) {
        values[row * columns.size() + at] = column[row];
      }
    }
    return new Samples(values, count);
  }
}
