package dev.stranger.server.route;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import dev.stranger.DataException;
import dev.stranger.VisibleText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Reads and writes JSON as it streams by. */
public final class Json {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(64)
                  .maxStringLength(128 << 20)
                  .build())
          .build();

  private Json() {}

  /** Writes part of a text. */
  @FunctionalInterface
  public interface Content {
    void writeTo(JsonGenerator json) throws IOException;
  }

  /** Takes a field, whose value is the parser's current token. */
  @FunctionalInterface
  interface Field {
    void read(String name, JsonParser json) throws IOException;
  }

  @FunctionalInterface
  interface Element {
    void read(JsonParser json) throws IOException;
  }

  /** An object as text. */
  public static byte[] object(Content fields) {
    ByteArrayBuilder out = new ByteArrayBuilder(); // does not double its memory to grow
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.writeStartObject();
      fields.writeTo(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write JSON: " + e.getMessage(), e);
    }
    return out.toByteArray();
  }

  static void floats(JsonGenerator json, String name, float[] values, int from, int to)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (int i = from; i < to; i++) {
      if (Float.isNaN(values[i])) {
        json.writeNull(); // a gap
      } else {
        json.writeNumber(values[i]);
      }
    }
    json.writeEndArray();
  }

  static void texts(JsonGenerator json, String name, List<String> values) throws IOException {
    json.writeFieldName(name);
    json.writeArray(values.toArray(String[]::new), 0, values.size());
  }

  /** JSON that was written before. */
  static void copy(JsonGenerator json, String name, String text) throws IOException {
    json.writeFieldName(name);
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      json.copyCurrentStructure(parser);
    }
  }

  /**
   * Reads a text that is one object.
   *
   * @throws DataException when it is not JSON, or something else than an object
   */
  static void readObject(byte[] text, int length, Field field) {
    try (JsonParser json = FACTORY.createParser(text, 0, length)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new DataException("the body is not a JSON object; send {...}");
      }
      readFields(json, field);
      if (json.nextToken() != null) {
        throw new DataException("the body goes on after its JSON object; send one object");
      }
    } catch (JsonParseException e) {
      throw new DataException(
          "the body is not JSON: %s in line %d, column %d"
              .formatted(
                  VisibleText.of(e.getOriginalMessage().replaceAll("(: enable| ?\\().*", "")),
                  e.getLocation().getLineNr(),
                  e.getLocation().getColumnNr()),
          e);
    } catch (IOException e) {
      throw new DataException("the body is not JSON: " + VisibleText.of(e.getMessage()), e);
    }
  }

  /** Fields of the object that has begun; what is left unread of a value is skipped. */
  static void readFields(JsonParser json, Field field) throws IOException {
    require(json, JsonToken.START_OBJECT, "an object");
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      field.read(name, json);
      if (json.currentToken().isStructStart()) {
        json.skipChildren();
      }
    }
  }

  static void readArray(JsonParser json, Element element) throws IOException {
    require(json, JsonToken.START_ARRAY, "an array");
    while (json.nextToken() != JsonToken.END_ARRAY) {
      element.read(json);
    }
  }

  static boolean isNull(JsonParser json) {
    return json.currentToken() == JsonToken.VALUE_NULL;
  }

  static void require(JsonParser json, JsonToken token, String what) {
    if (json.currentToken() != token) {
      throw new DataException("%s must be %s".formatted(place(json), what));
    }
  }

  /** Where the parser is, such as {@code /inputs/0/shape}. */
  static String place(JsonParser json) {
    String pointer = json.getParsingContext().pathAsPointer().toString();
    return pointer.isEmpty() ? "the body" : VisibleText.of(pointer);
  }

  /** Numbers of an array in an array in an array, one after another. */
  static void readNumbers(JsonParser json, Floats into) throws IOException {
    if (json.currentToken() == JsonToken.START_ARRAY) {
      readArray(json, element -> readNumbers(element, into));
    } else {
      into.add(number(json));
    }
  }

  private static float number(JsonParser json) throws IOException {
    JsonToken token = json.currentToken();
    if (token.isNumeric()) {
      return (float) json.getDoubleValue();
    }
    if (token.isBoolean()) {
      return token == JsonToken.VALUE_TRUE ? 1 : 0;
    }
    throw new DataException(
        "%s is %s; numbers are expected".formatted(place(json), VisibleText.of(json.getText())));
  }
}
