package dev.stranger.server.route;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.stranger.DataException;
import dev.stranger.Shape;
import dev.stranger.VisibleText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** An input tensor of the Open Inference Protocol: its data is in the JSON, or in bytes behind. */
final class Tensor {

  private String name = "";
  private String datatype = "";
  private long @Nullable [] shape;
  private @Nullable Floats numbers;
  private @Nullable List<String> texts;
  private int binarySize = -1;
  private @Nullable ByteBuffer binary;

  static Tensor read(JsonParser json) throws IOException {
    Tensor tensor = new Tensor();
    Json.readFields(json, tensor::field);
    tensor.requireComplete();
    return tensor;
  }

  private void field(String field, JsonParser json) throws IOException {
    if (Json.isNull(json)) {
      return;
    }
    switch (field) {
      case "name" -> name = text(json);
      case "datatype" -> datatype = text(json);
      case "shape" -> shape = shape(json);
      case "data" -> readData(json);
      case "parameters" ->
          Json.readFields(
              json,
              (parameter, value) -> {
                if (parameter.equals("binary_data_size")) {
                  binarySize = size(value);
                }
              });
      default -> {} // later versions may have more
    }
  }

  static String text(JsonParser json) throws IOException {
    Json.require(json, JsonToken.VALUE_STRING, "a text");
    return VisibleText.of(json.getText());
  }

  private static int size(JsonParser json) throws IOException {
    Json.require(json, JsonToken.VALUE_NUMBER_INT, "a whole number");
    long size = json.getLongValue();
    if (size < 0 || size > Integer.MAX_VALUE) {
      throw new DataException("%s is %d, not a size".formatted(Json.place(json), size));
    }
    return (int) size;
  }

  private static long[] shape(JsonParser json) throws IOException {
    List<Long> sides = new ArrayList<>();
    Json.readArray(json, side -> sides.add((long) size(side)));
    return sides.stream().mapToLong(side -> side).toArray();
  }

  /** Numbers, or texts; which of them, the first one tells. */
  private void readData(JsonParser json) throws IOException {
    Json.require(json, JsonToken.START_ARRAY, "an array");
    Json.readArray(json, this::readElement);
    if (numbers == null && texts == null) {
      numbers = new Floats();
    }
  }

  private void readElement(JsonParser json) throws IOException {
    if (json.currentToken() == JsonToken.START_ARRAY) {
      Json.readArray(json, this::readElement);
    } else if (json.currentToken() == JsonToken.VALUE_STRING && numbers == null) {
      texts = texts == null ? new ArrayList<>() : texts;
      texts.add(json.getText());
    } else {
      numbers = numbers == null ? new Floats() : numbers;
      Json.readNumbers(json, numbers);
    }
  }

  private void requireComplete() {
    if (name.isEmpty() || datatype.isEmpty() || shape == null) {
      throw new DataException("an input needs a name, a shape and a datatype");
    }
    if (!isBytes() && !Binary.isNumber(datatype)) {
      throw new DataException(
          "input '%s' is of the type '%s'; the types are %s, BYTES"
              .formatted(name, datatype, Binary.types()));
    }
    boolean inJson = numbers != null || texts != null;
    if (inJson == binarySize >= 0) {
      throw new DataException(
          "input '%s' needs either data or the parameter binary_data_size".formatted(name));
    }
  }

  String name() {
    return name;
  }

  boolean isBytes() {
    return datatype.equals("BYTES");
  }

  /** The length of the bytes behind the JSON, or -1. */
  int binarySize() {
    return binarySize;
  }

  void giveBinary(ByteBuffer bytes) {
    binary = bytes;
  }

  /** The first side, which counts samples. */
  int count() {
    long count = shape == null || shape.length == 0 ? 1 : shape[0];
    return Math.toIntExact(count);
  }

  /**
   * Whether the sides of a sample are these, or one for all values: with others its values would be
   * in another order. Sides of 1 change no order.
   */
  boolean hasSamplesOf(Shape sample) {
    long[] own = longerThanOne(Arrays.stream(shape == null ? new long[0] : shape).skip(1));
    long[] nested = longerThanOne(sample.dimensions().stream().mapToLong(side -> side));
    return Arrays.equals(own, nested) || Arrays.equals(own, new long[] {sample.size()});
  }

  private static long[] longerThanOne(LongStream sides) {
    return sides.filter(side -> side != 1).toArray();
  }

  private long elements() {
    try {
      return Arrays.stream(shape == null ? new long[0] : shape).reduce(1, Math::multiplyExact);
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }

  String shapeText() {
    return Arrays.toString(shape);
  }

  /**
   * @throws DataException when they are no numbers, or not as many as the shape says
   */
  float[] floats() {
    float[] found;
    if (binary != null) {
      found = Binary.floats(datatype, binary, name);
    } else if (numbers != null) {
      found = numbers.toArray();
    } else {
      throw new DataException("input '%s' holds texts; numbers are expected".formatted(name));
    }
    requireElements(found.length);
    return found;
  }

  private void requireElements(int found) {
    if (found != elements()) {
      throw new DataException(
          "input '%s' has %,d values, its shape %s needs %,d"
              .formatted(name, found, shapeText(), elements()));
    }
  }

  /** Elements of the type BYTES, which are encoded in base 64 in JSON. */
  List<byte[]> elementsAsBytes() {
    List<byte[]> found = new ArrayList<>();
    if (binary != null) {
      ByteBuffer bytes = binary.duplicate().order(ByteOrder.LITTLE_ENDIAN);
      while (bytes.remaining() >= Integer.BYTES) {
        int length = bytes.getInt();
        if (length < 0 || length > bytes.remaining()) {
          throw new DataException(
              "an element of input '%s' claims %d bytes, %d are left"
                  .formatted(name, length, bytes.remaining()));
        }
        byte[] element = new byte[length];
        bytes.get(element);
        found.add(element);
      }
      if (bytes.hasRemaining()) {
        throw new DataException(
            "%d bytes at the end of input '%s' are no element".formatted(bytes.remaining(), name));
      }
    } else if (texts != null) {
      for (String text : texts) {
        found.add(decoded(text));
      }
    }
    requireElements(found.size());
    return found;
  }

  private byte[] decoded(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new DataException(
          "input '%s' holds a text that is not in base 64; encode pictures so".formatted(name), e);
    }
  }
}
