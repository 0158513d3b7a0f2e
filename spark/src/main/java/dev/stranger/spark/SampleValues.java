package dev.stranger.spark;

import dev.stranger.DataException;
import dev.stranger.Shape;
import dev.stranger.table.PlainNumber;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import scala.collection.Seq;
import scala.collection.mutable.ArraySeq;

/**
 * Makes the values of a sample of what a row holds. What is missing becomes NaN, a gap.
 *
 * @param columns names of the values, for structs; empty where a struct has them in order
 * @param pictures the values of an encoded picture
 */
record SampleValues(Shape shape, List<String> columns, Function<byte[], float[]> pictures) {

  /**
   * Puts the values of a sample into an array.
   *
   * @throws DataException when there is nothing, a damaged picture, or another number of values
   */
  void put(@Nullable Object given, float[] target, int offset) {
    if (given == null) {
      throw new DataException("it is null");
    }
    if (given instanceof ArraySeq<?> wrapped) {
      putArray(wrapped.array(), target, offset);
    } else if (given instanceof Vector vector) {
      putArray(vector.toArray(), target, offset);
    } else if (given instanceof byte[] picture) {
      putArray(pictures.apply(picture), target, offset);
    } else if (given instanceof Row struct) {
      putArray(fields(struct), target, offset);
    } else if (given instanceof Seq<?> seq) {
      putArray(scala.jdk.javaapi.CollectionConverters.asJava(seq).toArray(), target, offset);
    } else {
      putArray(given, target, offset);
    }
  }

  /** How many values a vector or an array has. */
  static int length(Object given) {
    return given instanceof Vector vector ? vector.size() : ((Seq<?>) given).length();
  }

  /**
   * @param gaps whether values may be missing
   * @throws DataException when a value is infinite, or missing where it may not
   */
  static void requireNumbers(float[] sample, boolean gaps) {
    for (float value : sample) {
      if (!Float.isFinite(value) && !(gaps && Float.isNaN(value))) {
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
    return value instanceof Number number
        ? number.floatValue()
        : value instanceof String text ? PlainNumber.toFloat(text) : Float.NaN;
  }

  /** By the names of the columns where they are known, whatever the order. */
  private @Nullable Object[] fields(Row struct) {
    requireLength(struct.length());
    Object[] fields = new Object[struct.length()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = struct.get(columns.isEmpty() ? i : position(struct, columns.get(i)));
    }
    return fields;
  }

  private int position(Row struct, String column) {
    try {
      return struct.fieldIndex(column);
    } catch (IllegalArgumentException e) {
      throw new DataException(
          "it has the fields %s, %s are expected"
              .formatted(
                  String.join(", ", struct.schema().fieldNames()), String.join(", ", columns)),
          e);
    }
  }
}
