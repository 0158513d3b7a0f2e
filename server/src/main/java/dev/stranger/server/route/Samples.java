package dev.stranger.server.route;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.stranger.DataException;
import dev.stranger.Shape;
import dev.stranger.VisibleText;
import dev.stranger.picture.EncodedPicture;
import dev.stranger.score.Detector;
import dev.stranger.server.live.Judged;
import dev.stranger.server.live.Limits;
import dev.stranger.server.live.Memory;
import dev.stranger.server.live.Question;
import dev.stranger.table.Column;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Samples for a detector, made of what programs send.
 *
 * @param values one sample after another
 * @param names what the samples are called; empty when nobody says
 */
record Samples(float[] values, int count, List<String> names) {

  Samples(float[] values, int count) {
    this(values, count, List.of());
  }

  /** The question what they are, as a part of the stream. */
  Question watched(Consumer<Judged> answer) {
    return new Question(values, count, false, true, answer);
  }

  /**
   * {@code {"instances": [...]}}: arrays of numbers, flat or nested, or rows by column name.
   *
   * @param id the field of rows that names them, or null
   */
  static Samples ofJson(byte[] body, Detector detector, Limits limits, @Nullable String id) {
    Reader reader = new Reader(detector, limits, id);
    Json.readObject(body, body.length, reader::field);
    return reader.samples();
  }

  /** Reads instances as they stream by. */
  static final class Reader {
    private final Detector detector;
    private final Limits limits;
    private final @Nullable String id;
    private final Floats values = new Floats();
    private final Set<String> columns;
    private final Set<String> objects;
    private final List<String> names = new ArrayList<>();
    private int count;
    private boolean found;

    Reader(Detector detector, Limits limits, @Nullable String id) {
      this.detector = detector;
      this.limits = limits;
      this.id = id;
      this.columns = Set.copyOf(Column.names(detector.metadata().columns()));
      this.objects = new HashSet<>();
      columns.forEach(this::addObjects);
      if (id != null) {
        addObjects(id);
      }
    }

    /** The field b of an object a is called a.b. */
    private void addObjects(String field) {
      for (int dot = field.indexOf('.'); dot >= 0; dot = field.indexOf('.', dot + 1)) {
        objects.add(field.substring(0, dot));
      }
    }

    void field(String name, JsonParser json) throws IOException {
      if (name.equals("instances")) {
        if (found) {
          throw new DataException("the body has 'instances' twice; send them once");
        }
        found = true;
        Json.readArray(json, this::instance);
      }
    }

    private void instance(JsonParser json) throws IOException {
      Body.requireInstances(count + 1, limits);
      int before = values.size();
      int nested = 0;
      if (json.currentToken() == JsonToken.START_OBJECT) {
        Map<String, @Nullable Object> row = row(json);
        name(row);
        for (float value : prepared(row)) {
          values.add(value);
        }
      } else if (id == null) {
        nested = readNested(json);
      } else {
        throw new DataException(
            "instance %d is no row by column name, which id=%s needs".formatted(count, id));
      }
      int size = values.size() - before;
      Shape shape = detector.shape();
      if (size != shape.size()) {
        throw new DataException(
            "instance %d has %,d values, the detector expects %,d (%s)"
                .formatted(count, size, shape.size(), shape));
      }
      requireOrder(shape, nested);
      count++;
    }

    /** How many numbers the innermost list has; 0 for a number. */
    private int readNested(JsonParser json) throws IOException {
      if (json.currentToken() != JsonToken.START_ARRAY) {
        Json.readNumbers(json, values);
        return 0;
      }
      int before = values.size();
      int[] inner = {0};
      Json.readArray(json, element -> inner[0] = readNested(element));
      return inner[0] == 0 ? values.size() - before : inner[0];
    }

    /** Lists of all channels, step by step or pixel by pixel, would be read in another order. */
    private void requireOrder(Shape shape, int nested) {
      if (shape.rank() == 1 || shape.channels() == 1 || nested <= 1) {
        return;
      }
      int last = shape.dimensions().get(shape.rank() - 1);
      int channel = shape.size() / shape.channels();
      if (nested != last && nested != channel && nested != shape.size()) {
        throw new DataException(
            "instance %d has lists of %,d values, the detector expects lists of %,d, channel after channel (%s)"
                .formatted(count, nested, last, shape));
      }
    }

    private float[] prepared(Map<String, @Nullable Object> row) {
      try {
        return detector.preparation().row(row);
      } catch (DataException e) {
        throw new DataException("instance %d: %s".formatted(count, e.getMessage()), e);
      }
    }

    private void name(Map<String, @Nullable Object> row) {
      if (id != null) {
        if (row.get(id) == null) {
          throw new DataException("instance %d has no '%s', which names it".formatted(count, id));
        }
        names.add(String.valueOf(row.get(id)));
      }
    }

    private Map<String, @Nullable Object> row(JsonParser json) throws IOException {
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      fields("", json, row);
      return row;
    }

    /**
     * @param prefix in front of the names; the field b of an object a is called a.b, as in files
     */
    private void fields(String prefix, JsonParser json, Map<String, @Nullable Object> row)
        throws IOException {
      Json.readFields(
          json,
          (field, value) -> {
            String name = prefix + field;
            JsonToken token = value.currentToken();
            if (token.isNumeric() && !name.equals(id)) {
              row.put(VisibleText.of(name), value.getDoubleValue());
            } else if (token == JsonToken.VALUE_STRING || token.isNumeric()) {
              row.put(VisibleText.of(name), VisibleText.of(value.getText()));
            } else if (token.isBoolean()) {
              row.put(VisibleText.of(name), value.getBooleanValue());
            } else if (token == JsonToken.VALUE_NULL) {
              row.put(VisibleText.of(name), null);
            } else if (columns.contains(name)) {
              throw new DataException(
                  "%s is no number, text, true, false or null".formatted(Json.place(value)));
            } else if (token == JsonToken.START_OBJECT && objects.contains(name)) {
              fields(name + ".", value, row);
            }
          });
    }

    Samples samples() {
      if (count == 0) {
        throw new DataException(
            "the body has no instances; send {\"instances\": [[...], ...]} with one sample or more");
      }
      return new Samples(values.toArray(), count, List.copyOf(names));
    }
  }

  /** Values as bytes, in the order of their least significant one first. */
  static Samples ofBytes(byte[] body, Detector detector, Limits limits) {
    int bytes = Float.BYTES * detector.shape().size();
    if (body.length == 0 || body.length % bytes != 0) {
      throw new DataException(
          "the body has %,d bytes; a sample of %s has %,d (float32, little-endian)"
              .formatted(body.length, detector.shape(), bytes));
    }
    int count = body.length / bytes;
    Body.requireInstances(count, limits);
    float[] values = new float[body.length / Float.BYTES];
    ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return new Samples(values, count);
  }

  /** Encoded pictures, prepared like those that the detector learned from. */
  static Samples ofPictures(
      List<byte[]> pictures, Detector detector, Limits limits, Memory.Share memory) {
    Body.requireInstances(pictures.size(), limits);
    int size = detector.shape().size();
    memory.take(requireBytes((long) Float.BYTES * size * pictures.size(), pictures.size(), limits));
    float[] values = new float[size * pictures.size()];
    for (int i = 0; i < pictures.size(); i++) {
      requirePixels(pictures.get(i), limits);
      System.arraycopy(detector.preparation().picture(pictures.get(i)), 0, values, i * size, size);
    }
    return new Samples(values, pictures.size());
  }

  /** Small files may become large samples. */
  private static long requireBytes(long bytes, int count, Limits limits) {
    if (count > 1 && bytes > limits.bodyBytes()) {
      throw new TooLargeException(
          "the %,d pictures take %,d bytes as samples, %,d are allowed; send fewer at a time"
              .formatted(count, bytes, limits.bodyBytes()));
    }
    return bytes;
  }

  private static void requirePixels(byte[] picture, Limits limits) {
    if (EncodedPicture.mostPixels(picture.length) <= limits.picturePixels()) {
      return; // a small file cannot claim as many
    }
    EncodedPicture.Info info = EncodedPicture.of(picture, "the picture").info();
    if ((long) info.height() * info.width() > limits.picturePixels()) {
      throw new TooLargeException(
          "the picture has %d x %d pixels, %,d are allowed; send a smaller one"
              .formatted(info.width(), info.height(), limits.picturePixels()));
    }
  }
}
