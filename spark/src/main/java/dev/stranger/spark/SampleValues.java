package dev.stranger.spark;

import dev.stranger.DataException;
import dev.stranger.Shape;
import dev.stranger.VisibleText;
import dev.stranger.table.Column;
import dev.stranger.table.FieldReader;
import java.sql.Date;
import java.sql.Timestamp;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import scala.collection.Seq;
import scala.collection.mutable.ArraySeq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Makes the values of a sample of what a row holds: a struct, fields without names, an array, a
 * vector or a picture. Fields are read as the library reads a row by names; of a table what is
 * missing becomes NaN, a gap.
 *
 * @param columns of a table, one for each value; empty where values have no names
 * @param readers of fields, one for each value
 * @param pictures the values of an encoded picture
 */
record SampleValues(
    Shape shape,
    List<Column> columns,
    List<FieldReader> readers,
    Function<byte[], float[]> pictures) {

  private static final Column NUMBER = Column.number("number");

  static SampleValues of(Shape shape, List<Column> columns, Function<byte[], float[]> pictures) {
    List<FieldReader> readers =
        columns.isEmpty()
            ? Collections.nCopies(shape.size(), new FieldReader(NUMBER))
            : columns.stream().map(FieldReader::new).toList();
    return new SampleValues(shape, columns, readers, pictures);
  }

  /**
   * Puts the values of a sample into an array.
   *
   * @throws DataException when there is nothing, a damaged picture, another number of values, one
   *     that is no finite number, or none where it is no field of a table
   */
  void put(@Nullable Object given, float[] target, int offset) {
    if (given == null) {
      throw new DataException("it is null");
    }
    if (given instanceof Row struct) {
      putFields(struct, target, offset);
    } else {
      putArray(array(given), target, offset);
    }
    if (columns.isEmpty() || !(given instanceof Row)) {
      requireNumbers(target, offset);
    }
  }

  private Object array(Object given) {
    if (given instanceof ArraySeq<?> wrapped) {
      return wrapped.array();
    }
    if (given instanceof Vector vector) {
      return vector.toArray();
    }
    if (given instanceof byte[] picture) {
      return pictures.apply(picture);
    }
    return given instanceof Seq<?> seq ? CollectionConverters.asJava(seq).toArray() : given;
  }

  /** How many values a vector or an array has. */
  static int length(Object given) {
    return given instanceof Vector vector ? vector.size() : ((Seq<?>) given).length();
  }

  private void requireNumbers(float[] samples, int offset) {
    for (int i = 0; i < shape.size(); i++) {
      float value = samples[offset + i];
      if (!Float.isFinite(value)) {
        throw new DataException("it has the value %s, not a finite number".formatted(value));
      }
    }
  }

  private void putArray(Object array, float[] target, int offset) {
    requireLength(java.lang.reflect.Array.getLength(array));
    if (array instanceof float[] floats) {
      System.arraycopy(floats, 0, target, offset, floats.length);
    } else if (array instanceof double[] doubles) {
      for (int i = 0; i < doubles.length; i++) {
        target[offset + i] = (float) doubles[i];
      }
    } else if (array instanceof Object[] objects) {
      for (int i = 0; i < objects.length; i++) {
        target[offset + i] = number(objects[i]);
      }
    } else {
      for (int i = 0; i < shape.size(); i++) {
        target[offset + i] = number(java.lang.reflect.Array.get(array, i));
      }
    }
  }

  private void requireLength(int length) {
    if (length != shape.size()) {
      throw new DataException(
          "it has %d values, %d are expected (%s)".formatted(length, shape.size(), shape));
    }
  }

  private static float number(@Nullable Object value) {
    return value instanceof Number number ? number.floatValue() : Float.NaN;
  }

  /** By the names of the columns where both are known, whatever the order. */
  private void putFields(Row struct, float[] target, int offset) {
    requireLength(struct.length());
    boolean named = !columns.isEmpty() && struct.schema() != null;
    for (int i = 0; i < shape.size(); i++) {
      Object field = struct.get(named ? position(struct, columns.get(i).name()) : i);
      float value = readers.get(i).value(inUtc(field));
      if (Float.isInfinite(value)) {
        throw misfit(i, field);
      }
      target[offset + i] = value;
    }
  }

  private int position(Row struct, String column) {
    try {
      return struct.fieldIndex(column);
    } catch (IllegalArgumentException e) {
      throw new DataException(
          "it has the fields %s, %s are expected"
              .formatted(
                  String.join(", ", struct.schema().fieldNames()),
                  String.join(", ", Column.names(columns))),
          e);
    }
  }

  /** Functions get the times of JDBC, whose text is in the zone of this machine. */
  private static @Nullable Object inUtc(@Nullable Object field) {
    return field instanceof Timestamp time
        ? time.toInstant()
        : field instanceof Date date ? date.toLocalDate() : field;
  }

  private DataException misfit(int position, @Nullable Object field) {
    Column column = columns.isEmpty() ? NUMBER : columns.get(position);
    return new DataException(
        "it has '%s' in %s, not %s"
            .formatted(
                VisibleText.of(String.valueOf(field)),
                columns.isEmpty() ? "value " + (position + 1) : "column '" + column.name() + "'",
                column.expected()));
  }
}
